import {
  BarSeries,
  type BarSeriesPartialOptions,
  type CandlestickData,
  CandlestickSeries,
  type CandlestickSeriesPartialOptions,
  type HistogramData,
  type IChartApiBase,
  type IPriceLine,
  type ISeriesApi,
  LineSeries,
  type LineSeriesPartialOptions,
  LineStyle,
  PriceScaleMode,
  type SeriesType,
  type Time,
  type UTCTimestamp,
  type WhitespaceData,
} from 'lightweight-charts'
import type { ChartTheme } from '../../../chart/chart-theme.ts'
import { priceFormat, type PriceTransform } from '../../../chart/price-transform.ts'
import { addLines, type DrawnLine, LineOverlay, setRows, timeOf } from '../../../chart/series-overlay.ts'
import type { Row } from '../data/candle-rows.ts'
import { isGap, isUp, lastTraded } from '../data/merge-candles.ts'
import { type MarkedPoint, MeasureMark } from '../measure/measure-overlay.ts'
import type { ChartKind } from '../search.ts'
import { type OwnLine, OwnLines } from '../lines/own-lines.ts'
import type { ChartScene } from './chart-scene.ts'
import type { ChartView } from './chart-view.ts'
import { axisDigits, type Drawing } from './drawing.ts'
import { LedgerMarks } from './ledger-marks.ts'
import { comparedLines, type NamedLine, overlayLines } from './study-lines.ts'

type Drawn<Data> = Data | WhitespaceData<UTCTimestamp>

/** Colours of a period without trades drawn at the last close: no fill, and a neutral border. */
const flatColours = ({ ground, cross }: ChartTheme, hollow: boolean) =>
  hollow ? { color: ground, borderColor: cross, wickColor: cross } : { color: cross }

/** A bar. At a gap whitespace, which keeps the period's slot, or a bar of zero height at `level`, the last close. */
export function drawnBar(
  row: Row,
  transform: PriceTransform,
  level: number,
  flat: ReturnType<typeof flatColours> | undefined,
): Drawn<CandlestickData<UTCTimestamp>> {
  const time = timeOf(row.start)
  if (!isGap(row)) {
    return {
      time,
      open: transform.toNumber(row.open),
      high: transform.toNumber(row.high || row.close),
      low: transform.toNumber(row.low || row.close),
      close: transform.toNumber(row.close),
    }
  }
  return flat && !Number.isNaN(level) ? { time, open: level, high: level, low: level, close: level, ...flat } : { time }
}

export function drawnValue({ start }: Row, value: number, color?: string): Drawn<HistogramData<UTCTimestamp>> {
  const time = timeOf(start)
  return Number.isNaN(value) ? { time } : { time, value, ...(color !== undefined && { color }) }
}

const modes = {
  linear: PriceScaleMode.Normal,
  log: PriceScaleMode.Logarithmic,
  percent: PriceScaleMode.Percentage,
} as const

const hiddenLine = { price: 0, lineVisible: false, axisLabelVisible: false } as const

/** The library's series for a chart kind. For line and area, it only provides the crosshair and the last price. */
const seriesKinds = { candles: 'candles', bars: 'bars', line: 'closes', area: 'closes' } as const
type SeriesKind = (typeof seriesKinds)[ChartKind]

/** Appearance of each series. Line and area style only the crosshair marker: their line ends at gaps and is drawn over the series. */
const looks = {
  candles: ({ ground, up, down }: ChartTheme): CandlestickSeriesPartialOptions => ({
    // Hollow up, solid down: filling the body with the background colour hides the wick behind it.
    upColor: ground,
    downColor: down,
    borderUpColor: up,
    borderDownColor: down,
    wickUpColor: up,
    wickDownColor: down,
  }),
  bars: ({ up, down }: ChartTheme): BarSeriesPartialOptions => ({ upColor: up, downColor: down, thinBars: false }),
  closes: ({ text }: ChartTheme): LineSeriesPartialOptions => ({
    color: text,
    lineVisible: false,
    crosshairMarkerRadius: 3,
  }),
}

function addPriceSeries(chart: IChartApiBase<Time>, kind: SeriesKind): ISeriesApi<SeriesType> {
  if (kind === 'candles') return chart.addSeries(CandlestickSeries, {}, 0)
  return kind === 'bars' ? chart.addSeries(BarSeries, {}, 0) : chart.addSeries(LineSeries, {}, 0)
}

/** Room for the legend's line over the top of the price pane, in px. */
const legendPx = 36

const priceMargins = (height: number): { top: number; bottom: number } => ({
  top: Math.min(0.4, Math.max(0.08, legendPx / Math.max(height, 1))),
  bottom: 0.08,
})

