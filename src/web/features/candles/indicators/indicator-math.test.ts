import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  computeStudy,
  makeStudy,
  readStudies,
  type Study,
  studyName,
  volumeAverages,
  warmUp,
  writeStudies,
} from './study.ts'
import { warmRow } from '../chart/study-lines.ts'

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Direct implementations of the textbook definitions: slow, recomputed for each bar. */
const oracles = {
  sma: (closes: readonly number[], length: number) =>
    closes.map((_, at) => (at + 1 < length ? NaN : mean(closes.slice(at + 1 - length, at + 1)))),
  ema: (closes: readonly number[], length: number) => {
    const of = (at: number): number =>
      at + 1 < length
        ? NaN
        : at + 1 === length
          ? mean(closes.slice(0, length))
          : (closes[at]! * 2) / (length + 1) + of(at - 1) * (1 - 2 / (length + 1))
    return closes.map((_, at) => of(at))
  },
  deviation: (closes: readonly number[], length: number) =>
    closes.map((_, at) => {
      if (at + 1 < length) return NaN
      const window = closes.slice(at + 1 - length, at + 1)
      return Math.sqrt(mean(window.map((value) => (value - mean(window)) ** 2)))
    }),
  rsi: (closes: readonly number[], length: number) => {
    const moves = closes.slice(1).map((close, at) => close - closes[at]!)
    const wilder = (side: (move: number) => number) => {
      const of = (at: number): number =>
        at + 1 === length
          ? mean(moves.slice(0, length).map(side))
          : (of(at - 1) * (length - 1) + side(moves[at]!)) / length
      return of
    }
    const [up, down] = [wilder((move) => Math.max(move, 0)), wilder((move) => Math.max(-move, 0))]
    return closes.map((_, at) => {
      if (at < length) return NaN
      const [gain, loss] = [up(at - 1), down(at - 1)]
      return gain + loss === 0 ? 50 : 100 - 100 / (1 + gain / loss)
    })
  },
}

const near = (found: ArrayLike<number>, wanted: readonly number[], tolerance = 1e-9): void => {
  for (const [at, value] of wanted.entries()) {
    if (Number.isNaN(value)) expect(found[at]).toBeNaN()
    else expect(Math.abs(found[at]! - value)).toBeLessThanOrEqual(tolerance * Math.max(1, Math.abs(value)))
  }
}

