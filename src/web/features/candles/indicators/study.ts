/** An indicator with its lengths in traded periods. Overlays share the price scale, `volume` the pane of volumes; others have panes. */
export type Study =
  | { kind: 'sma' | 'ema' | 'rsi' | 'atr' | 'volume'; length: number }
  | { kind: 'bollinger'; length: number; width: number }
  | { kind: 'macd'; fast: number; slow: number; signal: number }

type StudyKind = Study['kind']

/** The user-editable parameters of each kind, in serialization order, with their defaults. */
export const studyFields = {
  sma: { name: 'SMA', description: 'Simple moving average', fields: { length: 20 } },
  ema: { name: 'EMA', description: 'Exponential moving average', fields: { length: 50 } },
  bollinger: { name: 'Bollinger', description: 'Bollinger bands', fields: { length: 20, width: 2 } },
  rsi: { name: 'RSI', description: 'Relative strength index', fields: { length: 14 } },
  atr: { name: 'ATR', description: 'Average true range, Wilder’s', fields: { length: 14 } },
  volume: { name: 'Volume average', description: 'Simple moving average of the volume', fields: { length: 20 } },
  macd: {
    name: 'MACD',
    description: 'Moving average convergence divergence',
    fields: { fast: 12, slow: 26, signal: 9 },
  },
} as const satisfies Record<StudyKind, { name: string; description: string; fields: Readonly<Record<string, number>> }>

export const studyKinds = Object.keys(studyFields) as StudyKind[]

/** Longer windows would make each candle more expensive, and at most 10,000 are loaded. */
const maxLength = 500
const maxWidth = 10

const fieldsOf = (kind: StudyKind): [string, number][] => Object.entries<number>(studyFields[kind].fields)

const isValid = (name: string, value: number): boolean =>
  name === 'width'
    ? value > 0 && value <= maxWidth
    : Number.isInteger(value) && value >= (name === 'signal' ? 1 : 2) && value <= maxLength

/** Builds a study from its parameters in serialization order; undefined if one of them is invalid. */
export function makeStudy(kind: StudyKind, values: readonly number[]): Study | undefined {
  const fields = fieldsOf(kind)
  if (values.length !== fields.length || !fields.every(([name], index) => isValid(name, values[index]!)))
    return undefined
  const [first = 0, second = 0, third = 0] = values
  if (kind === 'macd') return first < second ? { kind, fast: first, slow: second, signal: third } : undefined
  if (kind === 'bollinger') return { kind, length: first, width: second }
  return { kind, length: first }
}

/** A study's parameters in serialization order. */
export function studyValues(study: Study): number[] {
  if (study.kind === 'macd') return [study.fast, study.slow, study.signal]
  return study.kind === 'bollinger' ? [study.length, study.width] : [study.length]
}

/** URL form: `sma-20`, `macd-12-26-9`. */
export const writeStudy = (study: Study): string => [study.kind, ...studyValues(study)].join('-')

/** A study with default parameters. */
export const defaultStudy = (kind: StudyKind): Study =>
  makeStudy(
    kind,
    fieldsOf(kind).map(([, value]) => value),
  )!

/** Parses `sma-20,rsi-14`. Ignores invalid and duplicate studies, and returns at most eight. */
export function readStudies(text: string | undefined): Study[] {
  const found = new Map<string, Study>()
  for (const part of (text ?? '').split(',')) {
    const [word, ...numbers] = part.split('-')
    const kind = studyKinds.find((one) => one === word)
    const plain = numbers.every((number) => /^\d{1,3}(\.\d{1,2})?$/.test(number))
    const study = kind && plain ? makeStudy(kind, numbers.map(Number)) : undefined
    if (study) found.set(writeStudy(study), study)
  }
  return [...found.values()].slice(0, maxStudies)
}

export const maxStudies = 8

/** Serializes studies for the URL; undefined for none. */
export const writeStudies = (studies: readonly Study[]): string | undefined =>
  studies.length === 0 ? undefined : studies.map(writeStudy).join(',')

/** `SMA 20`, `MACD 12 26 9`. */
export const studyName = (study: Study): string => [studyFields[study.kind].name, ...studyValues(study)].join(' ')

export const isOverlay = ({ kind }: Study): boolean => kind === 'sma' || kind === 'ema' || kind === 'bollinger'

/** Returns a value of each line for the prices of the next traded period; NaN until there are enough. */
type Step = (close: number, high: number, low: number) => readonly number[]

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

function atr(length: number): Step {
  const next = smooth(length, 1 / length)
  let last: number | undefined
  return (close, high, low) => {
    const range = last === undefined ? high - low : Math.max(high, last) - Math.min(low, last)
    last = close
    return [next(range)]
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
    case 'atr':
      return atr(study.length)
    case 'macd':
      return macd(study)
    case 'volume':
      throw new Error('Volumes are averaged exactly, not in drawn numbers')
  }
}

/**
 * The mean volume of the last `length` traded periods at each row, raw and rounded half up; undefined at gaps and before there
 * are as many.
 */
export function volumeAverages(volumes: readonly (bigint | undefined)[], length: number): (bigint | undefined)[] {
  const held: bigint[] = []
  const [size, half] = [BigInt(length), BigInt(Math.floor(length / 2))]
  let sum = 0n
  return volumes.map((volume) => {
    if (volume === undefined) return undefined
    held.push(volume)
    sum += volume
    if (held.length > length) sum -= held[held.length - length - 1]!
    return held.length < length ? undefined : (sum + half) / size
  })
}

/**
 * The lines of an indicator: one array per line with one value per close; NaN at gaps, which are left out of every window, and
 * until there are enough values. Closes may be differences to an anchor: a constant offset shifts SMA, EMA and Bollinger lines
 * by the same amount, and leaves RSI, ATR and MACD unchanged. Volume averages are not computed here.
 */
export function computeStudy(
  study: Study,
  closes: ArrayLike<number>,
  highs: ArrayLike<number> = closes,
  lows: ArrayLike<number> = closes,
): Float64Array[] {
  const lines = Array.from({ length: outputsOf(study) }, () => new Float64Array(closes.length).fill(Number.NaN))
  const step = stepOf(study)
  for (let index = 0; index < closes.length; index++) {
    const close = closes[index]!
    if (Number.isNaN(close)) continue
    for (const [line, value] of step(close, highs[index]!, lows[index]!).entries()) lines[line]![index] = value
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
    case 'volume':
      return study.length
    case 'ema':
      return study.length + more(emaWeight(study.length))
    case 'atr':
      return study.length + more(1 / study.length)
    case 'rsi':
      return study.length + 1 + more(1 / study.length)
    case 'macd':
      return study.slow + study.signal - 1 + more(Math.min(emaWeight(study.slow), emaWeight(study.signal)))
  }
}
