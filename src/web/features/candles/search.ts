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

const among =
  (...values: readonly string[]) =>
  (value: string): boolean =>
    values.includes(value)

interface Parameter {
  isValid: (value: string) => boolean
  /** The spelling of the default value, which is the same as an absent parameter. */
  byDefault?: string
}

const parameters: Readonly<Record<keyof CandlesSearch, Parameter>> = {
  interval: { isValid: (value) => value !== '' },
  from: { isValid: isInstant },
  to: { isValid: isInstant },
  zone: { isValid: isZone },
  type: { isValid: among(...chartKinds.slice(1)), byDefault: 'candles' },
  scale: { isValid: among(...scaleModes.slice(1)), byDefault: 'linear' },
  invert: { isValid: among('on'), byDefault: 'off' },
  gaps: { isValid: among('off'), byDefault: 'on' },
  empty: { isValid: among('flat', 'skip') },
  notional: { isValid: among('on'), byDefault: 'off' },
  studies: { isValid: (value) => /^[a-z0-9.,-]{1,200}$/.test(value) },
  compare: { isValid: (value) => value !== '' && value.length <= 300 },
  measure: { isValid: (value) => pair.test(value) },
  vwap: { isValid: among('bar', 'both', 'off'), byDefault: 'range' },
  table: { isValid: among('off'), byDefault: 'on' },
}

const names = Object.keys(parameters) as (keyof CandlesSearch)[]

/** Parses URL parameters. Ignores unknown names and invalid values; never throws. */
export const readCandlesSearch = (text: Readonly<Record<string, string>>): CandlesSearch =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = text[name]
      return value !== undefined && parameters[name].isValid(value) ? [[name, value]] : []
    }),
  )

/** The page's URL parameters with values that were ignored, so that a notice can list them. */
export const unreadOf = (text: Readonly<Record<string, string>>): Unread[] =>
  names.flatMap((name) => {
    const value = text[name] ?? ''
    const { isValid, byDefault } = parameters[name]
    return value === '' || value === byDefault || isValid(value) ? [] : [{ name, value }]
  })

/** The search with some parameters changed; undefined removes one. */
export function withSearch(
  search: CandlesSearch,
  patch: { [Name in keyof CandlesSearch]?: CandlesSearch[Name] | undefined },
): CandlesSearch {
  const merged = Object.entries({ ...search, ...patch }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(merged) as CandlesSearch
}
