import type { Candle } from '../../../../wire/candles.ts'
import { maximumPageSize, type Page } from '../../../../wire/page.ts'
import { createObservable, type ReadonlyObservable } from '../../../observable.ts'
import { serverNow } from '../../../api/status/server-clock.ts'
import { type End, type HistoryState, mostBars, nothing, type Place } from './bar-store-state.ts'
import { compareIntegers, mergeCandles } from './merge-candles.ts'
import { type AskCandles, asError, patiently } from './patience.ts'
import { newestPage, nextPage } from './query.ts'

const openingSize = 500
/** Bars beyond an asked range, so that the left edge is not reached at once. */
const spare = 100
const pageSize = 1000

export interface History extends ReadonlyObservable<HistoryState> {
  /** Starts anew at a place; what is under way is aborted. */
  open: (place?: Place) => Promise<void>
  /** A page of `bars` before the oldest bar. Does nothing while one is under way or at the start of data. */
  loadOlder: (bars?: number) => Promise<void>
  /** The next page after the newest bar. */
  loadNewer: () => Promise<void>
  /** Asks again for what failed, else for the newest bar when that is held. Does nothing while nothing was opened. */
  again: () => Promise<void>
  /** Takes candles of the live end, in any order; of no use while what is held does not reach it. */
  take: (candles: readonly Candle[]) => void
  /** Says that the live end could not be followed, or that it can again. */
  trouble: (error: Error | undefined) => void
  /** Aborts everything; late answers change nothing. */
  close: () => void
}

const nodesOf = (page: Page<Candle>): Candle[] => page.edges.map(({ node }) => node)

const fallsShort = ([oldest]: readonly Candle[], since: bigint): boolean =>
  oldest !== undefined && compareIntegers(oldest.start, String(since)) > 0

const omitError = ({ more, loading }: End): End => ({ more, loading })

