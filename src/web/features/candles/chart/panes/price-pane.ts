import {
  type IChartApiBase,
  type IPriceLine,
  type ISeriesApi,
  LineStyle,
  PriceScaleMode,
  type SeriesType,
  type Time,
} from 'lightweight-charts'
import type { Extent } from '../../data/extent.ts'
import { axisDigits } from '../../data/extent.ts'
import { priceFormat, priceMargins } from '../chart-config.ts'
import { type DrawnLine, LineLayer } from './line-layer.ts'
import { type MarkedPoint, MeasureMark } from '../primitives/measure-primitive.ts'
import { isGap } from '../../data/merge-candles.ts'
import type { Plot } from '../axis/price-transform.ts'
import { addPriceSeries, type PriceRows, type PriceSeries } from './price-series.ts'
import type { Row } from '../../data/fill-gaps.ts'
import type { ChartKind, Scene } from '../chart-model.ts'
import { isUp } from './series-data.ts'
import type { ChartColours } from '../chart-colours.ts'

const modes = {
  linear: PriceScaleMode.Normal,
  log: PriceScaleMode.Logarithmic,
  percent: PriceScaleMode.Percentage,
} as const

const hiddenLine = { price: 0, lineVisible: false, axisLabelVisible: false } as const

/** The top pane: the price series and everything drawn on its scale. */
export function createPricePane(chart: IChartApiBase<Time>, first: ChartColours) {
  let colours = first
  let kind: ChartKind = 'candles'
  let series: PriceSeries
  let lastPrice: IPriceLine
  let average: IPriceLine
  const lines = new LineLayer()
  const marks = new MeasureMark()
  let margins = priceMargins(chart.chartElement().clientWidth)

  function add(): void {
    series = addPriceSeries(chart, kind, colours)
    series.api.attachPrimitive(lines)
    series.api.attachPrimitive(marks)
    lastPrice = series.api.createPriceLine({ ...hiddenLine, lineStyle: LineStyle.Dotted, lineWidth: 1 })
    average = series.api.createPriceLine(hiddenLine)
    series.api.priceScale().applyOptions({ scaleMargins: margins })
  }
  add()

  return {
    api: (): ISeriesApi<SeriesType> => series.api,
    set: (rows: PriceRows) => series.set(rows),
    clear: () => {
      series.api.setData([])
      lines.set([], 0)
    },
    update: (rows: PriceRows, index: number) => series.update(rows, index),
    /** Replaces the series with another kind; true when its rows must be set again. */
    become: (next: ChartKind): boolean => {
      if (next === kind) return false
      const [old, alike] = [series, next === 'line' || next === 'area' ? kind === 'line' || kind === 'area' : false]
      kind = next
      if (alike) return false
      old.api.detachPrimitive(lines)
      old.api.detachPrimitive(marks)
      add()
      chart.removeSeries(old.api)
      return true
    },
    style: (next: ChartColours) => {
      colours = next
      series.style(next)
    },
    format: (plot: Plot, extent: Extent, decimals: number) =>
      series.api.applyOptions({ priceFormat: priceFormat(plot, axisDigits(extent, decimals)) }),
    fit: (width: number) => {
      margins = priceMargins(width)
      series.api.priceScale().applyOptions({ scaleMargins: margins })
    },
    /** Logarithmic and percent scales are not available for differences to an anchor. */
    scale: ({ scale, inverted, compared }: Scene, anchored: boolean) => {
      const mode = anchored ? 'linear' : compared ? 'percent' : scale
      const before = series.api.priceScale().options()
      if (before.mode !== modes[mode] || before.invertScale !== inverted)
        series.api.priceScale().applyOptions({ mode: modes[mode], invertScale: inverted })
    },
    lines: (drawn: readonly DrawnLine[], count: number) => lines.set(drawn, count),
    mark: (points: readonly MarkedPoint[]) => marks.set(points, { line: colours.vwap, ground: colours.vwapSoft }),
    lastPrice: (rows: readonly Row[], plot: Plot | undefined) => {
      const last = rows.findLast((row) => !isGap(row))
      if (!last || !plot) return lastPrice.applyOptions(hiddenLine)
      const color = isUp(last) ? colours.up : colours.down
      lastPrice.applyOptions({
        price: plot.toNumber(last.close),
        color,
        lineVisible: true,
        axisLabelVisible: true,
        axisLabelColor: color,
        axisLabelTextColor: colours.inverse,
      })
    },
    /** Sets the axis label of the average; undefined hides it. */
    average: (price: number | undefined) =>
      average.applyOptions({
        price: price ?? 0,
        axisLabelVisible: price !== undefined,
        axisLabelColor: colours.vwapSoft,
        axisLabelTextColor: colours.vwap,
      }),
  }
}
