import { isId } from '../../../format/id.ts'
import { candleIdOf, parseCandleId } from '../../../../wire/candles.ts'

/** As many lines as can be distinguished beside the candles. */
export const maxCompared = 5

/** The candle ids in the address, without repetitions. */
export const namedIn = (text: string | undefined): string[] => [
  ...new Set((text ?? '').split(',').filter((id) => id !== '')),
]

/** Those of them that are drawn. */
export const readCompared = (text: string | undefined): string[] => namedIn(text).slice(0, maxCompared)

/** Candle ids for the address; undefined for none. */
export const writeCompared = (ids: readonly string[]): string | undefined =>
  ids.length === 0 ? undefined : ids.join(',')

/** The market of a candle id; an address may name the market alone. */
const marketOf = (id: string): string | undefined => parseCandleId(id)?.marketId ?? (isId(id) ? id : undefined)

/** Whether both are candles of one market: comparing a market with itself only draws a line at zero percent. */
export const isSameMarket = (one: string, other: string): boolean =>
  one === other || (marketOf(one) !== undefined && marketOf(one) === marketOf(other))

/** A candle id with the interval of the charted one: candles of different lengths do not share start times. */
function withInterval(compared: string, candleId: string): string {
  const [marketId, charted] = [marketOf(compared), parseCandleId(candleId)]
  return marketId !== undefined && charted ? candleIdOf(charted.interval, marketId) : compared
}

/** The candle ids to draw beside the charted one, each market once. */
export const comparedIds = (text: string | undefined, candleId: string | undefined): string[] =>
  candleId === undefined ? [] : [...new Set(readCompared(text).map((id) => withInterval(id, candleId)))]
