import { candleTable } from '../../wire/candle-interval.ts'
import { type listCandleIntervals, type listCandles, candleIdOf } from '../../wire/candles.ts'
import { invalid } from '../error.ts'
import type { Handler } from './handler.ts'
import { Json } from '../json-text.ts'
import { findInterval, readIntervals } from '../store/candles/intervals.ts'
import { readCandles } from '../store/candles/candles.ts'
import { planPage } from '../store/page.ts'
import { BadInput, isFullId } from '../store/sql.ts'
import { answering } from './refusal.ts'

/** A bound of the range in Unix nanoseconds; 0 means none. */
const bound = (nanoseconds: string): bigint | undefined => {
  const value = BigInt(nanoseconds)
  return value === 0n ? undefined : value
}

/** Parses a candle id. Throws BadInput with the network's message, which begins with `doing` (wire.md 4.2, 6.1). */
export function partsOf(candleId: string, doing: string): { relation: string; marketId: string } {
  const refused = (why: string) => new BadInput(doing + why)
  const at = candleId.lastIndexOf('_')
  if (at < 0) throw refused(`invalid candle id:${candleId}`)
  if (!candleId.startsWith(candleTable(''))) {
    throw refused(`parsing candle id, view name has unexpected format:${candleId}`)
  }
  const marketId = candleId.slice(at + 1)
  if (!isFullId(marketId)) throw refused(`not a valid market id: ${marketId}`)
  return { relation: candleId.slice(0, at), marketId }
}

/** Candles of a market and an interval (interface.md 4.6). A bad candle id is 400, not the network's 500. */
export const candles: Handler<typeof listCandles> = async (
  { db, signal },
  { candleId, fromTimestamp, toTimestamp, pagination },
) => {
  const [from, to] = [bound(fromTimestamp), bound(toTimestamp)]
  if (from !== undefined && to !== undefined && to < from) throw invalid('invalid candle timestamps range')
  const plan = planPage(pagination)
  if (candleId === '') throw invalid('candle id is a required parameter', '', 10_030)
  const text = await answering({ message: 'failed to get candle data', code: 60_001 }, async () => {
    const { relation, marketId } = partsOf(candleId, 'getting candle data for time span: ')
    const interval = await findInterval(db, relation, signal)
    if (!interval) throw new BadInput(`no candle exists for candle id:${candleId}`)
    return readCandles(db, { interval, marketId, from, to }, plan, signal)
  })
  return { candles: new Json(text) }
}

/** The intervals in the database, with their candle ids for this market, which need not exist (wire.md 6.1). */
export const candleIntervals: Handler<typeof listCandleIntervals> = async ({ db, signal }, { marketId }) => {
  if (marketId === '') throw invalid('empty or missing market ID', '', 10_003)
  if (!isFullId(marketId)) throw invalid('invalid market ID')
  const intervals = await answering({ message: 'failed to get candles for market', code: 60_003 }, () =>
    readIntervals(db, signal),
  )
  return { intervalToCandleId: intervals.map(({ name }) => ({ interval: name, candleId: candleIdOf(name, marketId) })) }
}
