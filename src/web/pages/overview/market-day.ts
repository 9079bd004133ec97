import type { Candle } from '../../../wire/candles.ts'
import { change24h } from '../candles/query.ts'

const hour = 3_600_000_000_000n
const hours = 25n

/** The hourly candles that a day needs: from the whole hour 25 hours back to the end of the running one. Unix nanoseconds, never 0, which means "not set". */
export function dayRange(now: bigint): { from: string; to: string } {
  const running = now - (now % hour)
  const from = running - (hours - 1n) * hour
  return { from: (from > 0n ? from : 1n).toString(), to: (running + hour).toString() }
}

/** What the table says about a market. Prices are raw integers in market decimals. */
export interface MarketDay {
  /** Close of the last candle with a trade; undefined when there was none in 25 hours. */
  price?: string
  /** Signed percent, two places; undefined when no trade is known from a day ago. */
  change?: string
  direction: 'up' | 'down' | 'muted'
  /** One close an hour, for drawing; null where nobody traded. */
  closes: (number | null)[]
  /** Traded size since the start of the hour 23 hours back, raw. */
  volume: string
  /** Unix nanoseconds of the last trade. */
  lastTrade?: string
}

/** The day of a market from its hourly candles (ascending), at `now` in Unix nanoseconds. Gaps stay gaps. */
export function marketDay(candles: readonly Candle[], now: bigint): MarketDay {
  const { from } = dayRange(now)
  const traded = candles.filter(({ close }) => close !== '')
  const closes: (number | null)[] = Array.from({ length: Number(hours) }, () => null)
  let volume = 0n
  for (const candle of traded) {
    const slot = Number((BigInt(candle.start) - BigInt(from)) / hour)
    if (slot >= 0 && slot < closes.length) closes[slot] = Number(candle.close)
    if (slot >= 1) volume += BigInt(candle.volume)
  }
  const last = traded.at(-1)
  const change = change24h(traded, now)
  const difference = change ? BigInt(change.to) - BigInt(change.from) : 0n
  return {
    ...(last && { price: last.close, lastTrade: last.lastUpdate }),
    ...(change && { change: change.percent }),
    direction: difference > 0n ? 'up' : difference < 0n ? 'down' : 'muted',
    closes,
    volume: volume.toString(),
  }
}
