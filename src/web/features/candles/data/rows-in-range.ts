import type { Candle } from '../../../../wire/candles.ts'
import { indexAt } from './merge-candles.ts'

/** A time range as in the URL: Unix nanoseconds as text, `to` exclusive; an absent member means no bound. */
export interface Instants {
  from?: string | undefined
  to?: string | undefined
}

/**
 * Indices of the rows that start within a range, both included. A range inside a single candle yields that candle; undefined
 * if there is none. Rows ascend; `length` is the candle length in nanoseconds, undefined if not fixed.
 */
export function rowsIn(
  rows: readonly Pick<Candle, 'start'>[],
  { from, to }: Instants,
  length: bigint | undefined,
): { first: number; last: number } | undefined {
  const last = to === undefined ? rows.length - 1 : indexAt(rows, String(BigInt(to) - 1n))
  const first = from === undefined ? 0 : indexAt(rows, String(BigInt(from) - 1n)) + 1
  if (first <= last) return { first, last }
  const before = rows[last]
  const reaches = before !== undefined && from !== undefined && BigInt(before.start) + (length ?? 0n) > BigInt(from)
  return reaches ? { first: last, last } : undefined
}
