import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Candle } from '../../../../wire/candles.ts'
import { compareIntegers, indexAt, isGap, mergeCandles } from './merge-candles.ts'

const runs = { numRuns: 1000 }

const candle = (start: string, rest: Partial<Candle> = {}): Candle => ({
  start,
  lastUpdate: start,
  open: '10',
  high: '12',
  low: '9',
  close: '11',
  volume: '5',
  notional: '55',
  ...rest,
})
const gap = (start: string, lastUpdate = start): Candle =>
  candle(start, { lastUpdate, open: '', high: '', low: '', close: '', volume: '0', notional: '0' })

const small = fc.bigInt({ min: 0n, max: 12n }).map(String)
const arbitrary: fc.Arbitrary<Candle> = fc.oneof(
  fc.record({
    start: small,
    lastUpdate: small,
    open: small,
    high: small,
    low: small,
    close: small,
    volume: small,
    notional: small,
  }),
  fc.record({ start: small, lastUpdate: small }).map(({ start, lastUpdate }) => gap(start, lastUpdate)),
)
const page = fc.array(arbitrary, { maxLength: 30 })
/** Pages in merged form. */
const held = page.map((candles) => mergeCandles([], candles))

describe('the merge of candles', () => {
  test('ascends, holds each period once and loses none', () => {
    fc.assert(
      fc.property(held, page, (before, arriving) => {
        const merged = mergeCandles(before, arriving)
        for (let index = 1; index < merged.length; index++) {
          expect(compareIntegers(merged[index - 1]!.start, merged[index]!.start)).toBeLessThan(0)
        }
        const given = new Set([...before, ...arriving].map(({ start }) => start))
        expect(new Set(merged.map(({ start }) => start))).toEqual(given)
      }),
      runs,
    )
  })

  test('keeps the record with the latest update of each period, one that was given', () => {
    fc.assert(
      fc.property(held, page, (before, arriving) => {
        const all = [...before, ...arriving]
        for (const kept of mergeCandles(before, arriving)) {
          expect(all).toContain(kept)
          for (const other of all) {
            if (other.start === kept.start) {
              expect(compareIntegers(kept.lastUpdate, other.lastUpdate)).toBeGreaterThanOrEqual(0)
            }
          }
        }
      }),
      runs,
    )
  })

  test('does not depend on the order of rows or of pages, and repeating a page changes nothing', () => {
    fc.assert(
      fc.property(page, page, page, (a, b, c) => {
        const one = mergeCandles(mergeCandles(mergeCandles([], a), b), c)
        const other = mergeCandles(mergeCandles([], c), mergeCandles(mergeCandles([], b.toReversed()), a))
        expect(one).toEqual(other)
        expect(mergeCandles(one, b)).toEqual(one)
        expect(mergeCandles(one, a.toReversed())).toEqual(one)
      }),
      runs,
    )
  })

  test('leaves its input alone and unchanged records identical', () => {
    fc.assert(
      fc.property(held, page, (before, arriving) => {
        const copies = [structuredClone(before), structuredClone(arriving)]
        const merged = mergeCandles(before, arriving)
        expect([before, arriving]).toEqual(copies)
        for (const kept of before) {
          if (!arriving.some(({ start }) => start === kept.start)) expect(merged.includes(kept)).toBe(true)
        }
      }),
      runs,
    )
  })

  test('gaps stay gaps, and trades beat a gap row with the same lastUpdate', () => {
    const merged = mergeCandles([candle('100'), gap('200', '100')], [gap('300'), candle('300')])
    expect(merged.map(isGap)).toEqual([false, true, false])
    expect(mergeCandles([candle('300')], [gap('300')]).map(isGap)).toEqual([false])
  })

  test('of two records with the same lastUpdate the one with more volume is the newer, whatever came first', () => {
    const [less, more] = [
      candle('300', { volume: '9', notional: '99' }),
      candle('300', { volume: '10', notional: '98' }),
    ]
    expect(mergeCandles([less], [more])).toEqual([more])
    expect(mergeCandles([more], [less])).toEqual([more])
  })

  test('orders nanoseconds beyond 2^53 and of different length by value', () => {
    const starts = ['1795219200000000001', '1795219200000000000', '999', '-5', '+7']
    expect(
      mergeCandles(
        [],
        starts.map((start) => candle(start)),
      ).map(({ start }) => start),
    ).toEqual(['-5', '+7', '999', '1795219200000000000', '1795219200000000001'])
  })
})

test('comparing integers as text agrees with BigInt', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.bigInt(), (a, b) => {
      expect(Math.sign(compareIntegers(String(a), String(b)))).toBe(a < b ? -1 : a > b ? 1 : 0)
    }),
    runs,
  )
})

test('indexAt finds the candle that covers an instant', () => {
  const candles = [candle('100'), candle('200'), candle('300')]
  expect(['99', '100', '250', '300', '9999'].map((start) => indexAt(candles, start))).toEqual([-1, 0, 1, 2, 2])
  expect(indexAt([], '5')).toBe(-1)
})
