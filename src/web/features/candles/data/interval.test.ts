import { expect, test } from 'vitest'
import { compareIntervals, defaultIntervals } from '../../../../wire/candle-interval.ts'
import { findInterval, fitInterval, readInterval } from './interval.ts'

const second = 1_000_000_000n
const intervals = defaultIntervals.map((name) => readInterval(name, name))

test('labels are short and sorted from shortest to longest for any order of the node', () => {
  expect(
    [...intervals]
      .reverse()
      .sort(compareIntervals)
      .map(({ label }) => label),
  ).toEqual(['block', '1m', '5m', '15m', '30m', '1h', '4h', '6h', '8h', '12h', '1D', '7D'])
  const odd = [...intervals, readInterval('1 month', 'm'), readInterval('90 seconds', 's')].sort(compareIntervals)
  expect(odd.map(({ label }) => label).slice(0, 4)).toEqual(['block', '1m', '90s', '5m'])
  expect(odd.at(-1)).toMatchObject({ label: '1 month', length: undefined })
})

test('an address may name an interval by the words of the wire or by its label', () => {
  expect(findInterval(intervals, '15 minutes')?.label).toBe('15m')
  expect(findInterval(intervals, '1D')?.name).toBe('1 day')
  expect(findInterval(intervals, 'nonsense')?.name).toBe('1 hour')
  expect(findInterval(intervals, undefined)?.name).toBe('1 hour')
  expect(findInterval([], '1h')).toBeUndefined()
})

test('a span too long for an interval takes the next longer one that carries it', () => {
  const year = 365n * 86_400n * second
  const of = (name: string) => findInterval(intervals, name)!
  expect(fitInterval(intervals, of('1 minute'), year, 5000).name).toBe('4 hours')
  expect(fitInterval(intervals, of('1 day'), year, 5000).name).toBe('1 day')
  expect(fitInterval(intervals, of('block'), 86_400n * second, 5000).name).toBe('1 minute')
  expect(fitInterval(intervals, of('1 minute'), 1000n * year, 5000).name).toBe('7 days')
})
