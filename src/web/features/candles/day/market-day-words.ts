import { formatInstant, toMilliseconds, type Zone } from '../../../format/time.ts'
import type { MarketDay } from './market-day.ts'

const minute = 60_000
const day = 1440 * minute

/** The length of the window where it is not the 24 hours that the heading says: `24 h 31 min`; seconds stand in the title. */
export function otherSpan({ since, until }: MarketDay): string | undefined {
  const over = Math.floor((toMilliseconds(until - since) - day) / minute)
  return over < 1 ? undefined : `24 h ${over} min`
}

/** Which trades the change and the volume are made of, for a title. */
export function windowWords(told: MarketDay, zone: Zone): string {
  const window = `${formatInstant(told.since, zone)} to ${formatInstant(told.until, zone)}`
  return toMilliseconds(told.until - told.since) === day
    ? window
    : `${window}: the node keeps no finer candles of its beginning`
}

/** The same for the change, which also needs a price at the beginning. */
export const changeWords = (day: MarketDay, zone: Zone): string =>
  day.change === undefined
    ? 'No trade is known from before the last 24 h'
    : `From the last price before it, ${windowWords(day, zone)}`
