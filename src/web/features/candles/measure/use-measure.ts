import { useCallback, useEffect } from 'react'
import { useObservable } from '../../../use-observable.ts'
import type { ChartView } from '../chart/chart-view.ts'
import type { Row } from '../data/candle-rows.ts'
import { indexAt, lastTraded } from '../data/merge-candles.ts'
import type { CandlesUrl } from '../use-candles-url.ts'
import { readMeasure, writeMeasure } from './measure.ts'

/** Syncs the measured pair with the URL, and measures from the crosshair for keyboard users. */
export function useMeasure(view: ChartView, rows: readonly Row[], { search, change }: CandlesUrl) {
  // The second point changes with every pointer move, so subscribe only to whether measuring is on.
  const on = useObservable(view.measure, ({ phase }) => phase !== 'off')
  const text = search.measure
  useEffect(() => {
    const measure = readMeasure(text)
    if (measure?.to) view.measure.set({ phase: 'done', from: measure.from, to: measure.to })
  }, [view, text])
  useEffect(
    () =>
      view.measure.subscribe(() => {
        const state = view.measure.get()
        if (state.phase === 'done' && writeMeasure(state) !== text) change({ measure: writeMeasure(state) }, true)
      }),
    [view, text, change],
  )

  const stop = useCallback(() => {
    view.measure.set({ phase: 'off' })
    change({ measure: undefined }, true)
  }, [view, change])

  /** Marks the close of the bar under the crosshair, otherwise of the last visible bar. */
  const mark = useCallback(() => {
    const now = view.measure.get()
    if (now.phase === 'off' && view.cursor.get() === undefined) return view.measure.set({ phase: 'from' })
    const cursor = view.cursor.get() ?? rows[view.visible.get()?.last ?? rows.length - 1]?.start
    const row = cursor === undefined ? undefined : lastTraded(rows, indexAt(rows, cursor))
    if (!row) return undefined
    const at = { start: row.start, price: 'close' } as const
    return view.measure.set(now.phase === 'to' ? { phase: 'done', from: now.from, to: at } : { phase: 'to', from: at })
  }, [view, rows])

  const toggle = useCallback(() => {
    if (view.measure.get().phase === 'off') view.measure.set({ phase: 'from' })
    else stop()
  }, [view, stop])

  return { on, mark, toggle, stop }
}
