import {
  type ChartOptions,
  ColorType,
  createChartEx,
  CrosshairMode,
  type DeepPartial,
  type IChartApiBase,
  LineStyle,
  type Time,
} from 'lightweight-charts'
import type { Zone } from '../format/zone.ts'
import { type ChartTheme, chartTheme, onThemeChange } from './chart-theme.ts'
import { ZonedAxis } from './zoned-axis.ts'

function themeOptions(theme: ChartTheme): DeepPartial<ChartOptions> {
  const cross = { color: theme.cross, style: LineStyle.Dashed, width: 1, labelBackgroundColor: theme.label } as const
  return {
    layout: {
      background: { type: ColorType.Solid, color: theme.ground },
      textColor: theme.axis,
      fontFamily: theme.font,
      fontSize: 11,
      // The page credits the library below the chart, where it covers nothing.
      attributionLogo: false,
      panes: { separatorColor: theme.line, separatorHoverColor: theme.cross, enableResize: true },
    },
    grid: { vertLines: { color: theme.grid }, horzLines: { color: theme.grid } },
    crosshair: { mode: CrosshairMode.Normal, vertLine: cross, horzLine: cross },
    rightPriceScale: { borderColor: theme.line, minimumWidth: 64 },
    timeScale: { borderColor: theme.line },
  }
}

export const chartBehaviour: DeepPartial<ChartOptions> = {
  autoSize: true,
  // A resized chart shows the same range, as the figures beside it do.
  timeScale: { lockVisibleTimeRangeOnResize: true, enableConflation: true, allowBoldLabels: false },
  handleScroll: { vertTouchDrag: false },
  hoveredSeriesOnTop: false,
}

/** Zone of a chart's times, and the label under the crosshair for an instant in Unix nanoseconds. */
interface ChartTimes {
  zone: Zone
  /** Each row is a day or longer. */
  daily: boolean
  label: (ns: bigint) => string
}

/**
 * A chart in the colours of the page, on a time axis in the reader's zone. `onTheme` is called after the colours have changed,
 * for what the caller draws in them.
 */
export function createThemedChart(
  element: HTMLElement,
  own: DeepPartial<ChartOptions>,
  onTheme: (theme: ChartTheme) => void,
) {
  const axis = new ZonedAxis()
  const chart: IChartApiBase<Time> = createChartEx(element, axis, themeOptions(chartTheme()))
  axis.scale = chart.timeScale()
  chart.applyOptions(chartBehaviour)
  chart.applyOptions(own)
  const stop = onThemeChange(() => {
    const theme = chartTheme()
    chart.applyOptions(themeOptions(theme))
    onTheme(theme)
  })
  return {
    chart,
    /** Series must be cleared before: ticks are computed when times are added. */
    setTimes: ({ zone, daily, label }: ChartTimes): void => {
      axis.setZone(daily ? 'utc' : zone, daily)
      const timeFormatter = (time: Time): string =>
        typeof time === 'number' ? label(BigInt(Math.round(time * 1e6)) * 1000n) : ''
      chart.applyOptions({ localization: { timeFormatter } })
    },
    remove: (): void => {
      stop()
      chart.remove()
    },
  }
}
