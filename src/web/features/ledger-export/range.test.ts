import { expect, test } from 'vitest'
import { fromRfc3339 } from '../../../wire/rfc3339.ts'
import { presetName, presetOf, presetRange, presets, rangeLabel } from './range.ts'

const ns = (text: string): string => (fromRfc3339(text) ?? 0n).toString()
const now = BigInt(ns('2026-11-21T02:41:00.5Z'))

test('months and years are those of the calendar', () => {
  expect(presetRange('this-month', now, 'utc')).toEqual({
    from: ns('2026-11-01T00:00:00Z'),
    to: ns('2026-12-01T00:00:00Z'),
  })
  expect(presetRange('last-month', now, 'utc')).toEqual({
    from: ns('2026-10-01T00:00:00Z'),
    to: ns('2026-11-01T00:00:00Z'),
  })
  expect(presetRange('quarter', now, 'utc')).toEqual({
    from: ns('2026-10-01T00:00:00Z'),
    to: ns('2027-01-01T00:00:00Z'),
  })
  expect(presetRange('year', now, 'utc')).toEqual({ from: ns('2026-01-01T00:00:00Z'), to: ns('2027-01-01T00:00:00Z') })
})

test('the month before January is December', () => {
  const january = BigInt(ns('2027-01-05T00:00:00Z'))
  expect(presetRange('last-month', january, 'utc').from).toBe(ns('2026-12-01T00:00:00Z'))
})

test('a month with a clock change starts and ends at local midnight', () => {
  const october = BigInt(ns('2026-10-10T00:00:00Z'))
  expect(presetRange('this-month', october, 'Europe/London')).toEqual({
    from: ns('2026-10-01T00:00:00+01:00'),
    to: ns('2026-11-01T00:00:00Z'),
  })
})

test('moving ranges cover whole seconds', () => {
  expect(presetRange('day', now, 'utc')).toEqual({ from: ns('2026-11-20T02:41:00Z'), to: ns('2026-11-21T02:41:01Z') })
})

test('the last block of a chain that has stopped at a whole second lies in its last 24 hours', () => {
  const last = BigInt(ns('2024-03-31T00:00:00Z'))
  expect(BigInt(presetRange('day', last, 'utc').to ?? '')).toBeGreaterThan(last)
})

test('presets of a chain that has stopped are called by the time that they mean', () => {
  const last = BigInt(ns('2024-03-31T00:00:00Z'))
  expect(presets.map(({ value }) => presetName(value, last, 'utc', true))).toEqual([
    '24 h',
    '7 d',
    'March 2024',
    'February 2024',
    'Q1 2024',
    '2024',
    'All',
  ])
})

test.each(presets)('the button of $value shows pressed for its own range', ({ value }) => {
  expect(presetOf(presetRange(value, now, 'utc'), now, 'utc')).toBe(value)
})

test('calendar ranges have names', () => {
  const named = (from: string, to: string) => rangeLabel({ from: ns(from), to: ns(to) }, 'utc')
  expect(named('2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z')).toBe('October 2026')
  expect(named('2026-07-01T00:00:00Z', '2026-10-01T00:00:00Z')).toBe('Q3 2026')
  expect(named('2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z')).toBe('2026')
  expect(named('2026-10-01T00:00:01Z', '2026-11-01T00:00:00Z')).toBe('')
  expect(rangeLabel({}, 'utc')).toBe('')
})
