import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromRfc3339 } from '../../../wire/rfc3339.ts'
import { formatInstant } from '../../format/time.ts'
import { dateOf, daysOf, instantsOf, isWholeDays, rangeError } from './day-range.ts'

const ns = (text: string): string => String(fromRfc3339(text))
const october = { from: ns('2026-10-01T00:00:00Z'), to: ns('2026-11-01T00:00:00Z') }
const days = (from: [number, number, number], to?: [number, number, number]) => ({
  from: dateOf({ year: from[0], month: from[1], day: from[2] }),
  ...(to && { to: dateOf({ year: to[0], month: to[1], day: to[2] }) }),
})

test('the last day of a range is the one before its end, which is not included', () => {
  expect(daysOf(october, 'utc')).toEqual(days([2026, 9, 1], [2026, 9, 31]))
  expect(daysOf({ ...october, to: ns('2026-11-01T00:00:01Z') }, 'utc')).toEqual(days([2026, 9, 1], [2026, 10, 1]))
})

test('days are those of the zone, with its change of summer time', () => {
  expect(instantsOf(days([2026, 9, 24], [2026, 9, 25]), 'Europe/London')).toEqual({
    from: ns('2026-10-23T23:00:00Z'),
    to: ns('2026-10-26T00:00:00Z'),
  })
  expect(daysOf(october, 'America/New_York')).toEqual(days([2026, 8, 30], [2026, 9, 31]))
})

test('one day chosen is a range of one day', () => {
  expect(instantsOf(days([2026, 9, 31]), 'utc')).toEqual({
    from: ns('2026-10-31T00:00:00Z'),
    to: ns('2026-11-01T00:00:00Z'),
  })
})

test('a range that is open or empty has no days', () => {
  expect(daysOf({ from: october.from }, 'utc')).toBeUndefined()
  expect(daysOf({ to: october.to }, 'utc')).toBeUndefined()
  expect(daysOf({ from: october.to, to: october.from }, 'utc')).toBeUndefined()
})

test('days that were chosen are the days that show, in every zone', () => {
  // The last two skip or repeat midnight itself.
  const zone = fc.constantFrom(
    'utc',
    'local',
    'raw',
    'Asia/Kathmandu',
    'Pacific/Auckland',
    'America/Sao_Paulo',
    'America/Havana',
  )
  const day = fc.integer({ min: 0, max: 12_000 })
  fc.assert(
    fc.property(zone, day, fc.integer({ min: 0, max: 400 }), (zone, first, length) => {
      const chosen = days([2012, 0, first + 1], [2012, 0, first + 1 + length])
      const range = instantsOf(chosen, zone)
      expect(daysOf(range, zone)).toEqual(chosen)
      expect(isWholeDays(range, zone)).toBe(true)
      expect(isWholeDays({ ...range, from: String(BigInt(range.from) + 1n) }, zone)).toBe(false)
      expect(formatInstant(range.from, zone === 'raw' ? 'utc' : zone, { time: false })).toContain(
        String(chosen.from.getDate()),
      )
    }),
    { numRuns: 500 },
  )
})

test('an end before the start is an error', () => {
  expect(rangeError({ from: '5', to: '5' })).toContain('before')
  expect(rangeError({ from: '-5', to: '5' })).toBeUndefined()
  expect(rangeError({ to: '5' })).toBeUndefined()
})
