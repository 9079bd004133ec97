import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { PartyMarginMode } from '../../wire/margin-modes.ts'
import { keepReceived, receivedOf } from './raw-records.ts'

const edges = <Node>(nodes: readonly Node[]) => nodes.map((node, index) => ({ node, cursor: String(index) }))
const sent = {
  marketId: 'm',
  partyId: 'p',
  marginMode: 'MARGIN_MODE_CROSS_MARGIN',
  atEpoch: '7',
}

test('a record that says nothing more than the interface is kept once, as it was sent', () => {
  const original = edges([sent])
  const kept = keepReceived(edges([v.parse(PartyMarginMode, sent)]), original)
  expect(kept[0]).toBe(original[0])
  expect(receivedOf(kept[0]?.node)).toBe(sent)
})

test('members that the interface does not name, and numbers sent for text, are kept behind the checked record', () => {
  const more = { ...sent, atEpoch: 7, addedLater: { nested: [1, null] } }
  const kept = keepReceived(edges([v.parse(PartyMarginMode, more)]), edges<unknown>([more]))
  expect(kept[0]?.node).toEqual(sent)
  expect(receivedOf(kept[0]?.node)).toBe(more)
})

test('what was sent is never lost', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue())), (pairs) => {
      const kept = keepReceived(edges(pairs.map(([checked]) => checked)), edges(pairs.map(([, received]) => received)))
      for (const [index, { node }] of kept.entries()) expect(receivedOf(node)).toEqual(pairs[index]?.[1])
    }),
  )
})
