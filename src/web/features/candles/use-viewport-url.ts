import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { maximumPageSize } from '../../../wire/page.ts'
import { chainNow } from '../../api/status/node-status.ts'
import type { Address } from './use-candles-url.ts'
import type { Engine } from './chart/chart-controller.ts'
import type { History } from './data/bar-store.ts'
import type { HistoryState, Place } from './data/bar-store-state.ts'
import { type Interval, periodsIn } from './data/interval.ts'
import { compareIntegers } from './data/merge-candles.ts'
import type { CandlesSearch } from './search.ts'
import { rangeOf, type View, type Visible } from './chart/viewport-store.ts'

/** History loads ahead when fewer bars than this remain beyond an edge. */
const ahead = 50
/** With more bars in view than this the next page would push others out at the far end. */
const widest = 45_000
const settle = 500

/** The further out the view, the more bars are asked for at once: a page that fills it, within what a node gives. */
const pageFor = ({ before, last }: Visible): number =>
  Math.min(Math.max(1000, Math.ceil(last - before)), maximumPageSize)

export interface PlaceOptions {
  history: History
  state: HistoryState
  view: View
  engine: Engine | undefined
  /** Undefined while the intervals are on their way: nothing is asked then. */
  interval: Interval | undefined
  address: Address
  /** The view became wider than what may be loaded: a longer interval has to carry it. */
  onTooWide: (from: bigint, to: bigint | undefined, words: string) => void
}

const keyOf = ({ from = '', to = '' }: Pick<CandlesSearch, 'from' | 'to'>): string => `${from}-${to}`

function placeOf({ from, to }: CandlesSearch, interval: Interval, now: bigint): Place {
  const end = to === undefined ? now : BigInt(to)
  const bars = from === undefined || end <= BigInt(from) ? undefined : periodsIn(end - BigInt(from), interval)
  return {
    ...(from === undefined ? {} : { since: BigInt(from) }),
    ...(to === undefined ? {} : { until: BigInt(to) }),
    ...(bars === undefined ? {} : { bars }),
  }
}

/** Whether what is held carries a range already. */
function covers({ phase, candles, newer, older }: HistoryState, { from, to }: CandlesSearch): boolean {
  const [first, last] = [candles[0], candles.at(-1)]
  if (phase !== 'ready' || !first || !last) return false
  const left = from === undefined || !older.more || compareIntegers(first.start, from) <= 0
  const right = to === undefined ? !newer.more : !newer.more || compareIntegers(last.start, to) >= 0
  return left && right
}

/**
 * Keeps address, history and view together: opens the history where the address points, frames that range, loads ahead
 * at both edges, and writes the range back once a hand has left the chart.
 */
export function usePlace({ history, state, view, engine, interval, address, onTooWide }: PlaceOptions): void {
  const { search, change } = address
  const key = keyOf(search)
  /** The range that the chart already shows because it was written from there. */
  const own = useRef<string>(undefined)
  const wanted = useRef<CandlesSearch>(undefined)
  const length = interval?.length
  const tooWide = useEffectEvent(onTooWide)

  // Before the first paint, as what follows: a chart that showed another stretch first would be drawn twice.
  useLayoutEffect(() => {
    if (!interval || own.current === key) return
    own.current = key
    wanted.current = search
    if (!covers(history.get(), search)) void history.open(placeOf(search, interval, chainNow()))
    // oxlint-disable-next-line react/exhaustive-deps -- the key stands for the members of the search that count
  }, [history, key, interval?.candleId])
  useLayoutEffect(
    () => () => {
      history.close()
      own.current = undefined
    },
    [history],
  )

  useLayoutEffect(() => {
    const range = wanted.current
    if (!engine || !range || history.get().phase !== 'ready' || state.phase !== 'ready' || state.candles.length === 0)
      return
    wanted.current = undefined
    engine.frame(range.from, range.to)
  }, [engine, history, state, key])

  useEffect(() => {
    const load = (): void => {
      const seen = view.visible.get()
      const { phase, older, newer } = history.get()
      if (!seen || phase !== 'ready' || seen.last - seen.first > widest) return
      if (seen.before < ahead && older.more && !older.loading && !older.error) void history.loadOlder(pageFor(seen))
      if (seen.rows.length - seen.last < ahead && newer.more && !newer.loading && !newer.error) void history.loadNewer()
    }
    load()
    return view.visible.subscribe(load)
  }, [history, view, state])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const write = (): void => {
      const seen = view.visible.get()
      if (!seen || wanted.current || history.get().phase !== 'ready') return
      const range = rangeOf(seen, length)
      const wide = Math.round(seen.last - seen.before)
      if (length !== undefined && range.from !== undefined && history.get().older.more && wide > widest) {
        const end = range.to === undefined ? undefined : BigInt(range.to)
        tooWide(BigInt(seen.rows[seen.last]!.start) - BigInt(wide) * length, end, 'this view')
        return
      }
      own.current = keyOf(range)
      change({ from: range.from, to: range.to }, true)
    }
    const stop = view.moves.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(write, settle)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [history, view, change, length])
}
