import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { PartyMarginMode } from '../../wire/margin-modes.ts'
import { keepRawRecords, rawRecord } from './list-query.ts'

const edges = <Node>(nodes: readonly Node[]) => nodes.map((node, index) => ({ node, cursor: String(index) }))
const sent = {
  marketId: 'm',
  partyId: 'p',
  marginMode: 'MARGIN_MODE_CROSS_MARGIN',
  atEpoch: '7',
}

test('a record is known as it was sent', () => {
  const record = v.parse(PartyMarginMode, sent)
  keepRawRecords(edges([record]), edges([sent]))
  expect(rawRecord(record)).toBe(sent)
})

test('members that the interface does not name, and numbers sent for text, are kept behind the checked record', () => {
  const more = { ...sent, atEpoch: 7, addedLater: { nested: [1, null] } }
  const record = v.parse(PartyMarginMode, more)
  keepRawRecords(edges([record]), edges([more]))
  expect(record).toEqual(sent)
  expect(rawRecord(record)).toBe(more)
})

test('what was sent is never lost', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue())), (pairs) => {
      const checked = edges(pairs.map(([record]) => record))
      keepRawRecords(checked, edges(pairs.map(([, received]) => received)))
      for (const [index, { node }] of checked.entries()) expect(rawRecord(node)).toEqual(pairs[index]?.[1])
    }),
  )
})
