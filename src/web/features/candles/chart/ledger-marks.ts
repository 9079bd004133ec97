import type { PrimitiveHoveredItem } from 'lightweight-charts'
import type { ChartTheme } from '../../../chart/chart-theme.ts'
import { type OverlayTarget, overlayView, SeriesOverlay } from '../../../chart/series-overlay.ts'
import { absolute } from '../../../format/amount.ts'
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

/** A bar with marks. `ends` are those of its wick as drawn numbers; of a period without trades, the last close. */
interface MarkedBar {
  index: number
  start: string
  ends: readonly number[]
  marks: BarLedger['marks']
}

function markedBars({ scene, transform, levels }: Drawing): MarkedBar[] {
  const { rows, ledger } = scene
  if (!ledger) return []
  return rows.flatMap((row, index) => {
    const marks = ledger.bars.get(row.start)?.marks
    if (!marks || marks.size === 0) return []
    const prices = isGap(row) ? undefined : [row.high || row.close, row.low || row.close]
    const ends = prices?.map((price) => transform.toNumber(price)) ?? [levels[index] ?? Number.NaN]
    return [{ index, start: row.start, ends, marks }]
  })
}

function largestOf(bars: readonly MarkedBar[]): Map<MarkGroup, bigint> {
  const largest = new Map<MarkGroup, bigint>()
  for (const { marks } of bars)
    for (const [group, { sum }] of marks)
      if (absolute(sum) > (largest.get(group) ?? 0n)) largest.set(group, absolute(sum))
  return largest
}

interface Side extends Pick<PlacedMark, 'start' | 'x' | 'up'> {
  marks: BarLedger['marks']
  largest: ReadonlyMap<MarkGroup, bigint>
  /** The end of the wick in px. */
  edge: number
}

/** The marks on one side of a bar, from its wick outwards. */
function sideOf({ marks, largest, edge, up, start, x }: Side): PlacedMark[] {
  const side: PlacedMark[] = []
  for (const group of markGroups) {
    const sum = marks.get(group)?.sum
    if (sum === undefined || sum >= 0n !== up) continue
    side.push({ start, x, up, group, y: 0, size: markSize(group, sum, largest.get(group) ?? 0n) })
  }
  if (side.length === 0) return side
  const middles = stackMarks(side.map(({ group, size }) => markShapes[group].height(size)))
  for (const [at, mark] of side.entries()) mark.y = edge + (up ? 1 : -1) * middles[at]!
  return side
}

/** Px around a mark in which the pointer is on it. */
const reach = 3

const pathOf = ({ group, size, up }: PlacedMark): Path2D => new Path2D(markShapes[group].path(size, up))

/** Draws a mark about the origin, with a rim in the colour of the ground. */
function drawMark(context: CanvasRenderingContext2D, mark: PlacedMark, theme: ChartTheme): void {
  const { group } = mark
  const path = pathOf(mark)
  context.lineWidth = 2
  context.strokeStyle = theme.ground
  context.stroke(path)
  context.globalAlpha = group === 'liquidation' ? 1 : Number(theme.markRest)
  context.fillStyle = theme[markShapes[group].ink] as string
  context.fill(path)
  if (group !== 'liquidation') return
  context.lineWidth = 1.5
  context.strokeStyle = theme.inverse
  context.stroke(path)
}

/** Pictures of marks in device pixels: drawing a picture costs a fraction of drawing a path, and thousands are in view. */
class MarkPictures {
  readonly #pictures = new Map<string, HTMLCanvasElement>()
  readonly #theme: ChartTheme
  readonly #ratio: number

  constructor(theme: ChartTheme, ratio: number) {
    this.#theme = theme
    this.#ratio = ratio
  }

  areOf = (theme: ChartTheme, ratio: number): boolean => theme === this.#theme && ratio === this.#ratio

  /** Sizes that differ by less than a quarter of a pixel are the same. */
  of(mark: PlacedMark): HTMLCanvasElement {
    const size = Math.round(mark.size * 4) / 4
    const key = `${mark.group} ${size} ${mark.up}`
    const known = this.#pictures.get(key)
    if (known) return known
    const picture = document.createElement('canvas')
    const side = 2 * Math.ceil((size / 2 + reach) * this.#ratio)
    picture.width = side
    picture.height = side
    const context = picture.getContext('2d')
    context?.translate(side / 2, side / 2)
    context?.scale(this.#ratio, this.#ratio)
    if (context) drawMark(context, { ...mark, size }, this.#theme)
    this.#pictures.set(key, picture)
    return picture
  }
}

/** Marks of the ledger on the bars in view: what came in under a bar, what went out over it; and the bar that an address marks. */
export class LedgerMarks extends SeriesOverlay {
  #drawing: Drawing | undefined
  #theme: ChartTheme | undefined
  #cursor: string | undefined
  #hovered: string | undefined
  #placed: PlacedMark[] = []
  #bars: readonly MarkedBar[] = []
  #pictures: MarkPictures | undefined
  protected readonly views = [
    overlayView('bottom', (target) => this.#drawMarked(target)),
    overlayView('normal', (target) => this.#drawRest(target)),
    overlayView('top', (target) => this.#drawCursor(target)),
  ]

  set(drawing: Drawing | undefined, theme: ChartTheme): void {
    const [before, now] = [this.#drawing, drawing]
    const isSame = before?.levels === now?.levels && before?.scene.ledger === now?.scene.ledger
    if (!isSame) this.#bars = drawing ? markedBars(drawing) : []
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
    const { host } = this
    const range = host?.chart.timeScale().getVisibleLogicalRange()
    if (!host || !range) return []
    const bars = this.#bars.filter(({ index }) => index >= Math.floor(range.from) && index <= Math.ceil(range.to))
    const largest = largestOf(bars)
    const toY = (value: number): number =>
      Number.isNaN(value) ? height / 2 : (host.series.priceToCoordinate(value) ?? 0)
    return bars.flatMap(({ index, start, ends, marks }) => {
      const x = this.xOf(index)
      const wick = ends.map(toY)
      return [true, false].flatMap((up) =>
        sideOf({ marks, largest, start, x, up, edge: (up ? Math.max : Math.min)(...wick) }),
      )
    })
  }

  #drawRest(target: OverlayTarget): void {
    target.useBitmapCoordinateSpace(({ context, mediaSize, horizontalPixelRatio: ratio }) => {
      this.#placed = this.#place(mediaSize.height)
      const theme = this.#theme
      if (!theme) return
      if (!this.#pictures?.areOf(theme, ratio)) this.#pictures = new MarkPictures(theme, ratio)
      for (const mark of this.#placed) {
        const picture = this.#pictures.of(mark)
        const [x, y] = [mark.x, mark.y].map((middle) => Math.round(middle * ratio - picture.width / 2))
        context.drawImage(picture, x!, y!)
      }
    })
  }

  #drawCursor(target: OverlayTarget): void {
    const theme = this.#theme
    if (!theme || (this.#cursor === undefined && this.#hovered === undefined)) return
    target.useMediaCoordinateSpace(({ context }) => {
      for (const mark of this.#placed) {
        if (mark.start === this.#cursor) {
          context.save()
          context.translate(mark.x, mark.y)
          drawMark(context, mark, { ...theme, markRest: '1' })
          context.restore()
        }
        if (idOf(mark) !== this.#hovered) continue
        context.beginPath()
        context.arc(mark.x, mark.y, mark.size / 2 + reach, 0, 2 * Math.PI)
        context.lineWidth = 1.5
        context.strokeStyle = theme.text
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
