import type { Study } from './indicator-spec.ts'

/** State of a mean over the last `length` values; plain data, so that it can be copied and sent to a worker. */
interface Window {
  values: number[]
  at: number
}

/** State of an exponential mean, seeded with the simple mean of the first `length` values. */
interface Smooth {
  count: number
  sum: number
  value: number
}

/** The state of an indicator after some values. */
export interface Memory {
  window: Window
  smooth: Smooth[]
  last: number
  /** Number of values processed. */
  count: number
}

export const startMemory = (): Memory => ({
  window: { values: [], at: 0 },
  smooth: [0, 1, 2].map(() => ({ count: 0, sum: 0, value: 0 })),
  last: Number.NaN,
  count: 0,
})

/** Number of lines of a kind. `bollinger`: middle, upper, lower. `macd`: line, signal, histogram. */
export const outputsOf = ({ kind }: Study): number => (kind === 'bollinger' || kind === 'macd' ? 3 : 1)

function push(window: Window, value: number, length: number): boolean {
  if (window.values.length < length) window.values.push(value)
  else window.values[window.at] = value
  window.at = (window.at + 1) % length
  return window.values.length === length
}

/** Recomputes the sum each time: a running sum would accumulate rounding errors over 50,000 bars. */
function meanOf({ values }: Window): number {
  let sum = 0
  for (const value of values) sum += value
  return sum / values.length
}

function deviationOf({ values }: Window, mean: number): number {
  let sum = 0
  for (const value of values) sum += (value - mean) ** 2
  return Math.sqrt(sum / values.length)
}

/** Adds a value to an exponential mean with weight `weight`; undefined until the seed is complete. */
function smoothed(memory: Smooth, value: number, length: number, weight: number): number | undefined {
  memory.count++
  if (memory.count <= length) {
    memory.sum += value
    memory.value = memory.sum / length
    return memory.count === length ? memory.value : undefined
  }
  memory.value += weight * (value - memory.value)
  return memory.value
}

const emaWeight = (length: number): number => 2 / (length + 1)

function strength(memory: Memory, close: number, length: number): number {
  const difference = close - memory.last
  if (memory.count === 1) return Number.NaN
  const [up, down] = memory.smooth as [Smooth, Smooth]
  const gain = smoothed(up, Math.max(difference, 0), length, 1 / length)
  const loss = smoothed(down, Math.max(-difference, 0), length, 1 / length)
  if (gain === undefined || loss === undefined) return Number.NaN
  return gain + loss === 0 ? 50 : (100 * gain) / (gain + loss)
}

/**
 * Processes the close of the next traded period and writes the lines' values to `out` starting at `at`; NaN until there are
 * enough values. Closes may be differences to an anchor: a constant offset shifts SMA, EMA and Bollinger lines by the same
 * amount, and leaves RSI and MACD unchanged.
 */
export function step(study: Study, memory: Memory, close: number, out: number[]): void {
  memory.count++
  switch (study.kind) {
    case 'sma':
      out[0] = push(memory.window, close, study.length) ? meanOf(memory.window) : Number.NaN
      break
    case 'ema':
      out[0] = smoothed(memory.smooth[0]!, close, study.length, emaWeight(study.length)) ?? Number.NaN
      break
    case 'bollinger': {
      const full = push(memory.window, close, study.length)
      const mean = full ? meanOf(memory.window) : Number.NaN
      const reach = full ? study.width * deviationOf(memory.window, mean) : Number.NaN
      out[0] = mean
      out[1] = mean + reach
      out[2] = mean - reach
      break
    }
    case 'rsi':
      out[0] = strength(memory, close, study.length)
      break
    case 'macd': {
      const fast = smoothed(memory.smooth[0]!, close, study.fast, emaWeight(study.fast))
      const slow = smoothed(memory.smooth[1]!, close, study.slow, emaWeight(study.slow))
      const line = fast === undefined || slow === undefined ? Number.NaN : fast - slow
      const signal = Number.isNaN(line)
        ? undefined
        : smoothed(memory.smooth[2]!, line, study.signal, emaWeight(study.signal))
      out[0] = line
      out[1] = signal ?? Number.NaN
      out[2] = line - (signal ?? Number.NaN)
      break
    }
  }
  memory.last = close
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
