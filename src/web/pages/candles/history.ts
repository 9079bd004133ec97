import type { Candle } from '../../../wire/candles.ts'
import { maximumPageSize, type Page } from '../../../wire/page.ts'
import { serverNow } from '../../node/clock.ts'
import { retry, retryDelay } from '../../node/retry.ts'
import { compareIntegers, mergeCandles } from './merge.ts'
import { type CandleRequest, newestPage, nextPage } from './query.ts'

/** The chart redraws all it holds, so it holds no more than this; farther bars are dropped and can come back. */
export const mostBars = 50_000
const openingSize = 500
/** Bars beyond an asked range, so that the left edge is not reached at once. */
const spare = 100
const pageSize = 1000

/** One end of what is held. */
export interface End {
  /** The node has more beyond this end. */
  more: boolean
  loading: boolean
  /** The last question at this end failed; cleared by the next answer. */
  error?: Error
}

export interface HistoryState {
  /** `opening`: bars of another place of the same candle id are still shown. `refused`: there is nothing but the error. */
  phase: 'waiting' | 'opening' | 'ready' | 'refused'
  /** One stretch without holes of the caller's making: ascending, unique. */
  candles: readonly Candle[]
  error?: Error
  older: End
  newer: End
  /** Bars were dropped at one end, or the asked range was not reached, because of `mostBars`. */
  cut: boolean
  /** When the newest end was last confirmed by the node, in Unix milliseconds of this browser. */
  confirmedAt?: number
}

/** Where to open: the newest bars before `until`, back to `since` at least (Unix nanoseconds), `bars` of them about. */
export interface Place {
  since?: bigint
  until?: bigint
  bars?: number
}

export interface History {
  get: () => HistoryState
  subscribe: (listener: () => void) => () => void
  /** Starts anew at a place; what is under way is aborted. */
  open: (place?: Place) => Promise<void>
  /** A page of `bars` before the oldest bar. Does nothing while one is under way or at the start of data. */
  loadOlder: (bars?: number) => Promise<void>
  /** The next page after the newest bar. */
  loadNewer: () => Promise<void>
  /** Takes candles of the live end, in any order; of no use while what is held does not reach it. */
  take: (candles: readonly Candle[]) => void
  /** Says that the live end could not be followed, or that it can again. */
  trouble: (error: Error | undefined) => void
  /** Aborts everything; late answers change nothing. */
  close: () => void
}

type AskCandles = (request: CandleRequest, signal: AbortSignal) => Promise<Page<Candle>>

const nothing: HistoryState = {
  phase: 'waiting',
  candles: [],
  older: { more: false, loading: false },
  newer: { more: false, loading: false },
  cut: false,
}

const nodesOf = (page: Page<Candle>): Candle[] => page.edges.map(({ node }) => node)
const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))

const fallsShort = ([oldest]: readonly Candle[], since: bigint): boolean =>
  oldest !== undefined && compareIntegers(oldest.start, String(since)) > 0

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(asError(signal.reason))
    })
  })
}

const omitError = ({ more, loading }: End): End => ({ more, loading })

/** The bars of one candle id as one stretch that grows at both ends, one question in flight at each. */
export function createHistory(candleId: string, ask: AskCandles, now: () => bigint = serverNow): History {
  let state = nothing
  let control = new AbortController()
  const listeners = new Set<() => void>()

  const set = (patch: Partial<HistoryState>): void => {
    state = { ...state, ...patch }
    for (const tell of listeners) tell()
  }

  /** Repeats what retry.ts lets repeat. */
  async function patiently(request: CandleRequest, signal: AbortSignal): Promise<Page<Candle>> {
    for (let failures = 0; ; failures++) {
      try {
        return await ask(request, signal)
      } catch (error) {
        if (signal.aborted || !retry(failures, error)) throw error
        await pause(retryDelay(failures), signal)
      }
    }
  }

  async function open({ since, until, bars = openingSize }: Place = {}): Promise<void> {
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
        const page = await patiently(newestPage(candleId, size, instant, candles[0]?.start ?? before), signal)
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
      const page = await patiently(newestPage(candleId, bars, now(), oldest.start), signal)
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
      const page = await patiently(request, signal)
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

  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    open,
    loadOlder,
    loadNewer,
    take,
    trouble: (error) => set({ newer: { ...omitError(state.newer), ...(error ? { error } : {}) } }),
    close: () => control.abort(),
  }
}
