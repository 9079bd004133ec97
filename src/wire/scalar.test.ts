import fc from 'fast-check'
import * as v from 'valibot'
import { PartyMarginMode } from './margin-modes.ts'
import { describe, expect, test } from 'vitest'
import { Asset, Market } from './network.ts'
import { Decimal, DecimalOrEmpty, maxDecimals, parseJson, PriceOrEmpty } from './scalar.ts'

describe('numbers keep their text', () => {
  const digits = fc.stringMatching(/^(?:0|[1-9]\d{0,25})$/)
  const fraction = fc.option(fc.stringMatching(/^\.\d{1,20}$/), { nil: '' })
  const exponent = fc.option(fc.stringMatching(/^[eE][+-]?\d{1,3}$/), { nil: '', freq: 8 })
  const number = fc.tuple(fc.constantFrom('', '-'), digits, fraction, exponent).map((parts) => parts.join(''))
  const text = fc.oneof(fc.string(), fc.constantFrom('"', '\\', '\\"', ': 12345678901234567890,', '__proto__', '0.10'))
  // Without quotes: once it has read an object with the name `\`, JSON.parse of Node 24 reads the name `"` as `\` too.
  const memberName = text.filter((name) => !name.includes('"'))

  /** JSON text, and what it holds with every number as its text. */
  interface Sample {
    text: string
    value: unknown
  }
  const space = fc.constantFrom('', ' ', '\n\t')
  const { sample } = fc.letrec<{ sample: Sample }>((tie) => ({
    sample: fc.oneof(
      { maxDepth: 4 },
      number.map((value) => ({ text: value, value })),
      text.map((value) => ({ text: JSON.stringify(value), value })),
      fc.constantFrom(true, false, null).map((value) => ({ text: String(value), value })),
      fc.tuple(fc.array(tie('sample')), space).map(([items, gap]) => ({
        text: `[${items.map((item) => gap + item.text + gap).join(',')}]`,
        value: items.map((item) => item.value),
      })),
      fc
        .tuple(fc.uniqueArray(fc.tuple(memberName, tie('sample')), { selector: ([name]) => name }), space)
        .map(([members, gap]) => ({
          text: `{${members.map(([name, item]) => JSON.stringify(name) + gap + ':' + gap + item.text).join(',')}}`,
          value: Object.fromEntries(members.map(([name, item]) => [name, item.value])),
        })),
    ),
  }))

  const written = (value: unknown): unknown => {
    if (typeof value === 'number') return String(value)
    if (Array.isArray(value)) return value.map(written)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, written(member)]))
  }

  test('a decimal sent as a JSON number is not rounded, and the rest is what JSON.parse reads', () => {
    fc.assert(
      fc.property(sample, ({ text: json, value }) => {
        expect(written(parseJson(json))).toEqual(value)
      }),
    )
  })

  test('a member name with a quote in it ends where it should', () => {
    expect(parseJson('{"a\\"b":0.10,"c\\\\":-0}')).toEqual({ 'a"b': '0.10', 'c\\': '-0' })
  })

  test('text without numbers, or with those that JavaScript writes alike, is read as by JSON.parse', () => {
    const alike = fc.jsonValue().filter((value) => !/\d{16}/.test(JSON.stringify(value)))
    fc.assert(
      fc.property(alike, (value) => {
        const json = JSON.stringify(value)
        expect(parseJson(json)).toEqual(JSON.parse(json))
      }),
    )
  })

  test.each(['0.1000', '-0', '1e400', '1E-7', '0.0000001', '12345678901234567890', '0.12345678901234567', '1.0'])(
    '%s',
    (number) => {
      expect(parseJson(number)).toBe(number)
      expect(parseJson(`{"a":[1,${number}]}`)).toEqual({ a: [1, number] })
      expect(parseJson(JSON.stringify(`: ${number},`))).toBe(`: ${number},`)
    },
  )

  test('an amount that JavaScript would write with an exponent reaches the screen with its digits', () => {
    expect(v.parse(Decimal, parseJson('0.0000001'))).toBe('0.0000001')
    expect(v.parse(Decimal, parseJson('0.123456789012345678901'))).toBe('0.123456789012345678901')
  })
})

