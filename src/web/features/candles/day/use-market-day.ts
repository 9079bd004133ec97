import { useQuery } from '@tanstack/react-query'
import { useStoppedAt } from '../../../entities/use-node-status.ts'
import { changeDirection, formatChange } from '../../../format/percent.ts'
import { formatInstant, type Zone } from '../../../format/time.ts'
import { usePreference } from '../../../preferences/use-preferences.ts'
import { dayLength, type DayRecord, marketDayMs, marketDayQuery } from './market-day.ts'

/** With the signed percent change from the last price before the window to the newest; undefined if that price is unknown. */
export function marketDayOf(record: DayRecord) {
  const { reference, price } = record
  const change = reference !== undefined && price !== undefined ? formatChange(reference, price) : undefined
  return { ...record, change, direction: changeDirection(change) }
}

/** The last 24 hours of a market. Prices are raw integers in market decimals. */
export type MarketDay = ReturnType<typeof marketDayOf>

const minute = 60_000_000_000n

/** Window length if it differs from the 24 hours in the heading: `24 h 31 min`. The title shows the seconds. */
export function otherSpan({ since, until }: MarketDay): string | undefined {
  const over = (until - since - dayLength) / minute
  return over < 1n ? undefined : `24 h ${over} min`
}

/** Title text: the window of trades that change and volume are computed from. */
export function windowWords({ since, until }: MarketDay, zone: Zone): string {
  const window = `${formatInstant(since, zone)} to ${formatInstant(until, zone)}`
  return until - since === dayLength ? window : `${window}, because the node keeps no finer candles for the start`
}

/** Title text of the change, which needs trades in the window and a price from before it. */
export function changeWords(marketDay: MarketDay, zone: Zone): string {
  const { change, traded, lastTrade, reference } = marketDay
  if (!traded) {
    const last = lastTrade === undefined ? 'no trade known' : `last trade ${formatInstant(lastTrade, zone)}`
    return `No trades from ${windowWords(marketDay, zone)}; ${last}`
  }
  if (change !== undefined) return `From the last price before it, ${windowWords(marketDay, zone)}`
  return reference === undefined
    ? 'No earlier price known'
    : `The price before ${windowWords(marketDay, zone)} is 0, from which there is no percentage`
}

/** The window in a heading: `24 h`, or of a stopped chain `24 h to 21 Nov 2026, 02:41 UTC`. */
export function windowLabel(marketDay: MarketDay, zone: Zone, stopped: boolean): string {
  const span = otherSpan(marketDay) ?? '24 h'
  return stopped ? `${span} to ${formatInstant(marketDay.until, zone, { precision: 'minute' })}` : span
}

/** `marketDayQuery`, refetched each minute while the chain produces blocks. No request is sent until `enabled`. */
export function useMarketDay(marketId: string, enabled = true) {
  const live = usePreference('live')
  const stoppedAt = useStoppedAt()
  return useQuery({
    ...marketDayQuery(marketId, stoppedAt),
    select: marketDayOf,
    enabled,
    refetchInterval: live && stoppedAt === undefined ? marketDayMs : false, // in a hidden tab the timer runs but sends no requests
  })
}
