import { isZone } from '../../format/zone.ts'
import { type ChartKind, chartKinds, type ScaleMode, scaleModes } from './chart/chart-model.ts'

/** VWAP lines to draw: from the start of the visible range (default), per bar, both or none. */
export type VwapChoice = 'range' | 'bar' | 'both' | 'off'

/** The page's URL parameters, in wire spelling. An absent parameter means the default. */
export interface CandlesSearch {
  /** The wire name (`15 minutes`) or a label (`15m`). */
  interval?: string
  /** Visible range in Unix nanoseconds, `to` exclusive. Without `to`, the view follows the newest bar. */
  from?: string
  to?: string
  zone?: string
  /** Chart kind; candles by default. */
  type?: Exclude<ChartKind, 'candles'>
  scale?: Exclude<ScaleMode, 'linear'>
  invert?: 'on'
  /** Turns off the hatch over periods without trades. */
  gaps?: 'off'
  /** How to draw periods without trades: flat at the last close, or skipped; empty by default. */
  empty?: 'flat' | 'skip'
  notional?: 'on'
  /** Indicators: `sma-20,bollinger-20-2,rsi-14`. */
  studies?: string
  /** A second candle id. */
  compare?: string
  /** The two measured points. */
  measure?: string
  vwap?: VwapChoice
  table?: 'off'
}

/** A parameter value this page cannot parse. */
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

/** Parses URL parameters. Ignores unknown names and invalid values; never throws. */
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

/** Accepted spellings of default values, for parameters whose default is to be absent. */
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

/** The page's URL parameters with values that were ignored, so that a notice can list them. */
export function unreadOf(text: Readonly<Record<string, string>>): Unread[] {
  const read = readCandlesSearch(text)
  return names.flatMap((name) => {
    const value = text[name] ?? ''
    const left = value !== '' && read[name] === undefined && defaults[name]?.includes(value) !== true
    return left ? [{ name, value }] : []
  })
}

/** The search with some parameters changed; undefined removes one. */
export function withSearch(
  search: CandlesSearch,
  patch: { [Name in keyof CandlesSearch]?: CandlesSearch[Name] | undefined },
): CandlesSearch {
  const merged = Object.entries({ ...search, ...patch }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(merged) as CandlesSearch
}
