import { useEffect, useMemo } from 'react'
import { type Candle, candleIdOf, parseCandleId } from '../../../../wire/candles.ts'
import { maximumPageSize } from '../../../../wire/page.ts'
import { useObservable } from '../../../use-observable.ts'
import { createHistory, type History } from './bar-store.ts'
import type { HistoryState } from './bar-store-state.ts'
import { compareIntegers } from './merge-candles.ts'
import { askCandles } from './query.ts'

/** Whether two stretches share an instant or touch within what one page brings. */
function isApart(held: readonly Candle[], wanted: readonly Candle[]): boolean {
  const [first, last, from, to] = [held[0], held.at(-1), wanted[0], wanted.at(-1)]
  if (!first || !last || !from || !to) return false
  return compareIntegers(last.start, from.start) < 0 || compareIntegers(first.start, to.start) > 0
}

/** What was asked for, so that a market that has nothing there is not asked for it again and again. */
interface Asked {
  from?: string
  to?: string
  newest?: string
}

const calm = 2_000_000_000n

/** Brings a second candle id to where the first one is. One question at a time at each end, as for the first. */
function follow(history: History, state: HistoryState, wanted: readonly Candle[], asked: Asked): void {
  const { phase, candles, older, newer } = state
  const [from, to] = [wanted[0], wanted.at(-1)]
  if (!from || !to) return
  if (candles.length === 0 || isApart(candles, wanted)) {
    if (asked.from === from.start && asked.to === to.start) return
    Object.assign(asked, { from: from.start, to: to.start })
    void history.open({ since: BigInt(from.start), until: BigInt(to.start) + 1n, bars: wanted.length })
    return
  }
  if (phase !== 'ready') return
  if (older.more && !older.loading && !older.error && compareIntegers(candles[0]!.start, from.start) > 0)
    void history.loadOlder(maximumPageSize)
  // The running bar of both changes: asked with each new bar of the first, and every two seconds of its trades.
  const newest = `${to.start} ${BigInt(to.lastUpdate) / calm} ${candles.at(-1)!.start}`
  if (newer.loading || newer.error || asked.newest === newest || compareIntegers(candles.at(-1)!.start, to.start) > 0)
    return
  asked.newest = newest
  void history.loadNewer()
}

/** The second candle id in the interval of the first: bars of different lengths have no starts in common. */
export function comparedId(compare: string | undefined, candleId: string | undefined): string | undefined {
  const [second, first] = [parseCandleId(compare ?? ''), parseCandleId(candleId ?? '')]
  return second && first ? candleIdOf(first.interval, second.marketId) : compare
}

/** A second candle id over the same stretch of time as `wanted`; undefined while none is compared. */
export function useCompared(
  candleId: string | undefined,
  node: string,
  wanted: readonly Candle[],
): { history: History; state: HistoryState } | undefined {
  const { history } = useMemo(() => ({ node, history: createHistory(candleId ?? '', askCandles) }), [candleId, node])
  const state = useObservable(history)
  useEffect(() => () => history.close(), [history])
  const asked = useMemo((): { history: History; asked: Asked } => ({ history, asked: {} }), [history])
  useEffect(() => {
    if (candleId !== undefined) follow(history, state, wanted, asked.asked)
  }, [candleId, history, wanted, state, asked])
  return candleId === undefined ? undefined : { history, state }
}
