import { bucketStart, intervalLength } from '../../../../wire/candle-interval.ts'
import { type Candle, parseCandleId } from '../../../../wire/candles.ts'
import { NodeFailure } from '../../../client/node-failure.ts'
import type { CandlePage, Unreadable } from './candle-pages.ts'
import { mergeCandles } from './merge-candles.ts'
import type { askCandles, PageParam } from './query.ts'

/** Requests for one page: some for each candle that the node cannot answer, and no storm where there are hundreds. */
const maxRequests = 60

/** Whether the node refuses a page because a number of one of its candles does not fit its 64 bits (wire.md 4.2). */
const isOverflow = (error: unknown): boolean =>
  error instanceof NodeFailure &&
  /cannot convert \S+ to u?int64/.test(`${error.detail?.inner ?? ''} ${error.detail?.message ?? ''} ${error.message}`)

interface PageSource {
  candleId: string
  ask: typeof askCandles
  /** The node's clock, in Unix nanoseconds. */
  now: bigint
}

/**
 * The page that a node refused with `failure`, without the candles that it cannot answer: halves of the page are asked for
 * between two bounds until those are found. Throws `failure` where it is another one, or where candles have no fixed length.
 */
export async function readAround(
  failure: unknown,
  { candleId, ask, now }: PageSource,
  param: PageParam,
  signal: AbortSignal,
): Promise<CandlePage> {
  const length = intervalLength(parseCandleId(candleId)?.interval ?? '')
  if (length === undefined || !isOverflow(failure)) throw failure
  const present = bucketStart(now, length) + length
  const candles: Candle[] = []
  const unreadable: Unreadable[] = []
  let requests = 0

  async function read(from: bigint, to: bigint, isRefused = false): Promise<void> {
    const count = Number((to - from) / length!)
    let refused = isRefused || requests >= maxRequests
    if (!refused) {
      requests += 1
      const bounds = { fromTimestamp: String(from), toTimestamp: String(to) }
      const pagination = { first: count, newestFirst: true }
      try {
        const { edges } = await ask({ candleId, ...bounds, pagination }, signal)
        candles.push(...edges.map(({ node }) => node))
      } catch (error) {
        if (!isOverflow(error)) throw error
        refused = true
      }
    }
    if (!refused) return
    if (count === 1 || requests >= maxRequests) return void unreadable.push({ from: String(from), to: String(to) })
    const middle = from + BigInt(count >> 1) * length!
    // The newest half first: it is what the reader looks at, where requests run out.
    await read(middle, to)
    await read(from, middle)
  }

  const forward = 'from' in param
  const size = BigInt(param.first) * length
  const edge = forward ? bucketStart(BigInt(param.from), length) : present
  const end = !forward && param.before !== undefined ? bucketStart(BigInt(param.before) - 1n, length) + length : edge
  const [from, until] = forward ? [edge, edge + size] : [end - size, end]
  const to = until < present ? until : present
  if (to > from) await read(from, to, true)
  return {
    candles: mergeCandles(candles),
    param,
    older: forward || candles.length > 0,
    newer: forward ? until < present : param.before !== undefined,
    receivedAt: Date.now(),
    unreadable: unreadable.reverse(),
  }
}
