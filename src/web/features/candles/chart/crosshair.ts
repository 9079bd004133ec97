import type { IChartApiBase, ISeriesApi, SeriesType, Time } from 'lightweight-charts'
import { indexAt, isGap } from '../data/merge-candles.ts'
import { timeOf } from './panes/series-data.ts'
import type { ChartSubject } from './chart-model.ts'
import type { View } from './viewport-store.ts'

type CrosshairSubject = Pick<ChartSubject, 'rowsNow' | 'plotNow'> & {
  /** Scrolls to a range of rows. */
  show: (range: { from: number; to: number }) => void
}

/** Moves the crosshair without a pointer, and scrolls the view if the row is not visible. */
export function createCrosshair(
  chart: IChartApiBase<Time>,
  series: () => ISeriesApi<SeriesType>,
  view: View,
  { rowsNow, plotNow, show }: CrosshairSubject,
) {
  const time = chart.timeScale()

  /** Moves the crosshair to a row and scrolls the row into view; undefined hides the crosshair. */
  function point(start: string | undefined): void {
    view.cursor.set(start)
    if (start === undefined) return chart.clearCrosshairPosition()
    const rows = rowsNow()
    const index = indexAt(rows, start)
    const row = rows[index]
    const plot = plotNow()
    const range = time.getVisibleLogicalRange()
    if (!row || !plot || !range) return
    if (index < range.from) show({ from: index, to: range.to - range.from + index })
    else if (index > range.to) show({ from: range.from + index - range.to, to: index })
    const price = (isGap(row) ? rows.slice(0, index).findLast((earlier) => !isGap(earlier)) : row)?.close
    if (price === undefined) return
    chart.setCrosshairPosition(plot.toNumber(price), timeOf(row.start), series())
  }

  /** Moves the crosshair by a number of rows, starting from the last visible row if it is hidden. */
  function step(count: number): void {
    const rows = rowsNow()
    const cursor = view.cursor.get()
    const from = cursor === undefined ? (view.visible.get()?.last ?? rows.length) - count : indexAt(rows, cursor)
    point(rows[Math.min(Math.max(from + count, 0), rows.length - 1)]?.start)
  }

  return { point, step }
}
