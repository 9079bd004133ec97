import { bucketOf } from './market/candle.ts'
import { day, hour, type Micros, minute } from './chain/chain.ts'

/** How far back a demo network reaches: candles of an hour and more, finer ones, single trades and the ledger. */
export const wholePast = {
  hours: 365 * day,
  fiveMinutes: 60 * day,
  minutes: 14 * day,
  blocks: 6 * hour,
  ledger: 90 * day,
}
export type Past = typeof wholePast

/** Where each resolution of the past begins. Hours begin on a Monday, so that even the first week is whole. */
export const startsOf = (now: Micros, past: Past = wholePast): Omit<Past, 'ledger'> => ({
  hours: bucketOf(now - past.hours, 7 * day),
  fiveMinutes: bucketOf(now - past.fiveMinutes, day),
  minutes: bucketOf(now - past.minutes, day),
  blocks: bucketOf(now - past.blocks, hour),
})

/** From when on candles of this length exist. */
export function firstCandleTime(length: Micros, now: Micros, past?: Past): Micros {
  const starts = startsOf(now, past)
  if (length < 5 * minute) return starts.minutes
  return length < hour ? starts.fiveMinutes : starts.hours
}
