import {
  createTextWatermark,
  HistogramSeries,
  type IChartApiBase,
  type ISeriesApi,
  LineSeries,
  type Time,
} from 'lightweight-charts'
import { percentFormat, priceFormat, volumeFormat } from './engine-options.ts'
import type { Extent } from './extent.ts'
import { GapHatch } from './hatch.ts'
import { type DrawnLine, LineLayer } from './line-layer.ts'
import { choosePlot, type Plot } from './plot.ts'
import type { Row } from './rows.ts'
import type { Scene } from './scene.ts'
import { drawnAmount, timeOf } from './series-data.ts'
import { type Study, studyName } from './study.ts'
import type { ChartColours } from './theme.ts'

/** A pane below the prices. */
export interface LowerPane {
  /** Prepares for rows of an extent; true when all of them must be given anew. `keep` says that old ones stay. */
  measure: (scene: Scene, extent: Extent, prices: Plot, keep: boolean) => boolean
  set: (rows: readonly Row[], colours: ChartColours) => void
  update: (row: Row, colours: ChartColours) => void
  clear: () => void
  /** Lines over the rows, for the panes that have them. */
  lines: (drawn: readonly DrawnLine[], count: number) => void
  remove: () => void
}

const margins = { top: 0.28, bottom: 0.02 }
const plain = { lastValueVisible: false, priceLineVisible: false } as const

/** Volume or notional as columns. */
export function addAmountPane(chart: IChartApiBase<Time>, amount: 'volume' | 'notional', at: number): LowerPane {
  const series = chart.addSeries(HistogramSeries, plain, at)
  series.priceScale().applyOptions({ scaleMargins: { ...margins, bottom: 0 } })
  let plot: Plot | undefined
  return {
    measure: (scene, extent, _, keep) => {
      const before = plot
      const decimals = scene.positionDecimals + (amount === 'notional' ? scene.decimals : 0)
      plot = choosePlot(0n, extent[amount], decimals, keep ? before : undefined)
      if (plot !== before) series.applyOptions({ priceFormat: volumeFormat(plot) })
      return plot !== before
    },
    set: (rows, colours) => {
      const shown = plot
      series.setData(shown ? rows.map((row) => drawnAmount(row, amount, shown, colours)) : [])
    },
    update: (row, colours) => {
      if (plot) series.update(drawnAmount(row, amount, plot, colours))
    },
    clear: () => series.setData([]),
    lines: () => undefined,
    remove: () => chart.removeSeries(series),
  }
}

/** Heights of RSI that readers look for. */
const rsiGuides = [30, 70]

/** An indicator with a scale of its own. The series only holds the scale; the lines are drawn from the values. */
export function addStudyPane(chart: IChartApiBase<Time>, study: Study, at: number): LowerPane {
  const rsi = study.kind === 'rsi'
  const series: ISeriesApi<'Line'> = chart.addSeries(
    LineSeries,
    {
      ...plain,
      lineVisible: false,
      crosshairMarkerVisible: false,
      ...(rsi && { autoscaleInfoProvider: () => ({ priceRange: { minValue: 0, maxValue: 100 } }) }),
    },
    at,
  )
  series.priceScale().applyOptions({ scaleMargins: margins })
  const layer = new LineLayer()
  series.attachPrimitive(layer)
  const guides = (rsi ? rsiGuides : [0]).map((price) =>
    series.createPriceLine({ price, lineWidth: 1, lineStyle: 1, axisLabelVisible: false }),
  )
  let format: Plot | undefined
  const hold = (row: Row | undefined): void => {
    if (row) series.update({ time: timeOf(row.start), value: rsi ? 50 : 0 })
  }
  return {
    measure: (scene, _, prices) => {
      if (prices !== format)
        series.applyOptions({ priceFormat: rsi ? percentFormat : priceFormat(prices, Math.min(scene.decimals, 6)) })
      format = prices
      return false
    },
    set: (rows, colours) => {
      for (const guide of guides) guide.applyOptions({ color: colours.cross })
      series.setData([])
      hold(rows.at(-1))
    },
    update: hold,
    clear: () => {
      series.setData([])
      layer.set([], 0)
    },
    lines: (drawn, count) => layer.set(drawn, count),
    remove: () => chart.removeSeries(series),
  }
}

/** Which panes a scene has below the prices, by name. */
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
  /** The words in the corner of the pane. */
  caption: (text: string, color: string, fontFamily: string) => void
}

/** Hatch and caption of a pane, by its place from the top. */
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
