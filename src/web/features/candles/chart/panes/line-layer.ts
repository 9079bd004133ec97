import type {
  AutoscaleInfo,
  ISeriesPrimitive,
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  Logical,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts'
import { heightsOf } from './heights.ts'
import { columnsOf, type Sight, trace } from './line-columns.ts'

type Target = Parameters<IPrimitivePaneRenderer['draw']>[0]

/** A line over the chart's rows, drawn directly from existing numbers. */
export interface DrawnLine {
  /** Value at a row. NaN where there is none, which breaks the line. */
  at: (index: number) => number
  color: string
  width: number
  dashed?: boolean
  /** Fill colour of the area below the line. */
  fill?: string
  /** Draws bars from zero instead of a line; the second colour is for negative values. */
  bars?: readonly [above: string, below: string]
  /** Whether the price scale must include the line. */
  scales: boolean
  /** Called with the first visible row before values are read. */
  prepare?: (first: number) => void
}

/** Extra rows beyond the view, so that a line does not end inside it. */
const margin = 1

/**
 * Draws lines on a series' scale without adding them to the chart's data: setting 50,000 points makes the chart process all
 * its data again, for each line and each change. Reads only visible values and draws one stroke per pixel column.
 */
export class LineLayer implements ISeriesPrimitive<Time> {
  #lines: readonly DrawnLine[] = []
  #count = 0
  #host: SeriesAttachedParameter<Time> | undefined
  readonly #views: readonly IPrimitivePaneView[] = [{ renderer: () => ({ draw: (target) => this.#draw(target) }) }]

  attached(host: SeriesAttachedParameter<Time>): void {
    this.#host = host
  }

  detached(): void {
    this.#host = undefined
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views
  }

  /** Shows these lines over `count` rows. */
  set(lines: readonly DrawnLine[], count: number): void {
    this.#lines = lines
    this.#count = count
    this.#host?.requestUpdate()
  }

  autoscaleInfo(start: Logical, end: Logical): AutoscaleInfo | null {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    const [first, last] = [Math.max(0, Math.floor(start)), Math.min(this.#count - 1, Math.ceil(end))]
    for (const { at, scales, bars, prepare } of this.#lines) {
      if (!scales) continue
      prepare?.(first)
      for (let index = first; index <= last; index++) {
        const value = at(index)
        if (value < low) low = value
        if (value > high) high = value
      }
      if (bars) [low, high] = [Math.min(low, 0), Math.max(high, 0)]
    }
    return low <= high ? { priceRange: { minValue: low, maxValue: high } } : null
  }

  #draw(target: Target): void {
    const host = this.#host
    const time = host?.chart.timeScale()
    const range = time?.getVisibleLogicalRange()
    if (!host || !time || !range || this.#lines.length === 0) return
    const origin = time.logicalToCoordinate(0 as Logical) ?? 0
    const spacing = (time.logicalToCoordinate(1 as Logical) ?? 0) - origin
    const from = Math.max(0, Math.floor(range.from) - margin)
    const sight = {
      from,
      to: Math.min(this.#count - 1, Math.ceil(range.to) + margin),
      spacing,
      x: (index: number) => origin + index * spacing,
    }
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      const y = heightsOf(host.series, mediaSize.height)
      for (const line of this.#lines) {
        line.prepare?.(Math.max(0, Math.floor(range.from)))
        context.save()
        if (line.bars) drawBars(context, line, line.bars, { ...sight, y })
        else drawLine(context, line, { ...sight, y }, mediaSize.height)
        context.restore()
      }
    })
  }
}

function drawLine(context: CanvasRenderingContext2D, line: DrawnLine, sight: Sight, height: number): void {
  const { y } = sight
  // Round joins of a thousand segments cost a third of a frame and are not visible when segments are a pixel wide.
  const round = sight.spacing >= 2
  context.strokeStyle = line.color
  context.lineWidth = line.width
  context.lineJoin = round ? 'round' : 'bevel'
  const dots = round && !line.dashed
  context.lineCap = dots ? 'round' : 'butt'
  if (line.dashed) context.setLineDash([4, 3])
  const path = new Path2D()
  for (const stretch of columnsOf(line.at, sight)) {
    const [first, last] = [stretch[0]!, stretch.at(-1)!]
    trace(path, stretch, y)
    // A value between two gaps has no line segment: draw a dot with a round cap, otherwise a line one pixel wide.
    if (first === last && first.low === first.high) path.lineTo(first.x + (dots ? 0.01 : 1), y(first.last))
    if (line.fill === undefined) continue
    context.beginPath()
    context.moveTo(first.x, height)
    for (const { x, last: value } of stretch) context.lineTo(x, y(value))
    context.lineTo(last.x, height)
    context.fillStyle = line.fill
    context.fill()
  }
  context.stroke(path)
}

const thickness = 0.66

function drawBars(
  context: CanvasRenderingContext2D,
  { at }: DrawnLine,
  [above, below]: readonly [string, string],
  sight: Sight,
): void {
  const zero = sight.y(0)
  const width = Math.max(1, sight.spacing * thickness)
  for (const stretch of columnsOf(at, sight)) {
    for (const { x, low, high } of stretch) {
      const value = -low > high ? low : high
      context.fillStyle = value < 0 ? below : above
      const top = sight.y(value)
      context.fillRect(x - width / 2, Math.min(top, zero), width, Math.abs(top - zero))
    }
  }
}
