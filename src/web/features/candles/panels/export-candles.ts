import type { Candle } from '../../../../wire/candles.ts'
import { shiftDecimals } from '../../../format/amount.ts'
import { csvRow } from '../../../format/csv.ts'
import { toRfc3339 } from '../../../../wire/rfc3339.ts'
import type { Row } from '../data/candle-rows.ts'
import { isGap } from '../data/merge-candles.ts'
import { vwap } from '../data/range-statistics.ts'

interface ExportContext {
  market: string
  interval: string
  decimals: number | undefined
  positionDecimals: number | undefined
}

const exactTime = (ns: string): string => toRfc3339(BigInt(ns))

/** Rows received from the node: periods it omitted are drawn but not exported. */
const received = (rows: readonly Row[]): Candle[] => rows.filter(({ absent }) => !absent)

const averagePlaces = 8

/** One record with times as text and with each number twice: raw, and with decimals applied. */
function bothWays(row: Candle, { decimals = 0, positionDecimals = 0 }: ExportContext) {
  const price = (raw: string): string => (raw === '' ? '' : shiftDecimals(raw, decimals))
  const average = isGap(row) ? undefined : vwap(BigInt(row.notional), BigInt(row.volume), averagePlaces)
  return {
    start: exactTime(row.start),
    start_ns: row.start,
    open: price(row.open),
    high: price(row.high),
    low: price(row.low),
    close: price(row.close),
    volume: shiftDecimals(row.volume, positionDecimals),
    notional: shiftDecimals(row.notional, decimals + positionDecimals),
    vwap: average === undefined ? '' : shiftDecimals(String(average), decimals + averagePlaces),
    last_update: exactTime(row.lastUpdate),
    last_update_ns: row.lastUpdate,
    open_raw: row.open,
    high_raw: row.high,
    low_raw: row.low,
    close_raw: row.close,
    volume_raw: row.volume,
    notional_raw: row.notional,
  }
}

const bothColumns =
  'start,start_ns,open,high,low,close,volume,notional,vwap,last_update,last_update_ns,open_raw,high_raw,low_raw,close_raw,volume_raw,notional_raw'

/** Records for a spreadsheet: scaled values and raw integers in columns of their own, equal where decimals are not known. */
export const decimalCandlesCsv = (rows: readonly Row[], context: ExportContext): string[] => [
  csvRow(bothColumns.split(',')),
  ...received(rows).map((row) => csvRow(Object.values(bothWays(row, context)))),
]

/** The `decimalCandlesCsv` records as JSON Lines. All values are text; values that a period without trades lacks are null. */
export const decimalCandlesJsonLines = (rows: readonly Row[], context: ExportContext): string[] =>
  received(rows).map(
    (row) => `${JSON.stringify(bothWays(row, context), (_, value: unknown) => (value === '' ? null : value))}\n`,
  )

const compactTime = (ns: string): string => exactTime(ns).slice(0, 19).replaceAll(/[-:]/g, '')

/** File name from market, interval and range, with characters that are valid on every file system. */
export function candlesFileName(rows: readonly Row[], { market, interval }: ExportContext, ending: string): string {
  const [first, last] = [rows[0], rows.at(-1)]
  const range = first && last ? `_${compactTime(first.start)}_${compactTime(last.start)}` : ''
  return `${market}_${interval}${range}`.replaceAll(/[^A-Za-z0-9._-]+/g, '-') + ending
}
