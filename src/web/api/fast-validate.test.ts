import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { listMarginModes } from '../../wire/margin-modes.ts'
import { allOperations } from '../../wire/operations.ts'
import { parseJson } from '../../wire/scalar.ts'
import { readAsSent } from './fast-validate.ts'

/** All whose replies are JSON. */
const operations = allOperations.filter(({ media }) => media === undefined)

/** The parts of a schema that the generator below walks through. */
interface Part {
  type: string
  pipe?: Part[]
  entries?: Record<string, Part>
  item?: Part
  wrapped?: Part
  options?: Part[]
}

/** Digits fit almost everywhere: only bodies that are right to their last member are taken as they are. */
const words = fc.oneof(
  { weight: 400, arbitrary: fc.constantFrom('0', '7', '18446744073709551615') },
  { weight: 2, arbitrary: fc.constantFrom('', '-7', '+1', '0.5', '.5', '1e5', '\u0663', ' 1') },
  { weight: 1, arbitrary: fc.string() },
)
const odd = fc.oneof(fc.jsonValue(), fc.constantFrom(undefined, Number.NaN, Infinity, 2 ** 53), words)
const hostile = fc.constantFrom('__proto__', 'constructor', 'prototype', 'added')

/** Values as the schema wants them, as nodes write them (numbers for text, more members, fewer), and now and then nonsense. */
function valueOf(part: Part): fc.Arbitrary<unknown> {
  const right = (): fc.Arbitrary<unknown> => {
    if (part.pipe?.[0]) return valueOf(part.pipe[0])
    if (part.entries) {
      const members = Object.entries(part.entries).map(([name, member]) =>
        fc.option(fc.tuple(fc.constant(name), valueOf(member)), { freq: 300, nil: undefined }),
      )
      const more = fc.oneof(
        { weight: 20, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.tuple(hostile, odd) },
      )
      return fc
        .tuple(
          fc.shuffledSubarray(members, { minLength: members.length }).chain((all) => fc.tuple(...all)),
          more,
        )
        .map(
          // The same way from text as an answer comes: a member may then be called __proto__.
          ([named, added]) => {
            const pairs = [...named, added].filter((pair) => pair !== undefined)
            const all = new Map(pairs as [string, unknown][])
            const text = [...all].flatMap(([name, value]) => {
              const written = JSON.stringify(value)
              return written === undefined ? [] : [`${JSON.stringify(name)}:${written}`]
            })
            return JSON.parse(`{${text.join(',')}}`) as unknown
          },
        )
    }
    if (part.item) return fc.array(valueOf(part.item), { maxLength: 3 })
    if (part.options) {
      return fc.oneof(...part.options.map((option, at) => ({ weight: at === 0 ? 60 : 1, arbitrary: valueOf(option) })))
    }
    if (part.wrapped) return fc.option(valueOf(part.wrapped), { freq: part.type === 'nullable' ? 2 : 300 })
    if (part.type === 'boolean') return fc.boolean()
    if (part.type === 'number') return fc.oneof(fc.integer(), fc.double())
    return words
  }
  return fc.oneof({ weight: 600, arbitrary: right() }, { weight: 1, arbitrary: odd })
}

/** The text of a body; where `bare` says so, long integers stand in it without quotes, as some nodes write them. */
const textOf = (body: unknown, bare: boolean): string => {
  const text = JSON.stringify(body) ?? 'null'
  return bare ? text.replaceAll(/"(\d{16,})"/g, '$1') : text
}

describe('an answer is taken as it was sent only where reading it by the schema says the same', () => {
  test.each(operations.map(({ name, reply }) => [name, reply] as const))('%s', (_, reply) => {
    fc.assert(
      fc.property(valueOf(reply as unknown as Part), fc.boolean(), (value, bare) => {
        const text = textOf(value, bare)
        const [read, body] = [readAsSent(reply, text), parseJson(text)]
        if (read === undefined) return
        expect(read).toStrictEqual(body)
        expect(v.safeParse(reply, body)).toMatchObject({ success: true })
        expect(v.parse(reply, body)).toStrictEqual(read)
      }),
    )
  })
})

const mode = { marketId: 'a1', partyId: 'c1', marginMode: 'MARGIN_MODE_CROSS_MARGIN', atEpoch: '12' }
const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: 'x', endCursor: 'x' }
const page = (...nodes: object[]) => ({
  partyMarginModes: { edges: nodes.map((node) => ({ node, cursor: 'x' })), pageInfo },
})

test('a page that is as it ought to be does not wait for the schema', () => {
  const body = page(mode, {
    ...mode,
    marginFactor: '0.1',
    minTheoreticalMarginFactor: '0.01',
    maxTheoreticalLeverage: '9',
  })
  expect(readAsSent(listMarginModes.reply, JSON.stringify(body))).toStrictEqual(body)
})

test.each([
  ['a number for text', JSON.stringify(page({ ...mode, atEpoch: 12 }))],
  ['a member that the interface does not name', JSON.stringify(page({ ...mode, added: 1 }))],
  ['a value that is not a number', JSON.stringify(page({ ...mode, marginFactor: 'NaN' }))],
  ['a member missing', JSON.stringify(page({ ...mode, atEpoch: undefined }))],
  ['half an answer', '{"partyMarginModes":{"edges":['],
])('%s goes through the schema', (_, text) => {
  expect(readAsSent(listMarginModes.reply, text)).toBeUndefined()
})

test('an integer that JSON would round is never taken as it stands', () => {
  const open = v.looseObject({ known: v.string() })
  expect(readAsSent(open, '{"known":"a","more":"b"}')).toEqual({ known: 'a', more: 'b' })
  expect(readAsSent(open, '{"known":"a","more":18446744073709551615}')).toBeUndefined()
  expect(readAsSent(open, '{"known":"a","more":[18446744073709551615]}')).toBeUndefined()
  expect(readAsSent(v.number(), '999999999999999')).toBe(999999999999999)
  expect(readAsSent(v.number(), '1000000000000000')).toBeUndefined()
  expect(readAsSent(v.number(), '-1000000000000000')).toBeUndefined()
})

test('a check that remembers where it stood is not asked out of turn', () => {
  expect(readAsSent(v.pipe(v.string(), v.regex(/a/g)), '"a"')).toBeUndefined()
  const unknown = v.pipe(
    v.string(),
    v.transform((text) => text.toUpperCase()),
  )
  expect(readAsSent(unknown, '"a"')).toBeUndefined()
  const second = v.union([v.pipe(v.string(), v.toUpperCase()), v.string()])
  expect(readAsSent(second, '"a"')).toBeUndefined()
})
