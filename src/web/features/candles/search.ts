import * as v from 'valibot'
import { isNanoseconds } from '../../format/time.ts'
import { TextValue, ZoneValue, searchOf } from '../../router/search.ts'
import { rangeNames } from './ranges/named-range.ts'

export const chartKinds = ['candles', 'bars', 'line', 'area'] as const
export type ChartKind = (typeof chartKinds)[number]

export const scaleModes = ['linear', 'log', 'percent'] as const
export type ScaleMode = (typeof scaleModes)[number]

const last = 9_223_372_036_854_775_807n
const Instant = v.pipe(
  v.string(),
  v.check((value) => isNanoseconds(value) && !value.startsWith('-') && BigInt(value) <= last),
)

/** VWAP lines to draw: from the start of the visible range (default), per candle, both or none. */
const VwapChoice = v.picklist(['range', 'bar', 'both', 'off'])
type VwapChoice = v.InferOutput<typeof VwapChoice>

/** The page's URL parameters, in wire spelling. An absent parameter means the default. */
export const readCandlesSearch = searchOf(
  {
    /** The wire name (`15 minutes`) or a label (`15m`). */
    interval: TextValue,
    /** Visible range in Unix nanoseconds, `to` exclusive. Without `to`, the view follows the newest candle. */
    from: Instant,
    to: Instant,
    /** A range up to now: `1W`. With `from`, it is not in use, except for `All`, which starts at the first candle. */
    range: v.picklist(rangeNames),
    zone: ZoneValue,
    type: v.picklist(chartKinds),
    scale: v.picklist(scaleModes),
    invert: v.picklist(['on']),
    /** How to draw candles without trades: flat at the last close, or skipped; empty by default. */
    empty: v.picklist(['flat', 'skip']),
    notional: v.picklist(['on']),
    /** Indicators: `sma-20,bollinger-20-2,rsi-14`. */
    studies: v.pipe(v.string(), v.regex(/^[a-z0-9.,-]{1,200}$/)),
    /** Candle ids of up to five other markets, separated by commas. */
    compare: v.pipe(v.string(), v.nonEmpty(), v.maxLength(1600)),
    /** The two measured points. */
    measure: v.pipe(v.string(), v.regex(/^\d{1,19}\.(?:open|high|low|close)-\d{1,19}\.(?:open|high|low|close)$/)),
    vwap: VwapChoice,
    /** Whose ledger entries on this market are marked on the candles. */
    party: TextValue,
    /** An instant in Unix nanoseconds whose candle is marked. */
    at: Instant,
    /** Start of the candle from which a VWAP with bands is drawn, in Unix nanoseconds. */
    anchor: Instant,
    /** The reader's horizontal lines: raw prices, some with an alert: `9360000-alert,9125000`. */
    lines: v.pipe(v.string(), v.regex(/^\d{1,80}(?:-alert)?(?:,\d{1,80}(?:-alert)?){0,11}$/)),
    /** Indicators that are not drawn for now, in the form of `studies`. */
    hidden: v.pipe(v.string(), v.regex(/^[a-z0-9.,-]{1,200}$/)),
    /** Draws the crosshair to the nearest price of a candle. */
    magnet: v.picklist(['on']),
    /** The chart alone, for a frame of another page. */
    embed: v.picklist(['1']),
    /** Shows the table. */
    table: v.picklist(['on']),
  },
  {
    type: 'candles',
    scale: 'linear',
    invert: 'off',
    notional: 'off',
    vwap: 'range',
    magnet: 'off',
    table: 'off',
  },
)
export type CandlesSearch = ReturnType<typeof readCandlesSearch>

/** The URL parameters with values that were ignored, so that a notice can list them. */
export const invalidParams = readCandlesSearch.invalid
export type InvalidParam = ReturnType<typeof invalidParams>[number]

/** The search with some parameters changed; undefined removes one. */
export function withSearch(
  search: CandlesSearch,
  patch: { [Name in keyof CandlesSearch]?: CandlesSearch[Name] | undefined },
): CandlesSearch {
  const merged = Object.entries({ ...search, ...patch }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(merged) as CandlesSearch
}

/** The URL value for the selected VWAP lines; undefined for the default. */
export const vwapOf = (range: boolean, bar: boolean): VwapChoice | undefined =>
  range ? (bar ? 'both' : undefined) : bar ? 'bar' : 'off'

export const vwapLines = ({ vwap = 'range' }: CandlesSearch): { range: boolean; bar: boolean } => ({
  range: vwap === 'range' || vwap === 'both',
  bar: vwap === 'bar' || vwap === 'both',
})
