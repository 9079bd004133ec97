import { expect, test } from 'vitest'
import { monthOf, monthStart } from './calendar.ts'
import { parseInstant } from './time.ts'

const at = (text: string): bigint => parseInstant(text, 'utc') ?? 0n

test('a month is that of the zone, not of UTC', () => {
  const newYear = at('2027-01-01 03:00:00')
  expect(monthOf(newYear, 'utc')).toEqual({ year: 2027, month: 0 })
  expect(monthOf(newYear, 'America/New_York')).toEqual({ year: 2026, month: 11 })
  expect(monthOf(newYear, 'raw')).toEqual({ year: 2027, month: 0 })
})

test('every month begins where its calendar says, also past December and in summer time', () => {
  for (const zone of ['utc', 'Europe/London', 'Pacific/Auckland'] as const) {
    for (let month = -3; month < 27; month++) {
      const start = monthStart(2026, month, zone)
      const expected = new Date(Date.UTC(2026, month, 1))
      expect(monthOf(start, zone)).toEqual({ year: expected.getUTCFullYear(), month: expected.getUTCMonth() })
      expect(monthOf(BigInt(start) - 1n, zone)).not.toEqual(monthOf(start, zone))
    }
  }
  expect(monthStart(2026, 6, 'Europe/London')).toBe(at('2026-06-30 23:00:00').toString())
})
