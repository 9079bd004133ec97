import type {
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  Logical,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts'
import { markedPrice, measuredOf, type Measuring } from '../../measure/measure.ts'
import { indexAt } from '../../data/merge-candles.ts'
import type { Plot } from '../axis/price-transform.ts'
import type { Row } from '../../data/fill-gaps.ts'

type Target = Parameters<IPrimitivePaneRenderer['draw']>[0]

/** A point on the chart: row and drawn price. */
export interface MarkedPoint {
  index: number
  value: number
}

export interface MeasureColours {
  line: string
  ground: string
}

const radius = 3.5

/** Draws the two measuring points, the area between them and a line from the first to the second. */
export class MeasureMark implements ISeriesPrimitive<Time> {
  #points: readonly MarkedPoint[] = []
  #colours: MeasureColours = { line: '', ground: '' }
  #host: SeriesAttachedParameter<Time> | undefined
  readonly #views: readonly IPrimitivePaneView[] = [
    { zOrder: () => 'bottom', renderer: () => ({ draw: (target) => this.#drawGround(target) }) },
    { zOrder: () => 'top', renderer: () => ({ draw: (target) => this.#drawLine(target) }) },
  ]

  attached(host: SeriesAttachedParameter<Time>): void {
    this.#host = host
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views
  }

  set(points: readonly MarkedPoint[], colours: MeasureColours): void {
    this.#points = points
    this.#colours = colours
    this.#host?.requestUpdate()
  }

  #coordinates(): { x: number; y: number }[] {
    const host = this.#host
    const time = host?.chart.timeScale()
    return this.#points.map(({ index, value }) => ({
      x: time?.logicalToCoordinate(index as Logical) ?? 0,
      y: host?.series.priceToCoordinate(value) ?? 0,
    }))
  }

  #drawGround(target: Target): void {
    const [from, to] = this.#coordinates()
    if (!from || !to) return
    target.useMediaCoordinateSpace(({ context }) => {
      context.fillStyle = this.#colours.ground
      context.fillRect(from.x, from.y, to.x - from.x, to.y - from.y)
    })
  }

  #drawLine(target: Target): void {
    const points = this.#coordinates()
    target.useMediaCoordinateSpace(({ context }) => {
      context.strokeStyle = this.#colours.line
      context.fillStyle = this.#colours.line
      context.lineWidth = 1.5
      context.beginPath()
      for (const { x, y } of points) context.lineTo(x, y)
      context.stroke()
      for (const { x, y } of points) {
        context.beginPath()
        context.arc(x, y, radius, 0, 2 * Math.PI)
        context.fill()
      }
    })
  }
}

/** Chart positions of the measuring points that are in the rows. */
export function markedPoints(rows: readonly Row[], plot: Plot | undefined, state: Measuring): MarkedPoint[] {
  const measured = measuredOf(state)
  return [measured?.from, measured?.to].flatMap((mark) => {
    const raw = mark && markedPrice(rows, mark)
    return mark && plot && raw !== undefined ? [{ index: indexAt(rows, mark.start), value: plot.toNumber(raw) }] : []
  })
}
