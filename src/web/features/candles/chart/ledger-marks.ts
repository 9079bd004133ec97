import type { PrimitiveHoveredItem } from 'lightweight-charts'
import type { ChartTheme } from '../../../chart/chart-theme.ts'
import { type OverlayTarget, overlayView, SeriesOverlay } from '../../../chart/series-overlay.ts'
import type { MarkGroup } from '../../../ledger/rows/groups.ts'
import { indexAt, isGap } from '../data/merge-candles.ts'
import { type BarLedger, markGroups } from '../ledger/ledger-bars.ts'
import { markShapes, markSize, stackMarks } from '../ledger/mark-shape.ts'
import type { Drawing } from './drawing.ts'

/** A mark as it is drawn, in px from the corner of the price pane. */
export interface PlacedMark {
  /** Of its bar. */
  start: string
  group: MarkGroup
  x: number
  y: number
  size: number
  up: boolean
}

const largestOf = (drawing: Drawing, from: number, to: number): Map<MarkGroup, bigint> => {
  const largest = new Map<MarkGroup, bigint>()
  for (let index = from; index <= to; index++) {
    for (const [group, { sum }] of drawing.scene.ledger?.bars.get(drawing.scene.rows[index]!.start)?.marks ?? []) {
      const size = sum < 0n ? -sum : sum
      if (size > (largest.get(group) ?? 0n)) largest.set(group, size)
    }
  }
  return largest
}

/** The ends of a bar's wick as drawn numbers; of a period without trades, the last close. */
function endsOf({ scene, transform, levels }: Drawing, index: number): number[] {
  const row = scene.rows[index]!
  if (isGap(row)) return [levels[index] ?? Number.NaN]
  return [row.high || row.close, row.low || row.close].map((price) => transform.toNumber(price))
}

interface Side extends Pick<PlacedMark, 'start' | 'x' | 'up'> {
  marks: BarLedger['marks']
  largest: ReadonlyMap<MarkGroup, bigint>
  /** The end of the wick in px. */
  edge: number
}

/** The marks on one side of a bar, from its wick outwards. */
function sideOf({ marks, largest, edge, up, ...bar }: Side): PlacedMark[] {
  const side = markGroups.flatMap((group) => {
    const sum = marks.get(group)?.sum
    if (sum === undefined || sum >= 0n !== up) return []
    return [{ ...bar, up, group, y: 0, size: markSize(group, sum, largest.get(group) ?? 0n) }]
  })
  const middles = stackMarks(side.map(({ group, size }) => markShapes[group].height(size)))
  return side.map((mark, at) => ({ ...mark, y: edge + (up ? 1 : -1) * middles[at]! }))
}

/** Px around a mark in which the pointer is on it. */
const reach = 3
const paths = new Map<string, Path2D>()

/** Paths of a quarter of a pixel's difference are the same. */
function pathOf({ group, size, up }: PlacedMark): Path2D {
  const drawn = Math.round(size * 4) / 4
  const key = `${group} ${drawn} ${up}`
  const path = paths.get(key) ?? new Path2D(markShapes[group].path(drawn, up))
  paths.set(key, path)
  return path
}

