import { compare, formatAmount } from '../../format/amount.ts'
import type { Row } from './data/fill-gaps.ts'
import { isGap } from './data/merge-candles.ts'

/** `BTC/USDT 86,442.0 ↑ 1h`: market, last price with the direction of its candle, interval. The name alone before candles have come. */
export function tabTitle(
  name: string,
  interval: string | undefined,
  rows: readonly Row[],
  decimals: number | undefined,
): string {
  const last = rows.findLast((row) => !isGap(row))
  const price = last && formatAmount(last.close, decimals ?? 0)
  const risen = last && compare(last.close, last.open)
  const arrow = risen === undefined || risen === 0 ? undefined : risen > 0 ? '\u2191' : '\u2193'
  return [name, price, arrow, interval].filter((part) => part !== undefined).join(' ')
}
