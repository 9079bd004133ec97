import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareIntervals, defaultIntervals } from '../../../../wire/candle-interval.ts'
import { type Interval, readInterval } from '../data/interval.ts'
import { intervalFor, intervalForAll, namedRanges, rangeStart, type RelativeRange } from './named-range.ts'

const all = defaultIntervals.map((name) => readInterval(name, `id of ${name}`))
const relative = namedRanges.filter((range): range is RelativeRange => range.span !== undefined)

const someIntervals = fc
  .subarray([...defaultIntervals], { minLength: 1 })
  .map((names) => names.map((name) => readInterval(name, name)).toSorted(compareIntervals))

describe('time ranges', () => {
  test('each has its own interval on a node with the default ones', () => {
    const chosen = relative.map((range) => `${range.name} ${intervalFor(range, all)?.label}`)
    expect(chosen).toEqual(['1D 5m', '1W 30m', '1M 4h', '3M 12h', '1Y 1D'])
  })

  test('on any node a range is shown in an interval that the node lists', () => {
    fc.assert(
      fc.property(fc.constantFrom(...relative), someIntervals, (range, intervals) => {
        const chosen = intervalFor(range, intervals)
        const fixed = intervals.filter(({ length }) => length !== undefined)
        if (fixed.length === 0) expect(chosen).toBeUndefined()
        else expect(fixed).toContain(chosen)
      }),
    )
  })

  test('all candles of a market are few enough to tell apart, unless no interval is long enough', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 18n }), someIntervals, (span, intervals) => {
        const chosen = intervalForAll(span, intervals)
        const fits = ({ length }: Interval) => length !== undefined && span <= length * 600n
        expect(chosen && fits(chosen)).toBe(intervals.some(fits) || (chosen ? false : undefined))
        if (chosen && fits(chosen)) expect(intervals.find(fits)).toBe(chosen)
      }),
    )
  })

  test('a range starts with a whole candle and ends with the running one', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...relative),
        fc.bigInt({ min: 10n ** 18n, max: 2n * 10n ** 18n }),
        ({ span, interval }, now) => {
          const { length = 0n } = all.find(({ name }) => name === interval) ?? {}
          const start = rangeStart(span, length, now)
          expect(start % length).toBe(0n)
          expect(start + span - now).toBeGreaterThan(0n)
          expect(start + span - now).toBeLessThanOrEqual(length)
        },
      ),
    )
  })

  test('a range of an interval without a fixed length ends now, and none starts before 1970', () => {
    expect(rangeStart(10n, undefined, 25n)).toBe(15n)
    expect(rangeStart(30n, undefined, 25n)).toBe(0n)
  })
})
