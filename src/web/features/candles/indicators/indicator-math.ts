import type { Study } from './indicator-spec.ts'

/** Returns a value of each line for the close of the next traded period; NaN until there are enough closes. */
type Step = (close: number) => readonly number[]

/** Number of lines of a kind. `bollinger`: middle, upper, lower. `macd`: line, signal, histogram. */
export const outputsOf = ({ kind }: Study): number => (kind === 'bollinger' || kind === 'macd' ? 3 : 1)

/** Collects the last `length` values; undefined until there are as many. */
function window(length: number): (value: number) => readonly number[] | undefined {
  const values: number[] = []
  let next = 0
  return (value) => {
    values[next] = value
    next = (next + 1) % length
    return values.length === length ? values : undefined
  }
}

/** Sums the window each time: a running sum would accumulate rounding errors. */
function meanOf(values: readonly number[]): number {
  let sum = 0
  for (const value of values) sum += value
  return sum / values.length
}

const deviationOf = (values: readonly number[], mean: number): number =>
  Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)))

/** An exponential mean, seeded with the simple mean of the first `length` values; NaN until the seed is complete. */
function smooth(length: number, weight: number): (value: number) => number {
  let [count, mean] = [0, 0]
  return (value) => {
    count++
    mean += (count <= length ? 1 / count : weight) * (value - mean)
    return count < length ? Number.NaN : mean
  }
}

const emaWeight = (length: number): number => 2 / (length + 1)
const ema = (length: number): ((value: number) => number) => smooth(length, emaWeight(length))

function bollinger(length: number, width: number): Step {
  const push = window(length)
  return (close) => {
    const values = push(close)
    if (!values) return [Number.NaN, Number.NaN, Number.NaN]
    const mean = meanOf(values)
    const reach = width * deviationOf(values, mean)
    return [mean, mean + reach, mean - reach]
  }
}

function rsi(length: number): Step {
  const [up, down] = [smooth(length, 1 / length), smooth(length, 1 / length)]
  let last: number | undefined
  return (close) => {
    const move = last === undefined ? undefined : close - last
    last = close
    if (move === undefined) return [Number.NaN]
    const [gain, loss] = [up(Math.max(move, 0)), down(Math.max(-move, 0))]
    return [gain + loss === 0 ? 50 : (100 * gain) / (gain + loss)]
  }
}

function macd(study: Extract<Study, { kind: 'macd' }>): Step {
  const [fast, slow, signal] = [ema(study.fast), ema(study.slow), ema(study.signal)]
  return (close) => {
    const line = fast(close) - slow(close)
    const mean = Number.isNaN(line) ? Number.NaN : signal(line)
    return [line, mean, line - mean]
  }
}

function stepOf(study: Study): Step {
  switch (study.kind) {
    case 'sma': {
      const push = window(study.length)
      return (close) => {
        const values = push(close)
        return [values ? meanOf(values) : Number.NaN]
      }
    }
    case 'ema': {
      const next = ema(study.length)
      return (close) => [next(close)]
    }
    case 'bollinger':
      return bollinger(study.length, study.width)
    case 'rsi':
      return rsi(study.length)
    case 'macd':
      return macd(study)
  }
}

/**
 * The lines of an indicator: one array per line with one value per close; NaN at gaps, which are left out of every window, and
 * until there are enough values. Closes may be differences to an anchor: a constant offset shifts SMA, EMA and Bollinger lines
 * by the same amount, and leaves RSI and MACD unchanged.
 */
export function computeStudy(study: Study, closes: ArrayLike<number>): Float64Array[] {
  const lines = Array.from({ length: outputsOf(study) }, () => new Float64Array(closes.length).fill(Number.NaN))
  const step = stepOf(study)
  for (let index = 0; index < closes.length; index++) {
    const close = closes[index]!
    if (!Number.isNaN(close)) for (const [line, value] of step(close).entries()) lines[line]![index] = value
  }
  return lines
}

/** An indicator counts as settled when the seed's share of its value is below this. */
const remainder = 1e-3

/** Number of values until the seed of an exponential mean of weight `weight` is negligible. */
const settling = (weight: number): number => Math.ceil(Math.log(remainder) / Math.log(1 - weight))

/**
 * Number of traded periods an indicator needs before it has a value. `fromStart` means that the first period is the market's
 * first, so the definition's own seed is exact. In truncated data, an exponential mean depends on where the data begins and
 * stays hidden until that effect is below 0.1 %.
 */
export function warmUp(study: Study, fromStart: boolean): number {
  const more = (weight: number): number => (fromStart ? 0 : settling(weight))
  switch (study.kind) {
    case 'sma':
    case 'bollinger':
      return study.length
    case 'ema':
      return study.length + more(emaWeight(study.length))
    case 'rsi':
      return study.length + 1 + more(1 / study.length)
    case 'macd':
      return study.slow + study.signal - 1 + more(Math.min(emaWeight(study.slow), emaWeight(study.signal)))
  }
}
