import {
  type BarSeriesPartialOptions,
  type CandlestickSeriesPartialOptions,
  type ChartOptions,
  ColorType,
  CrosshairMode,
  type DeepPartial,
  type IChartApiBase,
  type LineSeriesPartialOptions,
  LineStyle,
  type PriceFormat,
  type Time,
} from 'lightweight-charts'
import type { Zone } from '../../../format/time.ts'
import { candleTime } from '../data/bar-format.ts'
import { axisTexts, type Plot } from './axis/price-transform.ts'
import type { ChartColours } from './chart-colours.ts'

/** Percent scale label: `+1.25 %`; zero has no sign. */
const percentWords = (value: number): string => {
  const text = Math.abs(value).toFixed(2)
  const sign = /[1-9]/.test(text) ? (value < 0 ? '\u2212' : '+') : ''
  return `${sign}${text}\u00a0%`
}

/** Chart-wide appearance; applied again when the theme changes. */
export const chartOptions = (colours: ChartColours, fontFamily: string): DeepPartial<ChartOptions> => ({
  autoSize: true,
  layout: {
    background: { type: ColorType.Solid, color: colours.ground },
    textColor: colours.axis,
    fontFamily,
    fontSize: 11,
    // The page credits the library below the chart, where it covers nothing.
    attributionLogo: false,
    panes: { separatorColor: colours.line, separatorHoverColor: colours.cross, enableResize: true },
  },
  grid: { vertLines: { color: colours.grid }, horzLines: { color: colours.grid } },
  crosshair: {
    mode: CrosshairMode.Normal,
    vertLine: { color: colours.cross, style: LineStyle.Dashed, width: 1, labelBackgroundColor: colours.label },
    horzLine: { color: colours.cross, style: LineStyle.Dashed, width: 1, labelBackgroundColor: colours.label },
  },
  rightPriceScale: { borderColor: colours.line, minimumWidth: 64 },
  timeScale: {
    borderColor: colours.line,
    rightOffset: 5,
    barSpacing: 8,
    timeVisible: true,
    secondsVisible: false,
    enableConflation: true,
    // A resized chart shows the same candles, as the figures beside it do.
    lockVisibleTimeRangeOnResize: true,
    allowBoldLabels: false,
  },
  handleScroll: { vertTouchDrag: false },
  hoveredSeriesOnTop: false,
  localization: { percentageFormatter: percentWords },
})

export const candleOptions = (colours: ChartColours): CandlestickSeriesPartialOptions => ({
  // Hollow up, solid down: filling the body with the background colour hides the wick behind it.
  upColor: colours.ground,
  downColor: colours.down,
  borderUpColor: colours.up,
  borderDownColor: colours.down,
  wickUpColor: colours.up,
  wickDownColor: colours.down,
  lastValueVisible: false,
  priceLineVisible: false,
})

export const barOptions = (colours: ChartColours): BarSeriesPartialOptions => ({
  upColor: colours.up,
  downColor: colours.down,
  thinBars: false,
  lastValueVisible: false,
  priceLineVisible: false,
})

/** Styles only the crosshair marker: a line that ends at gaps is a series of its own (panes/gap-line.ts). */
export const closeOptions = (colours: ChartColours): LineSeriesPartialOptions => ({
  color: colours.text,
  lineVisible: false,
  lastValueVisible: false,
  priceLineVisible: false,
  crosshairMarkerRadius: 3,
})

/** Room for the legend, which lies over the top of the price pane and has more lines where it is narrow. */
export function priceMargins({ width, height }: ChartSize): { top: number; bottom: number } {
  const legend = width < 420 ? 92 : width < 900 ? 72 : 52
  return { top: Math.min(0.4, Math.max(0.08, legend / Math.max(height, 1))), bottom: 0.08 }
}

/** Minimum bar spacing: slightly more than `maxCandles` bars fit any width. */
const smallestSpacing = (width: number): number => Math.max(width, 200) / 12_000

/** Size of the chart's element in px. */
export interface ChartSize {
  width: number
  height: number
}

/** Adapts the chart to its element's size. Call `again` after applying options again. */
export function followSize(chart: IChartApiBase<Time>, element: Element, fit: (size: ChartSize) => void) {
  const again = (): void => {
    const { clientWidth: width, clientHeight: height } = element
    fit({ width, height })
    // All loadable candles must fit in view on any screen.
    chart.timeScale().applyOptions({ minBarSpacing: smallestSpacing(width) })
  }
  const observer = new ResizeObserver(again)
  observer.observe(element)
  again()
  return { again, stop: () => observer.disconnect() }
}

/** Crosshair time label, with seconds for periods shorter than a minute. */
export const timeFormatter = (zone: Zone, length: bigint | undefined): ((time: Time) => string) => {
  const precision = length === undefined || length < 60_000_000_000n ? 'second' : 'minute'
  return (time) =>
    typeof time === 'number'
      ? candleTime(BigInt(Math.round(time * 1e6)) * 1000n, { zone, length }, { precision, name: false })
      : ''
}

/** Sets `base` because `minMove` alone fails: a `minMove` of 1e-18 throws during painting. */
export const priceFormat = (plot: Plot, digits: number): PriceFormat => ({
  type: 'custom',
  minMove: 1 / plot.base,
  base: plot.base,
  formatter: (value) => plot.toText(value, digits),
  tickmarksFormatter: (values) =>
    digits < plot.decimals ? axisTexts(plot, values) : values.map((value) => plot.toText(value, digits)),
})

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 })

/** Compact labels (`1.2K`), since volumes are compared visually. Values beyond a number's range show the power of ten. */
export const volumeFormat = (plot: Plot): PriceFormat => ({
  type: 'custom',
  minMove: 1 / plot.base,
  base: plot.base,
  formatter: (value) =>
    plot.exponent === plot.decimals ? compact.format(value) : plot.toText(value, Math.max(0, plot.decimals)),
})

/** Axis labels of an indicator that ranges from 0 to 100. */
export const percentFormat: PriceFormat = {
  type: 'custom',
  minMove: 0.1,
  formatter: (value) => value.toFixed(1).replace(/\.0$/, ''),
}
