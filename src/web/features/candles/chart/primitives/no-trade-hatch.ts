import type {
  IPanePrimitive,
  IPanePrimitivePaneView,
  IPrimitivePaneRenderer,
  Logical,
  PaneAttachedParameter,
  Time,
} from 'lightweight-charts'
import { type Gap, gapWords } from '../../data/fill-gaps.ts'

type Target = Parameters<IPrimitivePaneRenderer['draw']>[0]

export interface HatchStyle {
  stroke: string
  text: string
  font: string
  /** Show the label that explains the hatch; only in the price pane. */
  words: boolean
}

const step = 6
const lineHeight = 13
const fontSize = 10.5

/** Index of the first gap that ends at or after `logical`. */
function firstFrom(gaps: readonly Gap[], logical: number): number {
  let [low, high] = [0, gaps.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (gaps[middle]!.last < logical) low = middle + 1
    else high = middle
  }
  return low
}

/** Draws periods without trades as a 45° hatch behind the series, over the full pane height. */
export class GapHatch implements IPanePrimitive<Time> {
  #gaps: readonly Gap[] = []
  #style: HatchStyle | undefined
  #pane: PaneAttachedParameter<Time> | undefined
  readonly #views: readonly IPanePrimitivePaneView[] = [
    { zOrder: () => 'bottom', renderer: () => ({ draw: (target) => this.#draw(target) }) },
  ]

  attached(pane: PaneAttachedParameter<Time>): void {
    this.#pane = pane
  }

  detached(): void {
    this.#pane = undefined
  }

  paneViews(): readonly IPanePrimitivePaneView[] {
    return this.#views
  }

  /** Shows these gaps; an empty list removes the hatch. */
  set(gaps: readonly Gap[], style: HatchStyle): void {
    this.#gaps = gaps
    this.#style = style
    this.#pane?.requestUpdate()
  }

  #draw(target: Target): void {
    const time = this.#pane?.chart.timeScale()
    const range = time?.getVisibleLogicalRange()
    const style = this.#style
    if (!time || !range || !style || this.#gaps.length === 0) return
    const at = (logical: number): number => time.logicalToCoordinate(logical as Logical) ?? 0
    const half = (at(1) - at(0)) / 2
    const shown: { from: number; to: number; periods: number }[] = []
    for (let index = firstFrom(this.#gaps, range.from - 1); index < this.#gaps.length; index++) {
      const gap = this.#gaps[index]!
      if (gap.first > range.to + 1) break
      const [from, to] = [at(gap.first) - half, at(gap.last) + half]
      const before = shown.at(-1)
      // At low zoom, thousands of gaps share pixels: merge adjacent ones into one band.
      if (before && from - before.to < 1) before.to = to
      else shown.push({ from, to, periods: gap.periods })
    }
    target.useMediaCoordinateSpace(({ context, mediaSize: { width, height } }) => {
      context.save()
      context.strokeStyle = style.stroke
      context.globalAlpha = 0.65
      context.lineWidth = 1
      for (const { from, to } of shown) {
        context.save()
        context.beginPath()
        context.rect(from, 0, to - from, height)
        context.clip()
        context.beginPath()
        const span = step * Math.SQRT2
        for (let x = from - height; x < to; x += span) {
          context.moveTo(x, height)
          context.lineTo(x + height, 0)
        }
        context.stroke()
        context.restore()
      }
      context.restore()
      if (style.words) this.#write(context, { width, height }, shown, style)
    })
  }

  #write(
    context: CanvasRenderingContext2D,
    size: { width: number; height: number },
    shown: readonly { from: number; to: number; periods: number }[],
    style: HatchStyle,
  ): void {
    context.save()
    context.font = `${fontSize}px ${style.font}`
    context.fillStyle = style.text
    context.textAlign = 'center'
    context.textBaseline = 'alphabetic'
    let taken = Number.NEGATIVE_INFINITY
    for (const { from: start, to: end, periods } of shown) {
      const [from, to] = [Math.max(0, start), Math.min(size.width, end)]
      const lines = ['no trades', gapWords(periods)]
      const width = Math.max(...lines.map((line) => context.measureText(line).width))
      const middle = Math.min(Math.max((from + to) / 2, width / 2 + 2), size.width - width / 2 - 2)
      // A label may be slightly wider than its gap, but must not overlap others; very narrow gaps get no label.
      if (to - from < width / 2.5 || middle - width / 2 < taken) continue
      taken = middle + width / 2 + 4
      context.fillText(lines[0]!, middle, size.height - lineHeight - 10)
      context.fillText(lines[1]!, middle, size.height - 10)
    }
    context.restore()
  }
}