test.each([
  '{12345678901234567890:1}',
  '{1.0 :1}',
  '01.50',
  '1.',
  '.5',
  '+1.0',
  '1.0.0',
  '0x10',
  '[1.0',
  '1.0 2',
  'NaN',
  '--1',
])('what is no JSON is refused as by JSON.parse: %s', (text) => {
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError)
  expect(() => parseJson(text)).toThrow(SyntaxError)
})

test('a member called __proto__ is a member like any other', () => {
  const read = parseJson('{"__proto__":{"polluted":1.50}}')
  expect(Object.keys(read as object)).toEqual(['__proto__'])
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

test.each([
  ['one long string', `[12345678901234567890,"${'a'.repeat(16_000_000)}"]`],
  ['one long number', `[${'1'.repeat(16_000_000)}]`],
  ['escaped quotes', `[12345678901234567890,"${'\\"'.repeat(8_000_000)}"]`],
  ['numbers', `[1.0${',-0.10'.repeat(2_000_000)}]`],
])('16 MB do not overflow the stack: %s', (_, text) => {
  expect(parseJson(text)).toBeInstanceOf(Array)
})

describe('decimals that would freeze a page are refused where they arrive', () => {
  const market = (decimalPlaces: unknown, positionDecimalPlaces: unknown) => ({
    id: 'a',
    state: 'STATE_ACTIVE',
    tradingMode: 'TRADING_MODE_CONTINUOUS',
    decimalPlaces,
    positionDecimalPlaces,
    tradableInstrument: { instrument: { code: 'A', name: 'A' } },
  })
  const asset = (decimals: unknown) => ({ id: 'a', status: 'x', details: { name: 'A', symbol: 'A', decimals } })

  test.each(['0', '18', '078', maxDecimals])('%s decimals are usual', (places) => {
    expect(v.is(Market, market(places, places))).toBe(true)
    expect(v.is(Asset, asset(places))).toBe(true)
  })
  test.each(['-3', '+3', `-${maxDecimals}`])('%s size decimals are allowed, of prices and assets not', (places) => {
    expect(v.is(Market, market('5', places))).toBe(true)
    expect(v.is(Market, market(places, '3'))).toBe(false)
    expect(v.is(Asset, asset(places))).toBe(false)
  })
  test.each(['5000000', 5_000_000, maxDecimals + 1, '-79', '1e3', '18.5'])('%s decimals are refused', (places) => {
    expect(v.is(Market, market(places, '3'))).toBe(false)
    expect(v.is(Market, market('5', places))).toBe(false)
    expect(v.is(Asset, asset(places))).toBe(false)
  })
  test('numbers of millions of digits are refused, those of real nodes are not', () => {
    const long = '1'.repeat(5_000_000)
    for (const text of [long, `0.${long}`, `-${long}.5`]) {
      expect(v.is(Decimal, text)).toBe(false)
      expect(v.is(DecimalOrEmpty, text)).toBe(false)
    }
    expect(v.is(PriceOrEmpty, long)).toBe(false)
    expect(v.is(Decimal, `${'9'.repeat(78)}.${'1'.repeat(78)}`)).toBe(true)
  })
})

test('a comparison with a misspelt name of an enumeration is a type error, and a new name passes', () => {
  const record = { marketId: 'a', partyId: 'b', marginMode: 'MARGIN_MODE_NEW', atEpoch: '1' }
  const { marginMode } = v.parse(PartyMarginMode, record)
  // @ts-expect-error: there is no such name.
  expect(marginMode === 'MARGIN_MODE_ISOLATD_MARGIN').toBe(false)
  expect(marginMode === 'MARGIN_MODE_ISOLATED_MARGIN').toBe(false)
  expect(marginMode).toBe('MARGIN_MODE_NEW')
  expect(v.parse(PartyMarginMode, { ...record, marginMode: 7 }).marginMode).toBe('7')
})
