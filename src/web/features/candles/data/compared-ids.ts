import { candleIdOf, parseCandleId } from '../../../../wire/candles.ts'

/** As many lines as are still told apart beside the candles. */
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

/** Whether both are candles of one market: comparing a market with itself only draws a line at zero percent. */
export function isSameMarket(one: string, other: string): boolean {
  const [first, second] = [parseCandleId(one), parseCandleId(other)]
  return first && second ? first.marketId === second.marketId : one === other
}

/** A candle id with the interval of the charted one: candles of different lengths do not share start times. */
function withInterval(compared: string, candleId: string): string {
  const [second, first] = [parseCandleId(compared), parseCandleId(candleId)]
  return second && first ? candleIdOf(first.interval, second.marketId) : compared
}

/** The candle ids to draw beside the charted one, each market once. */
export const comparedIds = (text: string | undefined, candleId: string | undefined): string[] =>
  candleId === undefined ? [] : [...new Set(readCompared(text).map((id) => withInterval(id, candleId)))]
