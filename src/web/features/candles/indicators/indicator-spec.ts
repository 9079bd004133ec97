/** An indicator with its lengths in traded periods. Overlays share the price scale; `rsi` and `macd` have their own panes. */
export type Study =
  | { kind: 'sma' | 'ema' | 'rsi'; length: number }
  | { kind: 'bollinger'; length: number; width: number }
  | { kind: 'macd'; fast: number; slow: number; signal: number }

export type StudyKind = Study['kind']

/** The user-editable parameters of each kind, in serialization order, with their defaults. */
export const studyFields = {
  sma: { name: 'SMA', description: 'Simple moving average', fields: { length: 20 } },
  ema: { name: 'EMA', description: 'Exponential moving average', fields: { length: 50 } },
  bollinger: { name: 'Bollinger', description: 'Bollinger bands', fields: { length: 20, width: 2 } },
  rsi: { name: 'RSI', description: 'Relative strength index', fields: { length: 14 } },
  macd: {
    name: 'MACD',
    description: 'Moving average convergence divergence',
    fields: { fast: 12, slow: 26, signal: 9 },
  },
} as const satisfies Record<StudyKind, { name: string; description: string; fields: Readonly<Record<string, number>> }>

export const studyKinds = Object.keys(studyFields) as StudyKind[]

/** Longer windows would make each candle more expensive, and at most 10,000 are loaded. */
export const maxLength = 500
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