/** Marks of the ledger on the bars in view: what came in under a bar, what went out over it; and the bar that an address marks. */
export class LedgerMarks extends SeriesOverlay {
  #drawing: Drawing | undefined
  #theme: ChartTheme | undefined
  #cursor: string | undefined
  #hovered: string | undefined
  #placed: PlacedMark[] = []
  protected readonly views = [
    overlayView('bottom', (target) => this.#drawMarked(target)),
    overlayView('normal', (target) => this.#drawRest(target)),
    overlayView('top', (target) => this.#drawCursor(target)),
  ]

  set(drawing: Drawing | undefined, theme: ChartTheme): void {
    this.#drawing = drawing
    this.#theme = theme
    this.host?.requestUpdate()
  }

  /** The bar under the crosshair has full ink. */
  point(start: string | undefined): void {
    if (this.#cursor === start) return
    this.#cursor = start
    if (this.#drawing?.scene.ledger) this.host?.requestUpdate()
  }

  /** The mark that the chart found under the pointer. */
  hover(id: unknown): PlacedMark | undefined {
    this.#hovered = typeof id === 'string' ? id : undefined
    return this.#placed.find((mark) => idOf(mark) === id)
  }

  hitTest(x: number, y: number): PrimitiveHoveredItem | null {
    let best: { mark: PlacedMark; distance: number } | undefined
    for (const mark of this.#placed) {
      const distance = Math.hypot(mark.x - x, mark.y - y)
      if (distance <= mark.size / 2 + reach && distance < (best?.distance ?? Infinity)) best = { mark, distance }
    }
    if (!best) return null
    return {
      externalId: idOf(best.mark),
      zOrder: 'normal',
      cursorStyle: 'pointer',
      distance: best.distance,
      hitTestPriority: 2,
    }
  }

  /** Marks of the bars in view, sized against the largest of their group there. */
  #place(height: number): PlacedMark[] {
    const [drawing, host] = [this.#drawing, this.host]
    if (!drawing?.scene.ledger || !host) return []
    const { ledger, rows } = drawing.scene
    const range = host.chart.timeScale().getVisibleLogicalRange()
    if (!range) return []
    const [from, to] = [Math.max(0, Math.floor(range.from)), Math.min(rows.length - 1, Math.ceil(range.to))]
    const largest = largestOf(drawing, from, to)
    const placed: PlacedMark[] = []
    for (let index = from; index <= to; index++) {
      const row = rows[index]!
      const marks = ledger.bars.get(row.start)?.marks
      if (!marks || marks.size === 0) continue
      const x = this.xOf(index)
      const toY = (value: number): number =>
        Number.isNaN(value) ? height / 2 : (host.series.priceToCoordinate(value) ?? 0)
      const wick = endsOf(drawing, index).map(toY)
      for (const up of [true, false])
        placed.push(...sideOf({ marks, largest, start: row.start, x, up, edge: (up ? Math.max : Math.min)(...wick) }))
    }
    return placed
  }

  #draw(context: CanvasRenderingContext2D, mark: PlacedMark, alpha: number): void {
    const theme = this.#theme
    if (!theme) return
    const path = pathOf(mark)
    context.save()
    context.translate(mark.x, mark.y)
    context.lineWidth = 2
    context.strokeStyle = theme.ground
    context.stroke(path)
    context.globalAlpha = mark.group === 'liquidation' ? 1 : alpha
    context.fillStyle = theme[markShapes[mark.group].ink] as string
    context.fill(path)
    if (mark.group === 'liquidation') {
      context.lineWidth = 1.5
      context.strokeStyle = theme.inverse
      context.stroke(path)
    }
    context.restore()
  }

  #drawRest(target: OverlayTarget): void {
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      this.#placed = this.#place(mediaSize.height)
      for (const mark of this.#placed) this.#draw(context, mark, Number(this.#theme?.markRest ?? 1))
    })
  }

  #drawCursor(target: OverlayTarget): void {
    if (this.#cursor === undefined && this.#hovered === undefined) return
    target.useMediaCoordinateSpace(({ context }) => {
      for (const mark of this.#placed) {
        if (mark.start === this.#cursor) this.#draw(context, mark, 1)
        if (idOf(mark) !== this.#hovered) continue
        context.beginPath()
        context.arc(mark.x, mark.y, mark.size / 2 + reach, 0, 2 * Math.PI)
        context.lineWidth = 1.5
        context.strokeStyle = this.#theme?.text ?? ''
        context.stroke()
      }
    })
  }

  #drawMarked(target: OverlayTarget): void {
    const [drawing, host, theme] = [this.#drawing, this.host, this.#theme]
    const { rows = [], at } = drawing?.scene ?? {}
    const index = at === undefined ? -1 : indexAt(rows, at)
    if (index < 0 || !host || !theme) return
    const x = this.xOf(index)
    const width = Math.max(5, host.chart.timeScale().options().barSpacing)
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      context.fillStyle = theme.accentSoft
      context.fillRect(x - width / 2, 0, width, mediaSize.height)
      context.fillStyle = theme.accent
      context.fillRect(x - width / 2, 0, width, 2)
    })
  }
}

const idOf = ({ start, group }: PlacedMark): string => `${start} ${group}`
