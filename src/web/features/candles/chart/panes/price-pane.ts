import {
  BarSeries,
  CandlestickSeries,
  type IChartApiBase,
  type IPriceLine,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  PriceScaleMode,
  type SeriesType,
  type Time,
} from 'lightweight-charts'
import { axisDigits } from '../../data/extent.ts'
import { isGap } from '../../data/merge-candles.ts'
import type { Plot } from '../axis/price-transform.ts'
import { barOptions, candleOptions, type ChartSize, closeOptions, priceFormat, priceMargins } from '../chart-config.ts'
import type { ChartColours } from '../chart-colours.ts'
import type { ChartKind, Scene } from '../chart-model.ts'
import type { Drawing } from '../drawing.ts'
import { type MarkedPoint, MeasureMark } from '../primitives/measure-primitive.ts'
import { addGapLine, type DrawnLine, type GapLine } from './gap-line.ts'
import { drawnBar, drawnValue, flatColours, isUp, setRows } from './series-data.ts'
import { overlayLines } from './study-lines.ts'

const modes = {
  linear: PriceScaleMode.Normal,
  log: PriceScaleMode.Logarithmic,
  percent: PriceScaleMode.Percentage,
} as const

const hiddenLine = { price: 0, lineVisible: false, axisLabelVisible: false } as const

/** The library's series for a chart kind. For line and area, it only provides the crosshair and the last price. */
const seriesKinds = { candles: 'candles', bars: 'bars', line: 'closes', area: 'closes' } as const
type SeriesKind = (typeof seriesKinds)[ChartKind]

const styles = { candles: candleOptions, bars: barOptions, closes: closeOptions }

function addPriceSeries(chart: IChartApiBase<Time>, kind: SeriesKind): ISeriesApi<SeriesType> {
  if (kind === 'candles') return chart.addSeries(CandlestickSeries, {}, 0)
  return kind === 'bars' ? chart.addSeries(BarSeries, {}, 0) : chart.addSeries(LineSeries, {}, 0)
}

const sizeOf = ({ clientWidth: width, clientHeight: height }: Element): ChartSize => ({ width, height })

/** The top pane: the price series and everything drawn on its scale. */
export function createPricePane(chart: IChartApiBase<Time>) {
  let kind: SeriesKind = 'candles'
  let series: ISeriesApi<SeriesType>
  let lastPrice: IPriceLine
  let averageLabel: IPriceLine
  let plot: Plot | undefined
  let lines: { key: string; line: GapLine }[] = []
  const average = addGapLine(chart, 0, false)
  const marks = new MeasureMark()
  let margins = priceMargins(sizeOf(chart.chartElement()))

  function add(): void {
    series = addPriceSeries(chart, kind)
    // Below the lines; the lowest series also formats the price scale.
    series.setSeriesOrder(0)
    series.attachPrimitive(marks)
    lastPrice = series.createPriceLine({ ...hiddenLine, lineStyle: LineStyle.Dotted, lineWidth: 1 })
    averageLabel = series.createPriceLine(hiddenLine)
    series.priceScale().applyOptions({ scaleMargins: margins })
    plot = undefined
  }
  add()

  function setLines({ scene }: Drawing, drawn: readonly DrawnLine[], from: number): void {
    const same = drawn.length === lines.length && drawn.every(({ key }, index) => key === lines[index]?.key)
    if (!same) {
      for (const { line } of lines) chart.removeSeries(line.series)
      lines = drawn.map(({ key, scales }) => ({ key, line: addGapLine(chart, 0, scales) }))
      // In front of the other lines.
      average.series.setSeriesOrder(lines.length + 1)
    }
    for (const [index, { line }] of lines.entries()) line.set(scene.rows, drawn[index]!, same ? from : 0)
  }

  function markLastPrice({ scene, plot }: Drawing, colours: ChartColours): void {
    const last = scene.rows.findLast((row) => !isGap(row))
    if (!last) return
    const color = isUp(last) ? colours.up : colours.down
    lastPrice.applyOptions({
      price: plot.toNumber(last.close),
      color,
      lineVisible: true,
      axisLabelVisible: true,
      axisLabelColor: color,
      axisLabelTextColor: colours.inverse,
    })
  }

  return {
    api: (): ISeriesApi<SeriesType> => series,
    set: (drawing: Drawing, from: number, colours: ChartColours) => {
      const { scene, extent, closes, levels } = drawing
      series.applyOptions(styles[kind](colours))
      if (drawing.plot !== plot)
        series.applyOptions({ priceFormat: priceFormat(drawing.plot, axisDigits(extent, scene.decimals)) })
      plot = drawing.plot
      const flat = scene.flat ? flatColours(colours, kind === 'candles') : undefined
      setRows(series, scene.rows.length, from, (index) =>
        kind === 'closes'
          ? drawnValue(scene.rows[index]!, (flat ? levels : closes)[index]!)
          : drawnBar(scene.rows[index]!, drawing.plot, levels[index]!, flat),
      )
      markLastPrice(drawing, colours)
      setLines(drawing, overlayLines(drawing, colours), from)
      // It may have times that are no longer on the axis.
      if (from === 0) average.series.setData([])
    },
    clear: () => {
      series.setData([])
      for (const { line } of [{ line: average }, ...lines]) line.series.setData([])
      lastPrice.applyOptions(hiddenLine)
      averageLabel.applyOptions(hiddenLine)
    },
    /** Changes the chart kind; true when the series was replaced and its rows must be set. */
    setKind: (next: ChartKind): boolean => {
      if (seriesKinds[next] === kind) return false
      const old = series
      kind = seriesKinds[next]
      old.detachPrimitive(marks)
      add()
      chart.removeSeries(old)
      return true
    },
    fit: (size: ChartSize) => {
      margins = priceMargins(size)
      series.priceScale().applyOptions({ scaleMargins: margins })
    },
    /** Logarithmic and percent scales are not available for differences to an anchor. */
    scale: ({ scale, inverted, compared }: Scene, anchored: boolean) => {
      const mode = modes[anchored ? 'linear' : compared.length > 0 ? 'percent' : scale]
      const before = series.priceScale().options()
      if (before.mode !== mode || before.invertScale !== inverted)
        series.priceScale().applyOptions({ mode, invertScale: inverted })
    },
    mark: (points: readonly MarkedPoint[], colours: ChartColours) =>
      marks.set(points, { line: colours.vwap, ground: colours.vwapSoft }),
    /** Sets the VWAP line of the range in view and the label of its last value; undefined hides both. */
    average: (
      drawing: Drawing,
      drawn: { line: DrawnLine; end: number | undefined } | undefined,
      colours: ChartColours,
    ) => {
      if (drawn) average.set(drawing.scene.rows, drawn.line, 0)
      else average.series.setData([])
      averageLabel.applyOptions({
        price: drawn?.end ?? 0,
        axisLabelVisible: drawn?.end !== undefined,
        axisLabelColor: colours.vwapSoft,
        axisLabelTextColor: colours.vwap,
      })
    },
  }
}
