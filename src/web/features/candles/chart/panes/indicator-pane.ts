import {
  createTextWatermark,
  HistogramSeries,
  type IChartApiBase,
  LineSeries,
  type LineSeriesPartialOptions,
  type Time,
} from 'lightweight-charts'
import { percentFormat, priceFormat, volumeFormat } from '../chart-config.ts'
import type { Extent } from '../../data/extent.ts'
import { GapHatch } from '../primitives/no-trade-hatch.ts'
import { type DrawnLine, LineLayer } from './line-layer.ts'
import { indexAt } from '../../data/merge-candles.ts'
import { choosePlot, type Plot } from '../axis/price-transform.ts'
import type { Row } from '../../data/fill-gaps.ts'
import type { Scene } from '../chart-model.ts'
import { amountColours, type AmountColours, drawnAmount, timeOf } from './series-data.ts'
import { type Study, studyName } from '../../indicators/indicator-spec.ts'
import type { ChartColours } from '../chart-colours.ts'

/** A pane below the price pane. */
export interface LowerPane {
  /** Prepares for rows of an extent; true when all rows must be set again. `keep` means that existing rows stay. */
  measure: (scene: Scene, extent: Extent, prices: Plot, keep: boolean) => boolean
  /** Drops times that are not in these rows: otherwise the chart keeps them on its axis. */
  leave: (rows: readonly Row[]) => void
  set: (rows: readonly Row[], colours: ChartColours) => void
  /** Adds or replaces the row at `index`, which must be the last one. */
  update: (rows: readonly Row[], index: number) => void
  clear: () => void
  /** Sets the lines over the rows, for panes that have lines. */
  lines: (drawn: readonly DrawnLine[], count: number) => void
  remove: () => void
}

const margins = { top: 0.28, bottom: 0.02 }
const plain = { lastValueVisible: false, priceLineVisible: false } as const

/** Whether the start of each row in `some` also occurs in `rows`; both are ascending. */
function hasStarts(rows: readonly Row[], some: readonly Row[]): boolean {
  let index = 0
  for (const { start } of some) {
    while (index < rows.length && rows[index]!.start !== start) index++
    if (index === rows.length) return false
  }
  return true
}

/** An invisible series for a pane whose graphics are drawn separately: it only needs one row with a value for its scale. */
function addScale(chart: IChartApiBase<Time>, at: number, value: number, more: LineSeriesPartialOptions = {}) {
  const series = chart.addSeries(
    LineSeries,
    { ...plain, lineVisible: false, crosshairMarkerVisible: false, ...more },
    at,
  )
  let held: string[] = []
  const clear = (): void => {
    series.setData([])
    held = []
  }
  return {
    series,
    clear,
    leave: (rows: readonly Row[]): void => {
      if (!held.every((start) => rows[indexAt(rows, start)]?.start === start)) clear()
    },
    hold: (row: Row | undefined): void => {
      if (!row || held.at(-1) === row.start) return
      series.update({ time: timeOf(row.start), value })
      held.push(row.start)
    },
  }
}

/** Volume or notional bars. Not conflated, unlike prices: of bars that share a pixel, the tallest stays visible. */
export function addAmountPane(chart: IChartApiBase<Time>, amount: 'volume' | 'notional', at: number): LowerPane {
  const series = chart.addSeries(HistogramSeries, { ...plain, conflationThresholdFactor: Number.MIN_VALUE }, at)
  series.priceScale().applyOptions({ scaleMargins: { ...margins, bottom: 0 } })
  let plot: Plot | undefined
  let held: readonly Row[] = []
  let look: AmountColours | undefined
  const clear = (): void => {
    series.setData([])
    held = []
  }
  return {
    measure: (scene, extent, _, keep) => {
      const before = plot
      const decimals = scene.positionDecimals + (amount === 'notional' ? scene.decimals : 0)
      plot = choosePlot(0n, extent[amount], decimals, keep ? before : undefined)
      if (plot !== before) series.applyOptions({ priceFormat: volumeFormat(plot) })
      return plot !== before
    },
    leave: (rows) => {
      if (!hasStarts(rows, held)) clear()
    },
    set: (rows, colours) => {
      const [shown, barColours] = [plot, amountColours(colours)]
      look = barColours
      series.setData(shown ? rows.map((row) => drawnAmount(row, amount, shown, barColours)) : [])
      held = shown ? rows : []
    },
    update: (rows, index) => {
      const row = rows[index]
      if (!row || !plot || !look) return
      series.update(drawnAmount(row, amount, plot, look))
      held = rows
    },
    clear,
    lines: () => undefined,
    remove: () => chart.removeSeries(series),
  }
}

/** Conventional RSI thresholds, drawn as guide lines. */
const rsiGuides = [30, 70]

/** An indicator with its own scale. The series only provides the scale; the lines are drawn from the values. */
export function addStudyPane(chart: IChartApiBase<Time>, study: Study, at: number): LowerPane {
  const rsi = study.kind === 'rsi'
  const { series, clear, leave, hold } = addScale(chart, at, rsi ? 50 : 0, {
    ...(rsi && { autoscaleInfoProvider: () => ({ priceRange: { minValue: 0, maxValue: 100 } }) }),
  })
  series.priceScale().applyOptions({ scaleMargins: margins })
  const layer = new LineLayer()
  series.attachPrimitive(layer)
  const guides = (rsi ? rsiGuides : [0]).map((price) =>
    series.createPriceLine({ price, lineWidth: 1, lineStyle: 1, axisLabelVisible: false }),
  )
  let format: Plot | undefined
  return {
    measure: (scene, _, prices) => {
      if (prices !== format)
        series.applyOptions({ priceFormat: rsi ? percentFormat : priceFormat(prices, Math.min(scene.decimals, 6)) })
      format = prices
      return false
    },
    leave,
    set: (rows, colours) => {
      for (const guide of guides) guide.applyOptions({ color: colours.cross })
      hold(rows.at(-1))
    },
    update: (rows, index) => hold(rows[index]),
    clear: () => {
      clear()
      layer.set([], 0)
    },
    lines: (drawn, count) => layer.set(drawn, count),
    remove: () => chart.removeSeries(series),
  }
}

/** The panes below the price pane for a scene, by name. */
export function lowerPanes({
  notional,
  studies,
}: Scene): { key: string; study?: Study; caption: (scene: Scene) => string }[] {
  return [
    { key: 'volume', caption: ({ volumeUnit }) => `Volume${volumeUnit}` },
    ...(notional ? [{ key: 'notional', caption: ({ notionalUnit }: Scene) => `Notional${notionalUnit}` }] : []),
    ...studies
      .filter(({ kind }) => kind === 'rsi' || kind === 'macd')
      .map((study) => ({ key: studyName(study), study, caption: () => studyName(study) })),
  ]
}

export interface Dress {
  hatch: GapHatch
  /** Sets the caption in the pane's corner. */
  caption: (text: string, color: string, fontFamily: string) => void
}

/** Adds hatch and caption to a pane, given its index from the top. */
export function dressPane(chart: IChartApiBase<Time>, at: number): Dress | undefined {
  const pane = chart.panes()[at]
  if (!pane) return undefined
  const hatch = new GapHatch()
  pane.attachPrimitive(hatch)
  const mark = createTextWatermark(pane, { horzAlign: 'left', vertAlign: 'top', lines: [] })
  return {
    hatch,
    caption: (text, color, fontFamily) =>
      mark.applyOptions({
        lines:
          text === ''
            ? []
            : [
                { text: ' ', fontSize: 5 },
                { text, color, fontSize: 11, fontFamily, fontStyle: '' },
              ],
      }),
  }
}
