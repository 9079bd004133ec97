import { type Candle, listCandles, parseCandleId } from '../../../../wire/candles.ts'
import type { Page } from '../../../../wire/page.ts'
import { ask } from '../../../api/client.ts'
import { serverNow } from '../../../api/status/server-clock.ts'

export type AskCandles = (request: CandleRequest, signal: AbortSignal) => Promise<Page<Candle>>

/** Page size and order are always given, since nodes differ in their defaults. */
export interface CandleRequest {
  candleId: string
  fromTimestamp?: string
  toTimestamp?: string
  pagination: { first: number; newestFirst: boolean }
}

const pageSize = 1000
const hour = 3_600_000_000_000n

export const askCandlesOf =
  (base: string): AskCandles =>
  async (request, signal) =>
    (await ask(listCandles, request, { base, signal })).candles

/** `block` needs both bounds: with one a node fills minutes in and loses blocks (wire.md 6.4). */
function requestFrom(candleId: string, from: string | undefined): CandleRequest {
  const bounds = parseCandleId(candleId)?.interval === 'block' ? { toTimestamp: String(serverNow() + hour) } : {}
  if (from === undefined) {
    const since = 'toTimestamp' in bounds ? { fromTimestamp: '1' } : {}
    return { candleId, ...since, ...bounds, pagination: { first: pageSize, newestFirst: true } }
  }
  return { candleId, fromTimestamp: from, ...bounds, pagination: { first: pageSize, newestFirst: false } }
}

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