/** The bars of one candle id as one stretch that grows at both ends, one question in flight at each. */
export function createHistory(candleId: string, asked: AskCandles, now: () => bigint = serverNow): History {
  const ask = patiently(asked)
  const observable = createObservable(nothing)
  let state = nothing
  let place: Place = {}
  let control = new AbortController()

  const set = (patch: Partial<HistoryState>): void => {
    state = { ...state, ...patch }
    observable.set(state)
  }

  async function open(wanted: Place = {}): Promise<void> {
    place = wanted
    const { since, until, bars = openingSize } = wanted
    control.abort()
    control = new AbortController()
    const { signal } = control
    const { error: _, ...rest } = state
    state = rest
    set({
      phase: state.candles.length > 0 ? 'opening' : 'waiting',
      older: { ...state.older, loading: false },
      newer: { ...state.newer, loading: false },
    })
    const instant = now()
    const before = until !== undefined && until < instant ? String(until) : undefined
    const size = Math.min(Math.max(Math.ceil(bars) + spare, openingSize), maximumPageSize)
    let candles: readonly Candle[] = []
    let more = true
    const falls = (): boolean => since !== undefined && fallsShort(candles, since)
    try {
      do {
        const page = await ask(newestPage(candleId, size, instant, candles[0]?.start ?? before), signal)
        if (signal.aborted) return
        const merged = mergeCandles(candles, nodesOf(page))
        more = page.pageInfo.hasNextPage && merged.length > candles.length
        candles = merged
      } while (more && falls() && candles.length < mostBars)
    } catch (thrown) {
      if (signal.aborted) return
      if (candles.length === 0) {
        // Bars of another place stay on the screen, beside the error.
        set({ phase: state.candles.length > 0 ? 'ready' : 'refused', error: asError(thrown) })
        return
      }
      set(opened(candles, { more: true, loading: false, error: asError(thrown) }, before))
      return
    }
    const cut = more && falls()
    set({ ...opened(candles, { more, loading: false }, before), cut })
  }

  const opened = (candles: readonly Candle[], older: End, before: string | undefined): Partial<HistoryState> => ({
    phase: 'ready',
    candles,
    older,
    newer: { more: before !== undefined, loading: false },
    cut: false,
    ...(before === undefined ? { confirmedAt: Date.now() } : {}),
  })

  async function loadOlder(bars = pageSize): Promise<void> {
    const oldest = state.candles[0]
    if (state.phase !== 'ready' || !oldest || state.older.loading || !state.older.more) return
    const { signal } = control
    set({ older: { more: true, loading: true } })
    try {
      const page = await ask(newestPage(candleId, bars, now(), oldest.start), signal)
      // The far end may have been dropped meanwhile: then the page no longer touches what is held.
      if (signal.aborted) return
      if (state.candles[0]?.start !== oldest.start) {
        set({ older: { ...state.older, loading: false } })
        return
      }
      const merged = mergeCandles(state.candles, nodesOf(page))
      const dropped = merged.length > mostBars
      const more = page.pageInfo.hasNextPage && merged.length > state.candles.length
      set({
        candles: dropped ? merged.slice(0, mostBars) : merged,
        older: { more, loading: false },
        ...(dropped ? { newer: { more: true, loading: false }, cut: true } : {}),
      })
    } catch (thrown) {
      if (!signal.aborted) set({ older: { more: true, loading: false, error: asError(thrown) } })
    }
  }

  async function loadNewer(): Promise<void> {
    if (state.phase !== 'ready' || state.newer.loading) return
    const newest = state.candles.at(-1)
    const { signal } = control
    set({ newer: { ...state.newer, loading: true } })
    try {
      const request = newest
        ? nextPage(candleId, pageSize, now(), newest.start)
        : newestPage(candleId, openingSize, now()) // the first trade of a market may come while we look
      const page = await ask(request, signal)
      if (signal.aborted) return
      const held = state.candles.at(-1)
      if (newest && (!held || compareIntegers(held.start, newest.start) < 0)) {
        set({ newer: { ...state.newer, loading: false } })
        return
      }
      const merged = mergeCandles(state.candles, nodesOf(page))
      const dropped = merged.length > mostBars
      const further = page.pageInfo.hasNextPage && merged.length > state.candles.length
      const more = newest ? further : false
      set({
        candles: dropped ? merged.slice(-mostBars) : merged,
        newer: { more, loading: false },
        ...(newest ? {} : { older: { more: further, loading: false } }),
        ...(dropped ? { older: { more: true, loading: false }, cut: true } : {}),
        ...(more ? {} : { confirmedAt: Date.now() }),
      })
    } catch (thrown) {
      if (!signal.aborted) set({ newer: { ...state.newer, loading: false, error: asError(thrown) } })
    }
  }

  function take(arriving: readonly Candle[]): void {
    if (state.phase !== 'ready' || state.newer.more) return
    const next = mergeCandles(state.candles, arriving)
    // What is known already must not be drawn again.
    const known = next.length === state.candles.length && next.every((candle, index) => candle === state.candles[index])
    const merged = known ? state.candles : next
    const dropped = merged.length > mostBars
    set({
      candles: dropped ? merged.slice(-mostBars) : merged,
      newer: { more: false, loading: state.newer.loading },
      ...(dropped ? { older: { more: true, loading: false }, cut: true } : {}),
      confirmedAt: Date.now(),
    })
  }

  async function again(): Promise<void> {
    const { phase, error, older, newer } = state
    if (phase === 'refused' || (phase === 'ready' && error)) return open(place)
    await Promise.all([older.error && loadOlder(), (newer.error || !newer.more) && loadNewer()])
  }

  return {
    get: () => state,
    subscribe: observable.subscribe,
    open,
    loadOlder,
    loadNewer,
    again,
    take,
    trouble: (error) => set({ newer: { ...omitError(state.newer), ...(error ? { error } : {}) } }),
    close: () => control.abort(),
  }
}
