// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { incidentWords, repeated } from './away-line.tsx'

const minute = 60_000
const start = Date.parse('2026-03-01T07:00:00Z')
const ban = (partyId: string, from: number, to: number, lasts = false) => ({
  partyId,
  name: 'transfers' as const,
  state: 'banned' as const,
  used: '20',
  most: '20',
  from: start + from * minute,
  to: start + to * minute,
  after: start + from * minute - 1000,
  lasts,
})
const told = (...incidents: ReturnType<typeof ban>[]) =>
  repeated(incidents).map((incident) => `${incident.partyId} ${incidentWords(incident, 'utc')}`)

test('a bot that is banned again and again is told once, and not as free while its last ban lasts', () => {
  const bans = [ban('a', 1, 2), ban('b', 1.5, 2.5), ban('a', 2.2, 3), ban('a', 3.5, 4.5)]
  expect(told(...bans)).toEqual([
    'a was banned 3 times from 07:01 to 07:04 (over)',
    'b was banned 07:01 to 07:02 (over)',
  ])
  expect(told(...bans, ban('a', 5, 6, true))[0]).toBe('a was banned 4 times since 07:01, and is now')
  expect(told(ban('a', 1, 2), ban('a', 30, 31))).toHaveLength(2)
})