export function createPricePane(chart: IChartApiBase<Time>, { lineTops }: Pick<ChartView, 'lineTops'>) {
  let kind: SeriesKind = 'candles'
  let series: ISeriesApi<SeriesType>
  let lastPrice: IPriceLine
  let averageLabel: IPriceLine
  let transform: PriceTransform | undefined
  let digits = 0
  const [average, lines] = [new LineOverlay(), new LineOverlay()]
  /** Those that have their names and last values at the axis. */
  let named: ({ key: string } & ReturnType<typeof addLines>)[] = []
  const marks = new MeasureMark()
  const ownLines = new OwnLines(lineTops)
  const entries = new LedgerMarks()
  const overlays = [average, marks, ownLines, entries, lines]
  let margins = { top: 0.08, bottom: 0.08 }

  function add(): void {
    series = addPriceSeries(chart, kind)
    // Below the lines; the lowest series also formats the price scale.
    series.setSeriesOrder(0)
    for (const one of overlays) series.attachPrimitive(one)
    lastPrice = series.createPriceLine({ ...hiddenLine, lineStyle: LineStyle.Dotted, lineWidth: 1 })
    averageLabel = series.createPriceLine(hiddenLine)
    series.priceScale().applyOptions({ scaleMargins: margins })
    transform = undefined
  }
  add()

  function setNamed({ scene: { rows } }: Drawing, drawn: readonly NamedLine[], from: number): void {
    const same = drawn.length === named.length && drawn.every(({ key }, index) => key === named[index]?.key)
    if (!same) {
      for (const { series: old } of named) chart.removeSeries(old)
      named = drawn.map(({ key }) => ({ key, ...addLines(chart, 0) }))
    }
    for (const [index, line] of drawn.entries()) {
      const { series: own, lines: over } = named[index]!
      own.applyOptions({ color: line.color, title: line.label, lastValueVisible: true })
      setRows(own, rows.length, same ? from : 0, (row) => drawnValue(rows[row]!, line.at(row)))
      over.set(rows.length, [line], same ? from : 0)
    }
  }

  function markLastPrice({ scene, transform }: Drawing, theme: ChartTheme): void {
    const last = lastTraded(scene.rows)
    if (!last) return
    const color = isUp(last) ? theme.up : theme.down
    lastPrice.applyOptions({
      price: transform.toNumber(last.close),
      color,
      lineVisible: true,
      axisLabelVisible: true,
      axisLabelColor: color,
      axisLabelTextColor: theme.inverse,
    })
  }

  return {
    entries,
    api: (): ISeriesApi<SeriesType> => series,
    set: (drawing: Drawing, from: number, theme: ChartTheme) => {
      const { scene, extent, closes, levels } = drawing
      series.applyOptions({ ...looks[kind](theme), lastValueVisible: false, priceLineVisible: false })
      const places = axisDigits(extent, drawing.decimals)
      if (drawing.transform !== transform || places !== digits)
        series.applyOptions({ priceFormat: priceFormat(drawing.transform, places) })
      transform = drawing.transform
      digits = places
      const flat = scene.flat ? flatColours(theme, kind === 'candles') : undefined
      setRows(series, scene.rows.length, from, (index) =>
        kind === 'closes'
          ? drawnValue(scene.rows[index]!, (flat ? levels : closes)[index]!)
          : drawnBar(scene.rows[index]!, drawing.transform, levels[index]!, flat),
      )
      markLastPrice(drawing, theme)
      lines.set(scene.rows.length, overlayLines(drawing, theme), from)
      setNamed(drawing, comparedLines(drawing, theme), from)
      // It is of other rows.
      if (from === 0) average.set(0, [])
    },
    clear: () => {
      series.setData([])
      for (const { series: own } of named) own.setData([])
      for (const one of [average, lines, ...named.map((line) => line.lines)]) one.set(0, [])
      lastPrice.applyOptions(hiddenLine)
      averageLabel.applyOptions(hiddenLine)
    },
    /** Changes the chart kind; true when the series was replaced and its rows must be set. */
    setKind: (next: ChartKind): boolean => {
      if (seriesKinds[next] === kind) return false
      const old = series
      kind = seriesKinds[next]
      for (const one of overlays) old.detachPrimitive(one)
      add()
      chart.removeSeries(old)
      return true
    },
    fit: (height: number) => {
      margins = priceMargins(height)
      series.priceScale().applyOptions({ scaleMargins: margins })
    },
    /** Logarithmic and percent scales are not available for differences to an anchor. */
    scale: ({ scale, inverted, compared }: ChartScene, anchored: boolean) => {
      const mode = modes[anchored ? 'linear' : compared.length > 0 ? 'percent' : scale]
      const before = series.priceScale().options()
      if (before.mode !== mode || before.invertScale !== inverted)
        series.priceScale().applyOptions({ mode, invertScale: inverted })
    },
    ownLines: (lines: readonly OwnLine[], theme: ChartTheme) => ownLines.set(lines, theme),
    mark: (points: readonly MarkedPoint[], theme: ChartTheme) =>
      marks.set(points, { line: theme.vwap, ground: theme.vwapSoft }),
    /** Sets the VWAP line of the range in view and the label of its last value; undefined hides both. */
    average: (drawing: Drawing, drawn: { line: DrawnLine; end: number | undefined } | undefined, theme: ChartTheme) => {
      average.set(drawing.scene.rows.length, drawn ? [drawn.line] : [])
      averageLabel.applyOptions({
        price: drawn?.end ?? 0,
        axisLabelVisible: drawn?.end !== undefined,
        axisLabelColor: theme.vwapSoft,
        axisLabelTextColor: theme.vwap,
      })
    },
  }
}
