import type { Coordinate, TickMark, Time, TimePointIndex } from 'lightweight-charts'
import { expect, test } from 'vitest'
import { offsetAt } from '../format/zone.ts'
import { tickWeight, tickWords, ZonedAxis } from './themed-chart.ts'

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

test('the hour that clocks show twice has two ticks of an hour, without seconds', () => {
  const axis = new ZonedAxis()
  axis.setZone('Europe/Berlin', false)
  const points = Array.from({ length: 5 }, (_, index) => ({ originalTime: at('2026-10-24T23:00Z') + index * 3600 }))
  axis.fillWeightsForPoints(points as unknown as Parameters<ZonedAxis['fillWeightsForPoints']>[0], 0)
  const words = points.map((point, index) =>
    axis.formatTickmark({ ...point, index, weight: Reflect.get(point, 'timeWeight') } as unknown as TickMark),
  )
  expect(words).toEqual(['01:00', '02:00', '02:00', '03:00', '04:00'])
})

test('a tick label is written whole or not at all, also where the same tick was in the middle before', () => {
  const axis = new ZonedAxis()
  const ticks = [5, 40, 400, 780, 799]
  let left = 0
  axis.scale = {
    width: () => 800,
    timeToIndex: (time) => ((Number(time) - at('2026-11-19T00:00Z')) / 86_400) as TimePointIndex,
    logicalToCoordinate: (index) => (ticks[index]! - left) as Coordinate,
  }
  const midnight = (index: number) => at('2026-11-19T00:00Z') + index * 86_400
  const label = (index: number): string =>
    axis.formatTickmark({ index, weight: 50, originalTime: midnight(index) } as unknown as TickMark)
  expect(ticks.map((_, index) => label(index))).toEqual(['', '20 Nov', '21 Nov', '22 Nov', ''])
  const key = (index: number): number => axis.cacheKey(axis.convertHorzItemToInternal(midnight(index) as Time))
  expect(key(2)).toBe(key(2))
  const before = key(1)
  left = 30
  expect(label(1)).toBe('')
  // The chart keeps labels by key: one that is cut now must not be found under the key it had.
  expect(key(1)).not.toBe(before)
  expect(key(1)).not.toBe(key(1))
})

test.each(['Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Africa/Casablanca', 'utc'])(
  'offsets of %s agree with the calendar through a year of half hours',
  (zone) => {
    const axis = new ZonedAxis()
    axis.setZone(zone, false)
    for (let seconds = at('2026-01-01T00:00Z'); seconds < at('2027-01-01T00:00Z'); seconds += 1800) {
      expect(axis.offset(seconds)).toBe(zone === 'utc' ? 0 : offsetAt(seconds * 1000, zone) / 1000)
    }
  },
)
