import { type CandleBounds, candleBounds } from '../../../../wire/candle-interval.ts'
import { type Candle, listCandles } from '../../../../wire/candles.ts'
import type { Page } from '../../../../wire/page.ts'
import { ask } from '../../../api/client.ts'
import { serverNow } from '../../../api/status/server-clock.ts'

export type AskCandles = (request: CandleRequest, signal: AbortSignal) => Promise<Page<Candle>>

/** Always sets page size and order, because node defaults differ. */
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

export interface TailOptions {
  candleId: string
  /** A loaded start in Unix nanoseconds, inclusive; without it, only the newest page is read. */
  from: string | undefined
  ask: AskCandles
  signal: AbortSignal
  /** Called with each page, in ascending order. */
  deliver: (candles: Candle[]) => void
}

/** Reads all candles from a start on. Rejects with the errors of `ask`. */
export async function readTail({ candleId, from, ask, signal, deliver }: TailOptions): Promise<void> {
  for (let start = from; ;) {
    const page = await ask(requestFrom(candleId, start), signal)
    signal.throwIfAborted()
    const candles = page.edges.map(({ node }) => node)
    if (start === undefined) candles.reverse()
    if (candles.length > 0) deliver(candles)
    const last = candles.at(-1)
    // Stop if a page brings nothing new: a node that repeats pages would cause an endless loop.
    const further = start !== undefined && last !== undefined && BigInt(last.start) > BigInt(start)
    if (!page.pageInfo.hasNextPage || !further) return
    start = last.start
  }
}
