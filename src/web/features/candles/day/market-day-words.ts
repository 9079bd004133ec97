import { formatInstant, toMilliseconds, type Zone } from '../../../format/time.ts'
import type { MarketDay } from './market-day.ts'

const minute = 60_000
const day = 1440 * minute

/** Window length if it differs from the 24 hours in the heading: `24 h 31 min`. The title shows the seconds. */
export function otherSpan({ since, until }: MarketDay): string | undefined {
  const over = Math.floor((toMilliseconds(until - since) - day) / minute)
  return over < 1 ? undefined : `24 h ${over} min`
}

/** Title text: the window of trades that change and volume are computed from. */
export function windowWords(marketDay: MarketDay, zone: Zone): string {
  const window = `${formatInstant(marketDay.since, zone)} to ${formatInstant(marketDay.until, zone)}`
  return toMilliseconds(marketDay.until - marketDay.since) === day
    ? window
    : `${window}: the node keeps no finer candles of its beginning`
}

/** Title text of the change, which also needs a price from before the window. */
export const changeWords = (day: MarketDay, zone: Zone): string =>
  day.change === undefined
    ? 'No trade is known from before the last 24 h'
    : `From the last price before it, ${windowWords(day, zone)}`
