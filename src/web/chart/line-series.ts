import type {
  AutoscaleInfo,
  CustomData,
  CustomSeriesOptions,
  IChartApiBase,
  ICustomSeriesPaneRenderer,
  ICustomSeriesPaneView,
  ISeriesApi,
  Logical,
  PaneRendererCustomData,
  PriceToCoordinateConverter,
  SeriesDataItemTypeMap,
  SeriesType,
  Time,
  UTCTimestamp,
  WhitespaceData,
} from 'lightweight-charts'
import { type OverlayTarget, overlayView, SeriesOverlay } from './series-overlay.ts'

/** Unix seconds for the chart; the fraction separates blocks. Cut as text, since sixteen digits are exact. */
export const timeOf = (start: string): UTCTimestamp => (Number(start.slice(0, -3)) / 1e6) as UTCTimestamp

/** Options of a series that marks neither its last value nor the zero of a percent scale. */
export const plainSeries = { lastValueVisible: false, priceLineVisible: false, baseLineVisible: false } as const

/** The library processes all rows of a series for each updated one; beyond this count, setting them all is cheaper. */
const maxUpdates = 3

/** Shows `count` rows in a series, of which those before `from` are unchanged. */
export function setRows<Type extends SeriesType>(
  series: Pick<ISeriesApi<Type>, 'setData' | 'update'>,
  count: number,
  from: number,
  dataAt: (index: number) => SeriesDataItemTypeMap<Time>[Type],
): void {
  if (from === 0 || count - from > maxUpdates)
    series.setData(Array.from({ length: count }, (_, index) => dataAt(index)))
  else for (let index = from; index < count; index++) series.update(dataAt(index))
}

/** A line over the chart's rows. */
export interface DrawnLine {
  key: string
  /** Value at a row; NaN breaks the line. */
  at: (index: number) => number
  /** The value that percentages refer to if this is the first row in view; NaN where the row has no point at all. */
  base: (index: number) => number
  /** Whether nothing is known between a row and the one before, so that no line joins them. */
  breaks?: (index: number) => boolean
  color: string
  width: number
  dashed?: boolean
  /** Holds each value until the next one. */
  steps?: boolean
  fill?: string
  /** Name beside its last value at the axis; without one, the axis has no value of it. */
  label?: string
  /** Whether the price scale must include the line. */
  scales: boolean
}

export interface LineData extends CustomData<Time> {
  value: number
  base: number
  broken?: boolean
}

interface LineOptions extends CustomSeriesOptions {
  width: number
  dashed: boolean
  steps: boolean
  fill: string
}

type Shown = PaneRendererCustomData<Time, LineData>
type Scope = Parameters<Parameters<OverlayTarget['useMediaCoordinateSpace']>[0]>[0]

/** Splits the points in view, and one beyond each edge, into runs of adjacent rows. */
export function runsOf({ bars, barSpacing, visibleRange }: Shown): Point[][] {
  const runs: Point[][] = []
  const first = bars[visibleRange?.from ?? 0]
  if (!visibleRange || !first || visibleRange.from >= visibleRange.to) return runs
  let before: number | undefined
  for (let index = Math.max(0, visibleRange.from - 1); index < Math.min(bars.length, visibleRange.to + 1); index++) {
    const { time, originalData } = bars[index]!
    if (Number.isNaN(originalData.value)) continue
    if (before === undefined || time !== before + 1 || originalData.broken) runs.push([])
    // The library knows x of the points in view only.
    runs.at(-1)!.push({ x: first.x + (time - first.time) * barSpacing, value: originalData.value })
    before = time
  }
  return runs
}

interface Point {
  x: number
  value: number
}

/** Ascending points without those that no pixel shows: of each column of pixels the first, the lowest, the highest and the last. */
export function thinned(run: readonly Point[]): readonly Point[] {
  const [first, end] = [run[0], run.at(-1)]
  if (!first || !end || run.length < 3 * (end.x - first.x)) return run
  const kept: Point[] = []
  for (let index = 0; index < run.length;) {
    const column = Math.floor(run[index]!.x)
    let [last, low, high] = [index, index, index]
    for (; last + 1 < run.length && Math.floor(run[last + 1]!.x) === column; last++) {
      if (run[last + 1]!.value < run[low]!.value) low = last + 1
      if (run[last + 1]!.value > run[high]!.value) high = last + 1
    }
    for (const at of new Set([index, Math.min(low, high), Math.max(low, high), last])) kept.push(run[at]!)
    index = last + 1
  }
  return kept
}

function areaBelow(line: Path2D, from: number, to: number, bottom: number): Path2D {
  const area = new Path2D(line)
  area.lineTo(to, bottom)
  area.lineTo(from, bottom)
  return area
}

type LineLook = Pick<DrawnLine, 'color' | 'width' | 'dashed' | 'steps' | 'fill'>

type OverlayLine = LineLook & Pick<DrawnLine, 'at' | 'base' | 'scales'>

