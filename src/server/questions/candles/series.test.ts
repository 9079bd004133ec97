import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bucketAt, bucketFrom, seriesOf, windowOf } from './series.ts'

const minute = 60_000_000n
const week = 7n * 1440n * minute
const instant = (iso: string): bigint => BigInt(Date.parse(iso)) * 1000n

test('weeks start on Mondays in UTC', () => {
  expect(bucketAt(instant('2024-03-01T12:00:00Z'), week)).toBe(instant('2024-02-26T00:00:00Z'))
  expect(bucketAt(instant('1999-12-31T12:00:00Z'), week)).toBe(instant('1999-12-27T00:00:00Z'))
  expect(bucketFrom(instant('2024-02-26T00:00:00Z'), week)).toBe(instant('2024-02-26T00:00:00Z'))
  expect(bucketFrom(instant('2024-02-26T00:00:00Z') + 1n, week)).toBe(instant('2024-03-04T00:00:00Z'))
})

describe('the series', () => {
  const existing = { first: instant('2024-03-04T10:00:00Z'), last: instant('2024-03-04T12:00:00Z') }
  test('reaches from the first to the last candle without bounds', () => {
    expect(seriesOf(existing, {}, minute)).toEqual(existing)
  })
  test('an unaligned from does not invent an empty bucket that hides trades', () => {
    const from = existing.first + 1n
    expect(seriesOf(existing, { from }, minute)?.first).toBe(existing.first + minute)
  })
  test('the end is exclusive, and may lie in the future', () => {
    const to = existing.last + 10n * minute
    expect(seriesOf(existing, { to }, minute)?.last).toBe(to - minute)
    expect(seriesOf(existing, { to: to + 1n }, minute)?.last).toBe(to)
    expect(seriesOf(existing, { to: existing.first }, minute)).toBeUndefined()
    expect(seriesOf(existing, { from: existing.last + 1n }, minute)).toBeUndefined()
  })
})

test('windows from cursor to cursor show every bucket of the series once, in either order', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -1000n, max: 1000n }),
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 1, max: 25 }),
      fc.constantFrom(minute, week),
      fc.boolean(),
      (at, buckets, limit, step, descending) => {
        const first = bucketFrom(at * minute, step)
        const series = { first, last: first + BigInt(buckets) * step }
        const seen: bigint[] = []
        let cursor: bigint | undefined
        for (;;) {
          const window = windowOf(series, { count: limit + (cursor === undefined ? 1 : 2), descending, cursor }, step)
          const length = window ? Number((window.last - window.first) / step) + 1 : 0
          const read = Array.from({ length }, (_, index) => (window?.first ?? 0n) + BigInt(index) * step)
          if (descending) read.reverse()
          const page = (cursor === undefined ? read : read.slice(1)).slice(0, limit)
          if (page.length === 0) break
          seen.push(...page)
          cursor = page.at(-1)
        }
        const all = Array.from({ length: buckets + 1 }, (_, index) => first + BigInt(index) * step)
        expect(seen).toEqual(descending ? all.reverse() : all)
      },
    ),
  )
})

test('a window is never longer than the page, however long the history', () => {
  const series = { first: -(10n ** 15n) * minute, last: 10n ** 15n * minute }
  for (const descending of [true, false]) {
    const window = windowOf(series, { count: 1001, descending, cursor: 0n }, minute)
    expect((window?.last ?? 0n) - (window?.first ?? 0n)).toBe(1000n * minute)
  }
})
