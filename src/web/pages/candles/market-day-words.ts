import { formatSpan } from '../../format/duration.ts'
import { formatInstant, toMilliseconds, type Zone } from '../../format/time.ts'
import type { MarketDay } from './market-day.ts'

/** The length of the window where it is not the 24 hours that the heading says: `24 h 31 min`. */
export function otherSpan({ since, until }: MarketDay): string | undefined {
  const span = formatSpan(toMilliseconds(until - since))
  return span === '24 h' ? undefined : span
}

/** Which trades the change and the volume are made of, for a title. */
export function windowWords(day: MarketDay, zone: Zone): string {
  const window = `${formatInstant(day.since, zone)} to ${formatInstant(day.until, zone)}`
  return otherSpan(day) === undefined ? window : `${window}: the node keeps no finer candles of its beginning`
}

/** The same for the change, which also needs a price at the beginning. */
export const changeWords = (day: MarketDay, zone: Zone): string =>
  day.change === undefined
    ? 'No trade is known from before the last 24 h'
    : `From the last price before it, ${windowWords(day, zone)}`