/** Draws runs of points in px of a pane; `toY` is null where a value has no place. */
function drawRuns(
  { context, mediaSize: { height } }: Scope,
  runs: readonly (readonly Point[])[],
  { color, width, dashed = false, steps = false, fill = '' }: LineLook,
  toY: (value: number) => number | null,
): void {
  context.strokeStyle = color
  context.fillStyle = fill
  context.lineWidth = width
  context.lineJoin = 'bevel'
  context.setLineDash(dashed ? [4, 3] : [])
  for (const run of runs) {
    const line = new Path2D()
    const [from, to] = [run[0]!, run.at(-1)!]
    let level = toY(from.value) ?? 0
    for (const { x, value } of thinned(run)) {
      if (steps) line.lineTo(x, level)
      level = toY(value) ?? 0
      line.lineTo(x, level)
    }
    // A value between two gaps is a dot.
    if (run.length === 1) line.lineTo(from.x + 1, toY(from.value) ?? 0)
    if (fill !== '') context.fill(areaBelow(line, from.x, to.x, height))
    context.stroke(line)
  }
  context.setLineDash([])
}

/**
 * A line over a series by its rows, which are not given to the library: it would sort the times of all series for each new value.
 * A line that `scales` widens the price scale of its series to its values and their bases.
 */
export class LineOverlay extends SeriesOverlay {
  #line: OverlayLine | undefined
  #count = 0
  protected readonly views = [overlayView('normal', (target) => this.#draw(target))]

  /** Shows a line over so many rows; undefined shows none. */
  set(count: number, line: OverlayLine | undefined): void {
    this.#line = line
    this.#count = count
    this.host?.requestUpdate()
  }

  /** Rows in view, and one beyond each edge. */
  #span(from: number, to: number): readonly [number, number] {
    return [Math.max(0, Math.floor(from) - 1), Math.min(this.#count - 1, Math.ceil(to) + 1)]
  }

  autoscaleInfo(from: Logical, to: Logical): AutoscaleInfo | null {
    if (!this.#line?.scales) return null
    let [minValue, maxValue] = [Infinity, -Infinity]
    const [first, last] = this.#span(from, to)
    for (let index = first; index <= last; index++) {
      for (const value of [this.#line.at(index), this.#line.base(index)]) {
        if (value < minValue) minValue = value
        if (value > maxValue) maxValue = value
      }
    }
    // Of nothing but zeros, an axis would have the same label three times.
    if (minValue === maxValue) maxValue += 1
    return minValue > maxValue ? null : { priceRange: { minValue, maxValue } }
  }

  #draw(target: OverlayTarget): void {
    const [line, host] = [this.#line, this.host]
    const range = host?.chart.timeScale().getVisibleLogicalRange()
    if (!line || !host || !range) return
    const [first, last] = this.#span(range.from, range.to)
    if (last < first) return
    // Rows are at equal distances: asking for the place of each costs as much as drawing it.
    const [x, spacing] = [this.xOf(first), (this.xOf(last) - this.xOf(first)) / Math.max(1, last - first)]
    const runs: Point[][] = []
    let joins = false
    for (let index = first; index <= last; index++) {
      const value = line.at(index)
      const isKnown = !Number.isNaN(value)
      if (isKnown && !joins) runs.push([])
      if (isKnown) runs.at(-1)!.push({ x: x + (index - first) * spacing, value })
      joins = isKnown
    }
    target.useMediaCoordinateSpace((scope) =>
      drawRuns(scope, runs, line, (value) => host.series.priceToCoordinate(value)),
    )
  }
}

/**
 * A line that ends at periods without trades: the library's own line series connects the points on both sides. It also takes
 * each series' own first value as 0 % of the percent scale, while an indicator belongs at its distance to the price.
 */
class LineView implements ICustomSeriesPaneView<Time, LineData, LineOptions> {
  #shown: Shown | undefined
  #options: LineOptions | undefined
  readonly #renderer: ICustomSeriesPaneRenderer = { draw: (target, toY) => this.#draw(target, toY) }

  renderer(): ICustomSeriesPaneRenderer {
    return this.#renderer
  }

  update(shown: Shown, options: LineOptions): void {
    this.#shown = shown
    this.#options = options
  }

  priceValueBuilder({ value, base }: LineData): number[] {
    return Number.isNaN(value) ? [base] : [value, base]
  }

  isWhitespace(data: LineData | WhitespaceData<Time>): data is WhitespaceData<Time> {
    return !('value' in data)
  }

  defaultOptions(): LineOptions {
    // The library adds the options that all series share.
    return { color: '', width: 1, dashed: false, steps: false, fill: '' } as LineOptions
  }

  #draw(target: OverlayTarget, toY: PriceToCoordinateConverter): void {
    const [shown, options] = [this.#shown, this.#options]
    if (!shown || !options) return
    target.useMediaCoordinateSpace((scope) => drawRuns(scope, runsOf(shown), options, toY))
  }
}

export function addLine(chart: IChartApiBase<Time>, pane: number, scales: boolean) {
  const options = { ...plainSeries, ...(!scales && { autoscaleInfoProvider: () => null }) }
  const series = chart.addCustomSeries<LineData, LineOptions>(new LineView(), options, pane)
  return {
    series,
    /** Shows a line; values before the row `from` are unchanged. */
    set: (rows: readonly { start: string }[], line: DrawnLine, from: number) => {
      const { at, base, breaks, color, width, dashed = false, steps = false, fill = '' } = line
      const title = line.label ?? ''
      series.applyOptions({ color, width, dashed, steps, fill, title, lastValueVisible: title !== '' })
      setRows(series, rows.length, from, (index) => {
        const time = timeOf(rows[index]!.start)
        const point = { time, value: at(index), base: base(index), ...(breaks?.(index) && { broken: true }) }
        return Number.isNaN(point.base) ? { time } : point
      })
    },
  }
}

export type Line = ReturnType<typeof addLine>
