import { parseCandleId } from '../../../../../wire/candles.ts'
import type { MarketLabel } from '../../../../entities/market/labels.ts'
import { shortId } from '../../../../format/id.ts'

/** Name of a candle id: the market's code if listed, and the interval if it differs from `interval`. */
export function candleIdName(
  candleId: string,
  byId: ReadonlyMap<string, MarketLabel>,
  interval: string | undefined,
): string {
  const parsed = parseCandleId(candleId)
  if (!parsed) return candleId
  const market = byId.get(parsed.marketId)?.code || shortId(parsed.marketId)
  return parsed.interval === interval ? market : `${market}, ${parsed.interval}`
}
