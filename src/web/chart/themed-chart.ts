import {
  type ChartOptions,
  ColorType,
  createChartEx,
  CrosshairMode,
  type DeepPartial,
  defaultHorzScaleBehavior,
  type IChartApiBase,
  type InternalHorzScaleItem,
  type ITimeScaleApi,
  LineStyle,
  type Logical,
  type Mutable,
  type TickMark,
  type Time,
  type TimeScalePoint,
} from 'lightweight-charts'
import { offsetAt, timeZoneOf, type Zone } from '../format/zone.ts'
import { type ChartTheme, chartTheme, onThemeChange } from './chart-theme.ts'

/** Weights of time axis ticks: the chart library's own scale, based on the user's time zone instead of UTC. */
const ladder = [
  { length: 1, above: 10 },
  { length: 60, above: 20 },
  { length: 300, above: 21 },
  { length: 1800, above: 22 },
  { length: 3600, above: 30 },
  { length: 3 * 3600, above: 31 },
  { length: 6 * 3600, above: 32 },
  { length: 12 * 3600, above: 33 },
]
const day = 86_400
const dayWeight = 50
const monthWeight = 60
const yearWeight = 70

const dateOf = (seconds: number): Date => new Date(seconds * 1000)

/** Weight of a tick at `current` that follows one at `previous`; both in wall-clock seconds of the zone. */
export function tickWeight(current: number, previous: number): number {
  // Each length divides the next, so the loop can stop at the first shared interval: most bars need three steps.
  let weight = 0
  for (const { length, above } of ladder) {
    if (Math.floor(current / length) === Math.floor(previous / length)) return weight
    weight = above
  }
  if (Math.floor(current / day) === Math.floor(previous / day)) return weight
  const [now, before] = [dateOf(current), dateOf(previous)]
  if (now.getUTCFullYear() !== before.getUTCFullYear()) return yearWeight
  return now.getUTCMonth() === before.getUTCMonth() ? dayWeight : monthWeight
}

/** Px of a character of a tick label, which has 11 px; a little more than most have. */
const characterPx = 6.5

const longestWords = '00:00:00'

/** Whether a label in the middle of `x` is wholly on an axis of a width, both in px. */
const fitsAxis = (words: string, x: number, width: number): boolean => {
  const half = (words.length * characterPx) / 2
  return x >= half && x + half <= width
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (value: number): string => String(value).padStart(2, '0')

/** Tick label for wall-clock seconds: `2026`, `Nov`, `17 Nov`, `12:00`, `12:00:05`. `daily`: bars of a day or longer. */
export function tickWords(wall: number, weight: number, daily: boolean): string {
  const date = dateOf(wall)
  if (weight >= yearWeight) return String(date.getUTCFullYear())
  if (weight >= monthWeight && daily) return months[date.getUTCMonth()]!
  if (weight >= dayWeight) return `${date.getUTCDate()} ${months[date.getUTCMonth()]}`
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`
  return weight >= 20 ? time : `${time}:${two(date.getUTCSeconds())}`
}

const week = 7 * day
/** Zones change their offset at full quarters of an hour. */
const quarter = 900

/** A zone's UTC offset in seconds for an instant in Unix seconds; asking Intl for 10,000 bars takes 200 ms. */
function createOffsets(zone: Zone): (seconds: number) => number {
  const timeZone = timeZoneOf(zone)
  if (timeZone === 'UTC') return () => 0
  const offsets = new Map<number, number>()
  const at = (seconds: number): number => {
    const offset = offsets.get(seconds) ?? offsetAt(seconds * 1000, timeZone) / 1000
    offsets.set(seconds, offset)
    return offset
  }
  return (seconds) => {
    const start = Math.floor(seconds / week) * week
    return at(start) === at(start + week) ? at(start) : at(Math.floor(seconds / quarter) * quarter)
  }
}

/** `originalTime` is the time passed to the series: Unix seconds. */
const secondsOf = (point: { readonly originalTime: unknown }): number => point.originalTime as number

const Base = defaultHorzScaleBehavior()

/** The time axis. Data stays in UTC, as shifted times collide when clocks go back; ticks and labels use the zone. */
export class ZonedAxis extends Base {
  offset = createOffsets('utc')
  daily = false
  /** The axis in its chart, which knows where a tick is. */
  scale: Pick<ITimeScaleApi<Time>, 'timeToIndex' | 'logicalToCoordinate' | 'width'> | undefined
  uncached = 0

  /** Sets the reader's zone, and whether rows are days or longer. */
  setZone(zone: Zone, daily: boolean): void {
    this.daily = daily
    this.offset = createOffsets(zone)
  }

  wall(point: { readonly originalTime: unknown }): number {
    const seconds = secondsOf(point)
    return seconds + this.offset(seconds)
  }

  override fillWeightsForPoints(points: readonly Mutable<TimeScalePoint>[], startIndex: number): void {
    const first = points[startIndex]
    if (!first) return
    // The first point has no predecessor: assume one at the same distance as the second point.
    const second = points[startIndex + 1]
    let previous =
      startIndex > 0
        ? this.wall(points[startIndex - 1]!)
        : this.wall(first) - (second ? secondsOf(second) - secondsOf(first) : 0)
    for (let index = startIndex; index < points.length; index++) {
      const point = points[index]!
      const current = this.wall(point)
      const before = points[index - 1]
      // In the hour that clocks show twice, the wall time of the point before is not an hour earlier.
      const stepped = before ? current - (secondsOf(point) - secondsOf(before)) : previous
      point.timeWeight = tickWeight(current, Math.min(previous, stepped)) as TimeScalePoint['timeWeight']
      previous = current
    }
  }

  fits(words: string, index: number | null | undefined): boolean {
    const x = typeof index === 'number' ? this.scale?.logicalToCoordinate(index as Logical) : undefined
    return typeof x !== 'number' || !this.scale || fitsAxis(words, x, this.scale.width())
  }

  /** The chart keeps labels by this key. Those near an edge depend on the place of the tick, so each gets a key of its own. */
  override cacheKey(item: InternalHorzScaleItem): number {
    const key = super.cacheKey(item)
    return this.fits(longestWords, this.scale?.timeToIndex((key / 1000) as Time, true)) ? key : --this.uncached
  }

  /** A label that would be cut is left out. */
  override formatTickmark(mark: TickMark): string {
    const words = tickWords(this.wall(mark), mark.weight, this.daily)
    return this.fits(words, mark.index) ? words : ''
  }
}

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
      panes: { separatorColor: theme.line, separatorHoverColor: theme.accentSoft, enableResize: true },
    },
    grid: { vertLines: { color: theme.grid }, horzLines: { color: theme.grid } },
    crosshair: { mode: CrosshairMode.Normal, vertLine: cross, horzLine: cross },
    rightPriceScale: { borderColor: theme.line, minimumWidth: 74, entireTextOnly: true },
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
