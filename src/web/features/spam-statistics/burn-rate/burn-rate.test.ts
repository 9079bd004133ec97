// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { basisWords, jumpWords, rateWords } from './burn-rate-words.ts'
import { jumpOf, paceOf, type Run } from '../../../../wire/spam/spam-pace.ts'
import { record } from '../history/history.ts'

const look = (minutes: number, used: string, epoch = '7') => ({ at: minutes * 60_000, epoch, used, most: '20' })
const seen = (...looks: ReturnType<typeof look>[]): Run[] => looks.reduce<Run[]>((runs, next) => record(runs, next), [])

test('a rate needs two increases', () => {
  expect(paceOf(seen(look(0, '10'), look(10, '12')), '7', '20')).toBeUndefined()
  expect(paceOf(seen(look(0, '10'), look(5, '11'), look(10, '12')), '7', '20')).toEqual({
    perHour: 12,
    runsOutIn: 40 * 60_000,
  })
  expect(paceOf(seen(look(0, '10'), look(5, '10'), look(9, '10')), '7', '20')).toBeUndefined()
  expect(paceOf(seen(look(0, '10'), look(5, '9'), look(9, '8')), '7', '20')).toBeUndefined()
  expect(paceOf(undefined, '7', '20')).toBeUndefined()
})

test('a single jump is no rate of thousands per hour and no limit in two seconds', () => {
  const at = Date.UTC(2024, 2, 1, 16, 29) / 60_000
  const runs = seen(look(at - 0.2, '0'), look(at - 0.1, '0'), look(at, '18'), look(at + 0.1, '18'))
  expect(paceOf(runs, '7', '20')).toBeUndefined()
  const jump = jumpOf(runs, '7')
  expect(jump && jumpWords(jump, 'utc')).toBe('+18 at 16:29 UTC')
  // Nobody looked for a quarter of an hour: when it happened is not known.
  const later = jumpOf(seen(look(at - 15, '0'), look(at, '18')), '7')
  expect(later && jumpWords(later, 'utc')).toBe('+18 between 16:14 and 16:29 UTC')
  expect(jumpOf(seen(look(0, '18'), look(1, '18')), '7')).toBeUndefined()
  expect(jumpOf(seen(look(0, '1'), look(1, '2'), look(2, '3')), '7')).toBeUndefined()
})

test('a rate is said with two figures', () => {
  expect(rateWords(3532.4)).toBe('about 3,500 per hour')
  expect(rateWords(12.34)).toBe('about 12 per hour')
  expect(rateWords(4.46)).toBe('about 4.5 per hour')
  expect(rateWords(0.049)).toBe('about 0.049 per hour')
  expect(rateWords(6.6e22)).toBe('about 66,000,000,000,000,000,000,000 per hour')
})

test('a rate says how many readings it rests on, since when, and who made them', () => {
  const at = Date.UTC(2024, 2, 1, 16) / 60_000
  const runs = seen(look(at, '10', '6'), ...Array.from({ length: 9 }, (_, index) => look(at + index, String(index))))
  expect(basisWords(runs, '7', 'utc')).toBe('Rate from 9 readings since 16:00 UTC, measured in this browser.')
  const kept = runs.map((run, index): Run => (index === 3 ? { ...run, kept: true } : run))
  expect(basisWords(kept, '7', 'utc')).toBe('Rate from 9 readings since 16:00 UTC, kept by this node.')
  // A run that began before the hour has readings that the rate does not rest on.
  const quiet = Array.from({ length: 20 }, (_, index) => look(at + index * 5, '3'))
  expect(basisWords(seen(...quiet, look(at + 100, '4'), look(at + 110, '5')), '7', 'utc')).toBe(
    'Rate of the last hour, measured in this browser.',
  )
})

test('a new epoch starts over', () => {
  const runs = seen(look(0, '1', '6'), look(5, '19', '6'), look(6, '0'), look(9, '1'), look(18, '2'))
  expect(paceOf(runs, '7', '20')).toMatchObject({ perHour: 10 })
  expect(paceOf(runs, '8', '20')).toBeUndefined()
  expect(jumpOf(seen(look(0, '1', '6'), look(6, '4')), '7')).toBeUndefined()
})

test('a test network that restarted within the same epoch number has no rate from before', () => {
  expect(paceOf(seen(look(0, '9'), look(1, '12'), look(2, '0'), look(8, '1'), look(14, '2')), '7', '20')).toMatchObject(
    { perHour: 10 },
  )
})

test('a node that lags behind another adds no rise and hides no rate', () => {
  const lagging = [look(0, '10'), look(5, '12'), look(6, '11'), look(10, '12')]
  expect(paceOf(seen(...lagging), '7', '20')).toBeUndefined()
  expect(jumpOf(seen(...lagging), '7')).toMatchObject({ by: '2' })
  expect(paceOf(seen(...lagging, look(15, '13')), '7', '20')).toMatchObject({ perHour: 12 })
})

test('a reached limit runs out no more', () => {
  expect(paceOf(seen(look(0, '10'), look(1, '15'), look(2, '20')), '7', '20')?.runsOutIn).toBeUndefined()
  expect(paceOf(seen(look(0, '10'), look(1, '15'), look(2, '21')), '7', '20')?.runsOutIn).toBeUndefined()
})

test('only the last hour counts: an old burst says nothing about now', () => {
  const quiet = Array.from({ length: 100 }, (_, index) => look(5 + index, '12'))
  expect(paceOf(seen(look(0, '0'), ...quiet), '7', '20')).toBeUndefined()
  expect(jumpOf(seen(look(0, '0'), ...quiet), '7')).toBeUndefined()
  expect(paceOf(seen(look(0, '0'), ...quiet, look(110, '14')), '7', '20')).toBeUndefined()
  const pace = paceOf(seen(look(0, '0'), ...quiet, look(110, '13'), look(114, '14')), '7', '20')
  expect(pace?.perHour).toBeCloseTo(2)
})
