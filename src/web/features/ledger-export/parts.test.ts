import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromRfc3339 } from '../../format/time.ts'
import { monthsOf, rangeLabel } from './parts.ts'

const ns = (text: string): string => (fromRfc3339(text) ?? 0n).toString()
const now = BigInt(ns('2026-11-21T02:41:00Z'))

test('a range is cut at the months, first and last as they are', () => {
  expect(monthsOf({ from: ns('2026-01-20T05:00:00Z'), to: ns('2026-03-02T00:00:00Z') }, now, 'utc')).toEqual([
    { label: 'January 2026', from: ns('2026-01-20T05:00:00Z'), to: ns('2026-02-01T00:00:00Z') },
    { label: 'February 2026', from: ns('2026-02-01T00:00:00Z'), to: ns('2026-03-01T00:00:00Z') },
    { label: 'March 2026', from: ns('2026-03-01T00:00:00Z'), to: ns('2026-03-02T00:00:00Z') },
  ])
})

test('an open end stays open', () => {
  expect(monthsOf({ from: ns('2026-10-31T23:00:00Z') }, now, 'utc')).toEqual([
    { label: 'October 2026', from: ns('2026-10-31T23:00:00Z'), to: ns('2026-11-01T00:00:00Z') },
    { label: 'November 2026', from: ns('2026-11-01T00:00:00Z') },
  ])
})

test('months follow the clock of the zone', () => {
  const parts = monthsOf(
    { from: ns('2026-10-01T00:00:00+01:00'), to: ns('2026-12-01T00:00:00Z') },
    now,
    'Europe/London',
  )
  expect(parts.map(({ label }) => label)).toEqual(['October 2026', 'November 2026'])
  expect(parts[1]?.from).toBe(ns('2026-11-01T00:00:00Z'))
})

test('parts follow each other without a gap and cover the range', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1_600_000_000, max: 1_790_000_000 }),
      fc.integer({ min: 1, max: 100_000_000 }),
      fc.constantFrom('utc', 'Europe/London', 'Pacific/Auckland', 'America/New_York', 'raw'),
      (start, length, zone) => {
        const range = { from: `${start}000000000`, to: `${start + length}000000000` }
        const parts = monthsOf(range, now, zone)
        expect(parts[0]?.from).toBe(range.from)
        expect(parts.at(-1)?.to).toBe(range.to)
        for (const [index, part] of parts.entries()) {
          if (index > 0) expect(part.from).toBe(parts[index - 1]?.to)
          expect(BigInt(part.from ?? 0) < BigInt(part.to ?? 0)).toBe(true)
        }
      },
    ),
  )
})

test('calendar ranges have names', () => {
  const named = (from: string, to: string) => rangeLabel({ from: ns(from), to: ns(to) }, 'utc')
  expect(named('2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z')).toBe('October 2026')
  expect(named('2026-07-01T00:00:00Z', '2026-10-01T00:00:00Z')).toBe('Q3 2026')
  expect(named('2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z')).toBe('2026')
  expect(named('2026-10-01T00:00:01Z', '2026-11-01T00:00:00Z')).toBe('')
  expect(rangeLabel({}, 'utc')).toBe('')
})
