import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Candle, listCandles } from './candles.ts'
import { PageInfo } from './page.ts'

/** The page as it would be read one member at a time. */
const bySchema = v.object({
  candles: v.object({ edges: v.array(v.object({ node: Candle, cursor: v.string() })), pageInfo: PageInfo }),
})

const odd = fc.constantFrom<unknown>(
  '',
  '+5',
  '-3',
  ' 7',
  '1.5',
  '1e3',
  '٣',
  '9'.repeat(78),
  '9'.repeat(79),
  12,
  2 ** 53,
)
const odder = fc.constantFrom<unknown>(-1, 0.5, null, undefined, true, [], {}, ['1'])
const digits = fc.nat().map(String)
const member = fc.oneof(
  { weight: 60, arbitrary: digits },
  { weight: 4, arbitrary: odd },
  { weight: 1, arbitrary: odder },
)
const node = fc.record(
  {
    start: member,
    lastUpdate: member,
    high: member,
    low: member,
    open: member,
    close: member,
    volume: member,
    notional: member,
  },
  { noNullPrototype: true },
)
/** Nodes with a member missing, one too many, in another order, or no objects. */
const strange = fc.oneof(
  node.map((one) => Object.fromEntries(Object.entries(one).slice(1))),
  node.map((one) => ({ ...one, trades: '5' })),
  node.map(({ start, ...rest }) => ({ ...rest, start })),
  fc.constantFrom<unknown>(null, 'candle', 5, [], undefined),
)
const cursor = fc.oneof({ weight: 30, arbitrary: fc.string() }, { weight: 1, arbitrary: odder })
const edge = fc.oneof(
  { weight: 30, arbitrary: fc.record({ node, cursor }, { noNullPrototype: true }) },
  { weight: 2, arbitrary: fc.record({ node: strange, cursor }, { noNullPrototype: true }) },
  { weight: 1, arbitrary: fc.record({ cursor, node, more: fc.nat() }, { noNullPrototype: true }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, 'edge', [], undefined) },
)
const edges = fc.oneof({ weight: 20, arbitrary: fc.array(edge) }, { weight: 1, arbitrary: odder })
const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: '', endCursor: '' }

test('a page of candles reads the same, to the order of its members and the words of its errors, known form or not', () => {
  let taken = 0
  fc.assert(
    fc.property(edges, (list) => {
      const body = { candles: { edges: list, pageInfo } }
      const [quick, slow] = [v.safeParse(listCandles.reply, body), v.safeParse(bySchema, body)]
      expect(quick.success).toBe(slow.success)
      expect(JSON.stringify(quick.output)).toBe(JSON.stringify(slow.output))
      const words = (result: typeof quick | typeof slow) =>
        result.issues?.map((issue) => [v.getDotPath(issue), issue.message])
      expect(words(quick)).toEqual(words(slow))
      if (quick.success && quick.output.candles.edges === list) taken += 1
    }),
    { numRuns: 1000 },
  )
  expect(taken).toBeGreaterThan(50)
})
