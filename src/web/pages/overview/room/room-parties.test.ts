// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { maxParties } from '../../../features/spam-statistics/index.ts'
import { firstRows, roomParties } from './use-room.ts'

const id = (at: number): string => at.toString(16).padStart(64, '0')
const suggested = [
  { partyId: id(1), name: 'quote-bot-7', role: 'bot' },
  ...Array.from({ length: 20 }, (_, at) => ({ partyId: id(at + 2) })),
]
const room = (watched: string[], change: Partial<Parameters<typeof roomParties>[0]> = {}) =>
  roomParties({ watched, nicknames: {}, suggested, onlyWatched: false, ...change })

test('watching one party does not make the other suggestions vanish', () => {
  expect(firstRows(room([]))).toHaveLength(8)
  const parties = firstRows(room([id(99)]))
  expect(parties).toHaveLength(8)
  expect(parties.filter(({ watched }) => watched).map(({ partyId }) => partyId)).toEqual([id(99)])
})

test('a watched suggestion is one row, with its published name and role', () => {
  const parties = room([id(1)])
  expect(parties[0]).toEqual({ partyId: id(1), name: 'quote-bot-7', role: 'bot', watched: true })
  expect(new Set(parties.map(({ partyId }) => partyId)).size).toBe(parties.length)
})

test('a nickname of this browser goes before a published name', () => {
  expect(room([id(1)], { nicknames: { [id(1)]: 'mine' } })[0]?.name).toBe('mine')
})

test('with many watched parties a few suggestions remain, and never more rows than the rate allows', () => {
  const many = Array.from({ length: 12 }, (_, at) => id(at + 100))
  expect(firstRows(room(many))).toHaveLength(15)
  const all = Array.from({ length: 60 }, (_, at) => id(at + 100))
  expect(room(all)).toHaveLength(maxParties)
})

test('only watched parties on request; without any, the suggestions stay', () => {
  expect(room([id(99)], { onlyWatched: true }).map(({ partyId }) => partyId)).toEqual([id(99)])
  expect(firstRows(room([], { onlyWatched: true }))).toHaveLength(8)
})

test('the worst party of the node is in the room, wherever the node lists it', () => {
  expect(room([])).toHaveLength(suggested.length)
  // The room sorts its rows by risk: the party listed last is at its limit here.
  const byRisk = room([id(2)]).toReversed()
  const shown = firstRows(byRisk)
  expect(shown[0]?.partyId).toBe(suggested.at(-1)?.partyId)
  expect(shown).toHaveLength(8)
  expect(shown.map(({ partyId }) => partyId)).toContain(id(2))
  expect(firstRows(byRisk, id(3)).map(({ partyId }) => partyId)).toContain(id(3))
})

test('a room of named parties has them alone, each once, as many as the rate allows', () => {
  const named = [id(7), id(300), id(7)]
  const rows = room([id(99)], { named })
  expect(rows.map(({ partyId }) => partyId)).toEqual([id(7), id(300)])
  expect(room([], { named: Array.from({ length: 80 }, (_, at) => id(at)) })).toHaveLength(maxParties)
})
