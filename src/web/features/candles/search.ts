import { isZone } from '../../format/zone.ts'
import { type ChartKind, chartKinds, type ScaleMode, scaleModes } from './chart/chart-model.ts'

/** Which VWAP lines are drawn: from the start of the visible range (the default), of each bar, both or none. */
export type VwapChoice = 'range' | 'bar' | 'both' | 'off'

/** What this page keeps in its address, in the wire's own spelling. What is absent is the default. */
export interface CandlesSearch {
  /** The wire's words (`15 minutes`) or a label (`15m`). */
  interval?: string
  /** Unix nanoseconds: the visible range, `to` not included. Without `to` the view stays at the newest bar. */
  from?: string
  to?: string
  zone?: string
  /** How the chart is drawn; candles without it. */
  type?: Exclude<ChartKind, 'candles'>
  scale?: Exclude<ScaleMode, 'linear'>
  invert?: 'on'
  /** Periods without trades are not hatched. */
  gaps?: 'off'
  /** Where periods without trades stand: at the last close, or nowhere; without it they are empty. */
  empty?: 'flat' | 'skip'
  notional?: 'on'
  /** Indicators: `sma-20,bollinger-20-2,rsi-14`. */
  studies?: string
  /** A second candle id. */
  compare?: string
  /** Two measured points. */
  measure?: string
  vwap?: VwapChoice
  table?: 'off'
}

/** A value that says nothing to this page. */
export interface Unread {
  name: keyof CandlesSearch
  value: string
}

const last = 9_223_372_036_854_775_807n
const isInstant = (value: string): boolean => /^\d{1,19}$/.test(value) && BigInt(value) <= last
const pair = /^\d{1,19}\.[a-z]+-\d{1,19}\.[a-z]+$/
const choices: readonly string[] = ['bar', 'both', 'off'] satisfies VwapChoice[]

const pick = <Name extends keyof CandlesSearch>(
  text: Readonly<Record<string, string>>,
  name: Name,
  valid: (value: string) => boolean,
): Pick<CandlesSearch, Name> => {
  const value = text[name]
  return (value !== undefined && valid(value) ? { [name]: value } : {}) as Pick<CandlesSearch, Name>
}

const among =
  (values: readonly string[]) =>
  (value: string): boolean =>
    values.includes(value)

/** Reads the flat text of the address; unknown names and values that mean nothing are left out, nothing throws. */
export const readCandlesSearch = (text: Readonly<Record<string, string>>): CandlesSearch => ({
  ...pick(text, 'interval', (value) => value !== ''),
  ...pick(text, 'from', isInstant),
  ...pick(text, 'to', isInstant),
  ...pick(text, 'zone', isZone),
  ...pick(text, 'type', among(chartKinds.slice(1))),
  ...pick(text, 'scale', among(scaleModes.slice(1))),
  ...pick(text, 'invert', among(['on'])),
  ...pick(text, 'empty', among(['flat', 'skip'])),
  ...pick(text, 'notional', among(['on'])),
  ...pick(text, 'studies', (value) => /^[a-z0-9.,-]{1,200}$/.test(value)),
  ...pick(text, 'compare', (value) => value !== '' && value.length <= 300),
  ...pick(text, 'measure', (value) => pair.test(value)),
  ...pick(text, 'gaps', (value) => value === 'off'),
  ...pick(text, 'vwap', (value) => choices.includes(value)),
  ...pick(text, 'table', (value) => value === 'off'),
})

/** Members whose absence has a word too. */
const defaults: Readonly<Record<string, readonly string[]>> = {
  type: ['candles'],
  scale: ['linear'],
  invert: ['off'],
  gaps: ['on'],
  notional: ['off'],
  vwap: ['range'],
  table: ['on'],
}

const names = [
  'interval',
  'from',
  'to',
  'zone',
  'type',
  'scale',
  'invert',
  'gaps',
  'empty',
  'notional',
  'studies',
  'compare',
  'measure',
  'vwap',
  'table',
] as const satisfies readonly (keyof CandlesSearch)[]

/** What stands in the address under a name of this page and was left out, so that it can be said. */
export function unreadOf(text: Readonly<Record<string, string>>): Unread[] {
  const read = readCandlesSearch(text)
  return names.flatMap((name) => {
    const value = text[name] ?? ''
    const left = value !== '' && read[name] === undefined && defaults[name]?.includes(value) !== true
    return left ? [{ name, value }] : []
  })
}

/** The search with some members changed; undefined takes one out. */
export function withSearch(
  search: CandlesSearch,
  patch: { [Name in keyof CandlesSearch]?: CandlesSearch[Name] | undefined },
): CandlesSearch {
  const merged = Object.entries({ ...search, ...patch }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(merged) as CandlesSearch
}
