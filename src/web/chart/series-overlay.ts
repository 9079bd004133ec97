import {
  type AutoscaleInfo,
  type IChartApiBase,
  type IPrimitivePaneRenderer,
  type IPrimitivePaneView,
  type ISeriesApi,
  type ISeriesPrimitive,
  LineSeries,
  type Logical,
  type PrimitivePaneViewZOrder,
  type SeriesAttachedParameter,
  type SeriesDataItemTypeMap,
  type SeriesType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'

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

export type OverlayTarget = Parameters<IPrimitivePaneRenderer['draw']>[0]

/** A layer of a pane or an axis that is drawn by a function. */
export const overlayView = (
  zOrder: PrimitivePaneViewZOrder,
  draw: (target: OverlayTarget) => void,
): IPrimitivePaneView => ({ zOrder: () => zOrder, renderer: () => ({ draw }) })

/** What is drawn over or under a series, by the layers of a subclass. */
export abstract class SeriesOverlay implements ISeriesPrimitive<Time> {
  protected host: SeriesAttachedParameter<Time> | undefined
  protected abstract readonly views: readonly IPrimitivePaneView[]

  attached(host: SeriesAttachedParameter<Time>): void {
    this.host = host
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.views
  }

  /** Px of a row from the left edge of the pane. */
  protected xOf(index: number): number {
    return this.host?.chart.timeScale().logicalToCoordinate(index as Logical) ?? 0
  }
}

/** A line over the chart's rows. */
export interface DrawnLine {
  key: string
  /** Value at a row; NaN breaks the line. */
  at: (index: number) => number
  /** Whether nothing is known between a row and the one before, so that no line joins them. */
  breaks?: (index: number) => boolean
  color: string
  width: number
  dashed?: boolean
  /** Holds each value until the next one. */
  steps?: boolean
  fill?: string
  /** Whether the price scale must include the line. */
  scales: boolean
  /** What the price scale includes beside the line, so that there is a scale before there are values. */
  base?: number
}

interface Point {
  x: number
  value: number
}

/** Splits the rows from `first` to `last` into runs of adjacent points; `xOf` is the place of a row in px. */
export function runsOf(
  values: ArrayLike<number>,
  [first, last]: readonly [number, number],
  xOf: (index: number) => number,
  breaks?: (index: number) => boolean,
): Point[][] {
  const runs: Point[][] = []
  let run: Point[] | undefined
  for (let index = first; index <= last; index++) {
    const value = values[index] ?? Number.NaN
    if (Number.isNaN(value) || breaks?.(index)) run = undefined
    if (Number.isNaN(value)) continue
    if (!run) runs.push((run = []))
    run.push({ x: xOf(index), value })
  }
  return runs
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

type Scope = Parameters<Parameters<OverlayTarget['useMediaCoordinateSpace']>[0]>[0]

function areaBelow(line: Path2D, from: number, to: number, bottom: number): Path2D {
  const area = new Path2D(line)
  area.lineTo(to, bottom)
  area.lineTo(from, bottom)
  return area
}

/** Draws runs of points in px of a pane; `toY` is null where a value has no place. */
function drawRuns(
  { context, mediaSize: { height } }: Scope,
  runs: readonly (readonly Point[])[],
  { color, width, dashed = false, steps = false, fill }: DrawnLine,
  toY: (value: number) => number | null,
): void {
  context.strokeStyle = color
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
    if (run.length === 1) line.lineTo(from.x + 1, level)
    if (fill !== undefined) {
      context.fillStyle = fill
      context.fill(areaBelow(line, from.x, to.x, height))
    }
    context.stroke(line)
  }
  context.setLineDash([])
}

/**
 * Lines over a series by its rows. The library's own lines join the points on both sides of a gap and take their own first value
 * as 0 % of a percent scale; and for each new value of a line, it would sort the times of all series.
 */
export class LineOverlay extends SeriesOverlay {
  #lines: readonly (DrawnLine & { values: Float64Array })[] = []
  #count = 0
  protected readonly views = [overlayView('normal', (target) => this.#draw(target))]

  /** Shows lines over so many rows, from back to front; their values before the row `from` are those of the same key before. */
  set(count: number, lines: readonly DrawnLine[], from = 0): void {
    this.#lines = lines.map((line) => {
      const values = new Float64Array(count)
      const held = this.#lines.find(({ key }) => key === line.key)?.values.subarray(0, Math.min(from, count)) ?? []
      values.set(held)
      for (let index = held.length; index < count; index++) values[index] = line.at(index)
      return { ...line, values }
    })
    this.#count = count
    this.host?.requestUpdate()
  }

  /** Rows in view, and one beyond each edge. */
  #span(from: number, to: number): readonly [number, number] {
    return [Math.max(0, Math.floor(from) - 1), Math.min(this.#count - 1, Math.ceil(to) + 1)]
  }

  autoscaleInfo(from: Logical, to: Logical): AutoscaleInfo | null {
    let [minValue, maxValue] = [Infinity, -Infinity]
    const include = (value: number | undefined = Number.NaN): void => {
      if (value < minValue) minValue = value
      if (value > maxValue) maxValue = value
    }
    const [first, last] = this.#span(from, to)
    for (const { values, base } of this.#lines.filter(({ scales }) => scales)) {
      include(base)
      for (let index = first; index <= last; index++) include(values[index])
    }
    // Of nothing but zeros, an axis would have the same label three times.
    if (minValue === 0 && maxValue === 0) maxValue = 1
    return minValue > maxValue ? null : { priceRange: { minValue, maxValue } }
  }

  #draw(target: OverlayTarget): void {
    const { host } = this
    const range = host?.chart.timeScale().getVisibleLogicalRange()
    if (!host || !range) return
    const [first, last] = this.#span(range.from, range.to)
    // Rows are at equal distances: asking for the place of each costs as much as drawing it.
    const [left, spacing] = [this.xOf(first), (this.xOf(last) - this.xOf(first)) / Math.max(1, last - first)]
    target.useMediaCoordinateSpace((scope) => {
      for (const line of this.#lines) {
        const runs = runsOf(line.values, [first, last], (index) => left + (index - first) * spacing, line.breaks)
        drawRuns(scope, runs, line, (value) => host.series.priceToCoordinate(value))
      }
    })
  }
}

/** Lines on a scale of their own, by a series that is not seen: its data are for axis and crosshair, its title for a label there. */
export function addLines(chart: IChartApiBase<Time>, pane: number) {
  const options = { ...plainSeries, lineVisible: false, crosshairMarkerVisible: false }
  const series = chart.addSeries(LineSeries, options, pane)
  const lines = new LineOverlay()
  series.attachPrimitive(lines)
  return { series, lines }
}
