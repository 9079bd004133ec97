import { type CandleBounds, candleBounds } from '../../../../wire/candle-interval.ts'
import { type Candle, listCandles } from '../../../../wire/candles.ts'
import type { Page } from '../../../../wire/page.ts'
import { ask } from '../../../api/client.ts'
import { serverNow } from '../../../api/status/server-clock.ts'

export type AskCandles = (request: CandleRequest, signal: AbortSignal) => Promise<Page<Candle>>

/** Page size and order are always given, since nodes differ in their defaults. */
export interface CandleRequest extends CandleBounds {
  candleId: string
  pagination: { first: number; newestFirst: boolean }
}

const pageSize = 1000

export const askCandlesOf =
  (base: string): AskCandles =>
  async (request, signal) =>
    (await ask(listCandles, request, { base, signal })).candles

const requestFrom = (candleId: string, from: string | undefined): CandleRequest => ({
  candleId,
  ...candleBounds(candleId, { from, now: serverNow() }),
  pagination: { first: pageSize, newestFirst: from === undefined },
})

/**
 * Reads all candles from one start on (Unix nanoseconds, inclusive, a start that is held), or the newest page when there
 * is none, and hands them over in ascending order, page by page. Throws what `ask` throws.
 */
export async function readTail(
  candleId: string,
  from: string | undefined,
  ask: AskCandles,
  signal: AbortSignal,
  deliver: (candles: Candle[]) => void,
): Promise<void> {
  for (let start = from; ;) {
    const page = await ask(requestFrom(candleId, start), signal)
    signal.throwIfAborted()
    const candles = page.edges.map(({ node }) => node)
    if (start === undefined) candles.reverse()
    if (candles.length > 0) deliver(candles)
    const last = candles.at(-1)
    // A node that repeats its pages must not be asked for ever.
    const further = start !== undefined && last !== undefined && BigInt(last.start) > BigInt(start)
    if (!page.pageInfo.hasNextPage || !further) return
    start = last.start
  }
}
