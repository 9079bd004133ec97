import type {
  CustomData,
  CustomSeriesOptions,
  IChartApiBase,
  ICustomSeriesPaneRenderer,
  ICustomSeriesPaneView,
  PaneRendererCustomData,
  PriceToCoordinateConverter,
  Time,
  WhitespaceData,
} from 'lightweight-charts'
import type { Row } from '../../data/fill-gaps.ts'
import { plainSeries, setRows, timeOf } from './series-data.ts'

/** A line over the chart's rows. */
export interface DrawnLine {
  /** Distinguishes the lines of a pane. */
  key: string
  /** Value at a row; NaN breaks the line. */
  at: (index: number) => number
  /** The value that percentages refer to if this is the first row in view; NaN where the row has no point at all. */
  base: (index: number) => number
  color: string
  width: number
  dashed?: boolean
  /** Colour of the area below the line. */
  fill?: string
  /** Whether the price scale must include the line. */
  scales: boolean
}

export interface GapLineData extends CustomData<Time> {
  value: number
  base: number
}

interface GapLineOptions extends CustomSeriesOptions {
  width: number
  dashed: boolean
  /** Empty for none. */
  fill: string
}

type Shown = PaneRendererCustomData<Time, GapLineData>
type Target = Parameters<ICustomSeriesPaneRenderer['draw']>[0]

/** Splits the points in view, and one beyond each edge, into runs of adjacent rows. */
export function runsOf({ bars, barSpacing, visibleRange }: Shown): { x: number; value: number }[][] {
  const runs: { x: number; value: number }[][] = []
  const first = bars[visibleRange?.from ?? 0]
  if (!visibleRange || !first || visibleRange.from >= visibleRange.to) return runs
  let before: number | undefined
  for (let index = Math.max(0, visibleRange.from - 1); index < Math.min(bars.length, visibleRange.to + 1); index++) {
    const { time, originalData } = bars[index]!
    if (Number.isNaN(originalData.value)) continue
    if (before === undefined || time !== before + 1) runs.push([])
    // The library knows x of the points in view only.
    runs.at(-1)!.push({ x: first.x + (time - first.time) * barSpacing, value: originalData.value })
    before = time
  }
  return runs
}

/** The area between a line and the bottom of the pane. */
function areaBelow(line: Path2D, from: number, to: number, bottom: number): Path2D {
  const area = new Path2D(line)
  area.lineTo(to, bottom)
  area.lineTo(from, bottom)
  return area
}

/**
 * A line that ends at periods without trades: the library's own line series connects the points on both sides. It also takes
 * each series' own first value as 0 % of the percent scale, while an indicator belongs at its distance to the price.
 */
class GapLineView implements ICustomSeriesPaneView<Time, GapLineData, GapLineOptions> {
  #shown: Shown | undefined
  #options: GapLineOptions | undefined
  readonly #renderer: ICustomSeriesPaneRenderer = { draw: (target, toY) => this.#draw(target, toY) }

  renderer(): ICustomSeriesPaneRenderer {
    return this.#renderer
  }

  update(shown: Shown, options: GapLineOptions): void {
    this.#shown = shown
    this.#options = options
  }

  priceValueBuilder({ value, base }: GapLineData): number[] {
    return Number.isNaN(value) ? [base] : [value, base]
  }

  isWhitespace(data: GapLineData | WhitespaceData<Time>): data is WhitespaceData<Time> {
    return !('value' in data)
  }

  defaultOptions(): GapLineOptions {
    // The library adds the options that all series share.
    return { color: '', width: 1, dashed: false, fill: '' } as GapLineOptions
  }

  #draw(target: Target, toY: PriceToCoordinateConverter): void {
    const [shown, options] = [this.#shown, this.#options]
    if (!shown || !options) return
    target.useMediaCoordinateSpace(({ context, mediaSize: { height } }) => {
      context.strokeStyle = options.color
      context.fillStyle = options.fill
      context.lineWidth = options.width
      context.lineJoin = 'bevel'
      context.setLineDash(options.dashed ? [4, 3] : [])
      for (const run of runsOf(shown)) {
        const line = new Path2D()
        for (const { x, value } of run) line.lineTo(x, toY(value) ?? 0)
        const [from, to] = [run[0]!, run.at(-1)!]
        // A value between two gaps is a dot.
        if (run.length === 1) line.lineTo(from.x + 1, toY(from.value) ?? 0)
        if (options.fill !== '') context.fill(areaBelow(line, from.x, to.x, height))
        context.stroke(line)
      }
    })
  }
}

/** Adds a series for a line to a pane. */
export function addGapLine(chart: IChartApiBase<Time>, pane: number, scales: boolean) {
  const options = { ...plainSeries, ...(!scales && { autoscaleInfoProvider: () => null }) }
  const series = chart.addCustomSeries<GapLineData, GapLineOptions>(new GapLineView(), options, pane)
  return {
    series,
    /** Shows a line; values before the row `from` are unchanged. */
    set: (rows: readonly Row[], { at, base, color, width, dashed = false, fill = '' }: DrawnLine, from: number) => {
      series.applyOptions({ color, width, dashed, fill })
      setRows(series, rows.length, from, (index) => {
        const time = timeOf(rows[index]!.start)
        const point = { time, value: at(index), base: base(index) }
        return Number.isNaN(point.base) ? { time } : point
      })
    },
  }
}

export type GapLine = ReturnType<typeof addGapLine>
