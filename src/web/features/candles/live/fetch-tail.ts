import type { Candle } from '../../../../wire/candles.ts'
import { serverNow } from '../../../api/status/server-clock.ts'
import { type askCandles, newestPage, nextPage } from '../data/query.ts'

/** Candles per request. */
const pageSize = 1000

export interface TailOptions {
  candleId: string
  /** A loaded start in Unix nanoseconds, inclusive; without it, only the newest page is read. */
  from: string | undefined
  ask: typeof askCandles
  signal: AbortSignal
  /** Called with each page, in ascending order. */
  deliver: (candles: Candle[]) => void
}

/** Reads all candles from a start on. Rejects with the errors of `ask`. */
export async function readTail({ candleId, from, ask, signal, deliver }: TailOptions): Promise<void> {
  for (let start = from; ;) {
    const page = await ask(
      start === undefined
        ? newestPage(candleId, pageSize, serverNow())
        : nextPage(candleId, pageSize, serverNow(), start),
      signal,
    )
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
