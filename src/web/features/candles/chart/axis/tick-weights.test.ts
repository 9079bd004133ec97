import { expect, test } from 'vitest'
import { offsetAt } from '../../../../format/zone.ts'
import { tickWeight, tickWords } from './tick-weights.ts'
import { createOffsets } from './zone-offset.ts'

const at = (text: string): number => Date.parse(text) / 1000

test('weights follow local time: a local midnight is a day boundary, not that of UTC', () => {
  expect(tickWeight(at('2026-11-22T00:00Z'), at('2026-11-21T23:00Z'))).toBe(50)
  expect(tickWeight(at('2026-12-01T00:00Z'), at('2026-11-30T23:00Z'))).toBe(60)
  expect(tickWeight(at('2027-01-01T00:00Z'), at('2026-12-31T23:59Z'))).toBe(70)
  expect(tickWeight(at('2026-11-21T12:00Z'), at('2026-11-21T11:00Z'))).toBe(33)
  expect(tickWeight(at('2026-11-21T11:01Z'), at('2026-11-21T11:00Z'))).toBe(20)
  expect(tickWeight(at('2026-11-21T11:00:00Z') + 0.75, at('2026-11-21T11:00:00Z') + 0.25)).toBe(0)
})

test('words are as short as the mark allows', () => {
  const wall = at('2026-11-21T02:41:05Z')
  expect([70, 60, 50, 30, 10].map((weight) => tickWords(wall, weight, true))).toEqual([
    '2026',
    'Nov',
    '21 Nov',
    '02:41',
    '02:41:05',
  ])
  expect(tickWords(wall, 60, false)).toBe('21 Nov')
})

test.each(['Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Africa/Casablanca', 'utc'])(
  'offsets of %s agree with the calendar through a year of half hours',
  (zone) => {
    const offset = createOffsets(zone)
    for (let seconds = at('2026-01-01T00:00Z'); seconds < at('2027-01-01T00:00Z'); seconds += 1800) {
      expect(offset(seconds)).toBe(zone === 'utc' ? 0 : offsetAt(seconds * 1000, zone) / 1000)
    }
  },
)
