import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { Decimal, parseJson } from './scalar.ts'

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
