import { useLayoutEffect, useState } from 'react'
import { createObservable, type ReadonlyObservable } from '../../../observable.ts'
import type { Row } from '../data/candle-rows.ts'
import type { Measuring } from '../measure/measure.ts'
import type { PlacedMark } from './ledger-marks.ts'
import type { CandlesSearch } from '../search.ts'

/** Delays of a debounced value: `idleMs` after the last change, but at most `maxMs` after the first one. */
export interface DebounceDelays {
  idleMs: number
  maxMs: number
}

/** Debounced value of an observable, for content that costs more to draw than a chart frame. `delaysOf` must not change. */
export function useDebounced<Value>(
  source: ReadonlyObservable<Value>,
  delaysOf: (value: Value) => DebounceDelays,
): Value {
  const [value, setValue] = useState(source.get)
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    /** Time of the first change that was not reported yet. */
    let since: number | undefined
    const take = (): void => {
      since = undefined
      setValue(source.get)
    }
    take()
    const stop = source.subscribe(() => {
      const now = performance.now()
      since ??= now
      const { idleMs, maxMs } = delaysOf(source.get())
      clearTimeout(timer)
      timer = setTimeout(take, Math.max(0, Math.min(idleMs, since + maxMs - now)))
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [source, delaysOf])
  return value
}

/** What the chart currently shows: indices into `rows`. */
export interface Visible {
  rows: readonly Row[]
  /** First and last visible row, both included; `last` is less than `first` when no row is visible. */
  first: number
  last: number
  /** Bars between the oldest row and the left edge; negative when there is empty space. */
  before: number
  atEdge: boolean
}

/** A pane as it is laid out: its key, what its legend calls it, and its place in the chart in px. */
export interface PaneBox {
  key: string
  name: string
  unit?: string | undefined
  top: number
  height: number
}

const [lowerShare, minLowerPx, maxLowerShare, stripPx] = [0.15, 60, 0.6, 24]

/** Heights of the price pane and of `count` lower ones in a chart of a height, in px; a maximised one leaves the others a strip. */
export function paneHeights(height: number, count: number, maximised?: number): number[] {
  const shown = maximised !== undefined && maximised <= count ? maximised : undefined
  const share = Math.min(Math.max(lowerShare * height, minLowerPx), (maxLowerShare * height) / Math.max(count, 1))
  const other = shown === undefined ? share : Math.min(share, stripPx)
  return Array.from({ length: count + 1 }, (_, index) => (index === (shown ?? 0) ? height - count * other : other))
}

/** Which pane has all of the height after, or before, another, of prices and `lower` ones; undefined where they share it. */
export function nextPane(maximised: number | undefined, by: 1 | -1, lower: number): number | undefined {
  const states = lower + 2
  const next = ((maximised ?? -1) + 1 + by + states) % states
  return next === 0 ? undefined : next - 1
}

/** The last row of `rows` that is in view; the newest one while the view is not known or is of other rows. */
export const lastInView = (rows: readonly Row[], seen: Visible | undefined): number =>
  seen?.rows === rows && seen.last >= seen.first ? seen.last : rows.length - 1

/** The visible range in URL form: without an end while the newest bar is in view. */
export function visibleRange(
  { rows, first, last, atEdge }: Visible,
  length: bigint | undefined,
): Pick<CandlesSearch, 'from' | 'to'> {
  const [left, right] = [rows[first], rows[last]]
  if (!left || !right) return {}
  return { from: left.start, ...(atEdge ? {} : { to: String(BigInt(right.start) + (length ?? 1n)) }) }
}

/** How often figures of the visible range update: they cost frames, and wait for the end of a drag. */
const delaysOf = (visible: Visible | undefined, dragging: boolean): DebounceDelays => {
  const many = visible !== undefined && visible.last - visible.first > 3000
  const maxMs = many ? 1500 : 500
  return { idleMs: many ? 250 : 100, maxMs: dragging ? Number.POSITIVE_INFINITY : maxMs }
}

/** State shared by chart, legend, statistics and table, observable so that they do not re-render each other. */
export function createChartView() {
  const dragging = createObservable(false)
  return {
    visible: createObservable<Visible | undefined>(undefined),
    cursor: createObservable<string | undefined>(undefined),
    dragging,
    /** Counts user changes of the view, to distinguish them from changes caused by new rows. */
    moves: createObservable(0),
    measure: createObservable<Measuring>({ phase: 'off' }),
    /** The y of each line of the reader, in px of the price pane. */
    lineTops: createObservable<readonly number[]>([]),
    /** Whether the price scale follows the candles in view. */
    autoScale: createObservable(true),
    /** The panes from the top. */
    panes: createObservable<readonly PaneBox[]>([]),
    /** The mark of ledger entries under the pointer. */
    mark: createObservable<PlacedMark | undefined>(undefined),
    /** Counts drawn scenes: the legend reads indicator values from the chart. */
    drawn: createObservable(0),
    delays: (visible: Visible | undefined) => delaysOf(visible, dragging.get()),
  }
}

export type ChartView = ReturnType<typeof createChartView>

/** The visible rows, for figures that cost more to draw than a chart frame. */
export const useVisible = (view: ChartView): Visible | undefined => useDebounced(view.visible, view.delays)
