import { blockInterval, intervalLength } from '../../../../wire/candle-interval.ts'
import { type Candle, parseCandleId } from '../../../../wire/candles.ts'
import { nodeState } from '../../../client/node-status.ts'
import { serverNow } from '../../../client/server-clock.ts'
import { isNewer } from '../data/merge-candles.ts'
import { type askCandles, pageRequest } from '../data/query.ts'

/** Candles per request. */
const pageSize = 1000

export interface IntakeOptions {
  candleId: string
  /** Start of the newest loaded candle (Unix nanoseconds); undefined if there is none. */
  since: () => string | undefined
  onCandles: (candles: Candle[]) => void
  ask: typeof askCandles
}

/**
 * Brings candles of stream and requests into order: while candles may have been missed, streamed ones are held back until a
 * read has brought those, so that each candle arrives in its final state.
 */
export function createIntake({ candleId, since, onCandles, ask }: IntakeOptions) {
  const interval = parseCandleId(candleId)?.interval ?? ''
  let behind = false
  /** The current stream has not delivered the newest loaded candle yet. */
  let fresh = true
  /** The newest delivered candle. */
  let newest: Candle | undefined
  let reading: AbortSignal | undefined
  /** Streamed candles that wait for a read, by start. */
  const buffered = new Map<string, Candle>()

  function deliver(candles: Candle[]): void {
    const last = candles.at(-1)
    if (last && isNewer(last, newest)) newest = last
    onCandles(candles)
  }

  /**
   * Whether nothing can be missing between two streamed candles: they are adjacent periods, or blocks, which are never empty,
   * of a node that streams a period's final state before the next period begins. Lyra does, others may not.
   */
  const adjoin = (earlier: string, later: string): boolean =>
    nodeState.get().lyra && (interval === blockInterval || BigInt(later) - BigInt(earlier) === intervalLength(interval))

  /** Delivers a streamed candle, or holds it back. */
  function take(candle: Candle): void {
    if (!behind && !reading) {
      const last = since()
      // A stream's first candle does not imply that the previous period's final state was received.
      const follows = last !== undefined && !fresh && adjoin(last, candle.start)
      if (candle.start === last) fresh = false
      if (!isNewer(candle, newest)) return
      if (candle.start === last || follows) return deliver([candle])
      behind = true
    }
    buffered.set(candle.start, candle)
  }

  async function readPages(signal: AbortSignal): Promise<void> {
    for (let more = true; more;) {
      const from = since()
      const param = from === undefined ? { first: pageSize } : { first: pageSize, from }
      const { edges, pageInfo } = await ask(pageRequest(candleId, param, serverNow()), signal)
      signal.throwIfAborted()
      const candles = edges.map(({ node }) => node)
      if (from === undefined) candles.reverse()
      if (candles.length > 0) deliver(candles)
      // Stop if a page brings nothing new: a node that repeats pages would cause an endless loop.
      more = pageInfo.hasNextPage && from !== undefined && since() !== from
    }
  }

  return {
    /** Whether a read is needed. */
    isBehind: () => behind,
    take,
    /** A stream was opened; it does not contain earlier changes. */
    opened: (): void => {
      fresh = behind = true
    },
    /** Candles were missed. */
    missed: (): void => {
      behind = true
      reading = undefined
      buffered.clear()
    },
    /** Reads from the newest loaded candle on. True if that found more than the stream had sent. Rejects with errors of `ask`. */
    read: async (signal: AbortSignal): Promise<boolean> => {
      reading = signal
      const known = [...buffered.values()].reduce((a, b) => (isNewer(b, a) ? b : a), newest)
      try {
        await readPages(signal)
        behind = false
        return known !== undefined && newest !== undefined && isNewer(newest, known)
      } finally {
        if (reading === signal) {
          reading = undefined
          const arrived = [...buffered.values()]
          buffered.clear()
          for (const candle of arrived) take(candle)
        }
      }
    },
  }
}
