import { compare, formatAmount } from '../../format/amount.ts'
import type { Row } from './data/fill-gaps.ts'
import { isGap } from './data/merge-candles.ts'

/**
 * `BTC/USDT 86,442.0 ↑ 1h`: market, last price with the direction of its candle, interval. Without the price before
 * candles have come, and for a range that ends at `to`, whose last price is an old one.
 */
export function tabTitle(
  name: string,
  { interval, decimals }: { interval?: { label: string } | undefined; decimals: number | undefined },
  rows: readonly Row[],
  to: unknown,
): string {
  const last = to === undefined ? rows.findLast((row) => !isGap(row)) : undefined
  const price = last && formatAmount(last.close, decimals ?? 0)
  const risen = last && compare(last.close, last.open)
  const arrow = risen === undefined || risen === 0 ? undefined : risen > 0 ? '\u2191' : '\u2193'
  return [name, price, arrow, interval?.label].filter((part) => part !== undefined).join(' ')
}