const closesOf = fc.array(fc.double({ min: 0.01, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 80 })
const lengths = fc.integer({ min: 2, max: 20 })

const studies: fc.Arbitrary<Study> = fc
  .record({
    kind: fc.constantFrom('sma', 'ema', 'bollinger', 'rsi', 'macd', 'atr'),
    length: lengths,
    width: fc.constantFrom(0.5, 1, 2, 2.5),
    more: fc.integer({ min: 1, max: 20 }),
    signal: fc.integer({ min: 1, max: 12 }),
  })
  .map(({ kind, length, width, more, signal }) =>
    kind === 'macd'
      ? { kind, fast: length, slow: length + more, signal }
      : kind === 'bollinger'
        ? { kind, length, width }
        : { kind, length },
  )

describe('indicators', () => {
  test('follow the textbook', () => {
    fc.assert(
      fc.property(closesOf, lengths, (closes, length) => {
        near(computeStudy({ kind: 'sma', length }, closes)[0]!, oracles.sma(closes, length))
        near(computeStudy({ kind: 'ema', length }, closes)[0]!, oracles.ema(closes, length))
        near(computeStudy({ kind: 'rsi', length }, closes)[0]!, oracles.rsi(closes, length), 1e-6)
        const [middle, upper, lower] = computeStudy({ kind: 'bollinger', length, width: 2 }, closes)
        const [means, deviations] = [oracles.sma(closes, length), oracles.deviation(closes, length)]
        near(middle!, means)
        near(
          upper!,
          means.map((value, at) => value + 2 * deviations[at]!),
        )
        near(
          lower!,
          means.map((value, at) => value - 2 * deviations[at]!),
          1e-6,
        )
      }),
      { numRuns: 300 },
    )
  })

  test('ATR is Wilder’s mean of true ranges, the first one without a close before it', () => {
    const bars = fc.array(
      fc.tuple(...[0, 1, 2].map(() => fc.double({ min: 1, max: 1000, noNaN: true }))).map((prices) => ({
        close: prices[0]!,
        high: Math.max(...prices),
        low: Math.min(...prices),
      })),
      { minLength: 1, maxLength: 60 },
    )
    fc.assert(
      fc.property(bars, lengths, fc.boolean(), (some, length, gap) => {
        const ranges = some.map(({ high, low }, at) => {
          const before = some[at - 1]?.close
          return before === undefined
            ? high - low
            : Math.max(high - low, Math.abs(high - before), Math.abs(low - before))
        })
        const wilder = (at: number): number =>
          at + 1 < length
            ? NaN
            : at + 1 === length
              ? mean(ranges.slice(0, length))
              : (wilder(at - 1) * (length - 1) + ranges[at]!) / length
        const wanted = ranges.map((_, at) => wilder(at))
        const lines = (['close', 'high', 'low'] as const).map((name) => some.map((bar) => bar[name]))
        const [closes, highs, lows] = lines.map((values) => (gap ? [NaN, ...values] : values))
        const found = computeStudy({ kind: 'atr', length }, closes!, highs, lows)[0]!
        near(found, gap ? [NaN, ...wanted] : wanted, 1e-7)
      }),
      { numRuns: 200 },
    )
  })

  test('the volume average is exact beyond what a number holds, and leaves gaps out', () => {
    const volumes = fc.array(fc.option(fc.bigInt({ min: 0n, max: 10n ** 30n }), { nil: undefined }), { maxLength: 60 })
    fc.assert(
      fc.property(volumes, lengths, (some, length) => {
        const found = volumeAverages(some, length)
        for (const [at, volume] of some.entries()) {
          const traded = some.slice(0, at + 1).filter((one) => one !== undefined)
          const window = traded.slice(-length)
          const sum = window.reduce((all, one) => all + one, 0n)
          if (volume === undefined || window.length < length) expect(found[at]).toBeUndefined()
          else expect(found[at]! * BigInt(length) - sum).toBeLessThanOrEqual(BigInt(length) / 2n)
          if (found[at] !== undefined) expect(sum - found[at] * BigInt(length)).toBeLessThanOrEqual(BigInt(length) / 2n)
        }
      }),
      { numRuns: 200 },
    )
  })

  test('MACD is the difference of two means, its signal a mean of that', () => {
    fc.assert(
      fc.property(closesOf, lengths, fc.integer({ min: 1, max: 10 }), (closes, fast, more) => {
        const slow = fast + more
        const [line, signal, histogram] = computeStudy({ kind: 'macd', fast, slow, signal: 3 }, closes)
        const [quick, calm] = [oracles.ema(closes, fast), oracles.ema(closes, slow)]
        const differences = quick.map((value, at) => value - calm[at]!)
        near(line!, differences, 1e-7)
        const known = oracles.ema(differences.slice(slow - 1), 3)
        const signals = [...Array.from<number>({ length: Math.min(slow - 1, closes.length) }).fill(NaN), ...known]
        near(signal!, signals.slice(0, closes.length), 1e-7)
        near(
          histogram!,
          closes.map((_, at) => differences[at]! - signals[at]!),
          1e-6,
        )
      }),
      { numRuns: 300 },
    )
  })

  test('a gap has no value and takes no place in a window', () => {
    const closes = [1, NaN, 2, NaN, NaN, 3]
    expect(Array.from(computeStudy({ kind: 'sma', length: 3 }, closes)[0]!)).toEqual([NaN, NaN, NaN, NaN, NaN, 2])
  })

  test('values move along with an anchor: differences serve as well as prices', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 30, maxLength: 60 }),
        studies,
        (closes, study) => {
          const [plain, moved] = [closes, closes.map((close) => close + 4096)].map((some) => computeStudy(study, some))
          const shift = ['rsi', 'macd', 'atr'].includes(study.kind) ? 0 : 4096
          for (const [line, values] of plain!.entries()) {
            near(
              moved![line]!,
              Array.from(values).map((value) => value + shift),
              1e-6,
            )
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  test('where the data was cut, lines stay away until the cut no longer shows', () => {
    expect(warmUp({ kind: 'sma', length: 20 }, false)).toBe(20)
    expect(warmUp({ kind: 'ema', length: 20 }, true)).toBe(20)
    fc.assert(
      fc.property(
        lengths,
        fc.array(fc.double({ min: 100, max: 200, noNaN: true }), { minLength: 300, maxLength: 300 }),
        (length, closes) => {
          // The same series with an earlier start: after the warm-up, both lines agree to a thousandth of the price.
          const study = { kind: 'ema', length } as const
          const [whole, late] = [computeStudy(study, closes), computeStudy(study, closes.slice(40))]
          const from = warmUp(study, false)
          for (let at = from; at < closes.length - 40; at++) {
            expect(Math.abs(whole[0]![at + 40]! - late[0]![at]!)).toBeLessThan(0.2)
          }
        },
      ),
      { numRuns: 100 },
    )
  })
})

test('a line stays away while the indicator warms up, counted in periods that were traded in', () => {
  const [sma, ema] = [{ kind: 'sma', length: 3 } as const, { kind: 'ema', length: 3 } as const]
  const closes = [1, NaN, 2, 3, NaN, 4]
  const many = Array.from({ length: 50 }, (_, index) => 100 + Math.sin(index))
  expect(warmRow(sma, closes, true)).toBe(3)
  expect(warmRow({ kind: 'sma', length: 9 }, closes, true)).toBe(closes.length)
  expect(warmRow(ema, many, false)).toBeGreaterThan(warmRow(ema, many, true))
})

describe('studies in the address', () => {
  test('are read back as they were written; what means nothing is left out', () => {
    fc.assert(
      fc.property(fc.array(studies, { maxLength: 6 }), (some) => {
        const text = writeStudies(some)
        const again = readStudies(text)
        expect(writeStudies(readStudies(writeStudies(again)))).toBe(writeStudies(again))
        for (const study of some) expect(again).toContainEqual(study)
      }),
    )
    expect(readStudies('sma-0,ema-1,rsi-9999,macd-26-12-9,bollinger-20,sma-20-3,what-1,sma--1')).toEqual([])
    expect(readStudies('sma-20,sma-20,bollinger-20-2.5').map(studyName)).toEqual(['SMA 20', 'Bollinger 20 2.5'])
    expect(readStudies(undefined)).toEqual([])
    expect(makeStudy('macd', [12, 12, 9])).toBeUndefined()
  })
})
