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
  labelled: boolean
}

const step = 6
const lineHeight = 13
const fontSize = 10.5

/** A gap's x positions in px. */
interface Band {
  from: number
  to: number
  periods: number
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

  paneViews(): readonly IPanePrimitivePaneView[] {
    return this.#views
  }

  /** Shows these gaps; an empty list removes the hatch. */
  set(gaps: readonly Gap[], style: HatchStyle): void {
    this.#gaps = gaps
    this.#style = style
    this.#pane?.requestUpdate()
  }

  /** The gaps in view. */
  #bands(): Band[] {
    const time = this.#pane?.chart.timeScale()
    const range = time?.getVisibleLogicalRange()
    if (!time || !range) return []
    const at = (logical: number): number => time.logicalToCoordinate(logical as Logical) ?? 0
    const half = (at(1) - at(0)) / 2
    const bands: Band[] = []
    for (const { first, last, periods } of this.#gaps) {
      if (last < range.from - 1 || first > range.to + 1) continue
      const [from, to] = [at(first) - half, at(last) + half]
      const before = bands.at(-1)
      // At low zoom, thousands of gaps share pixels: merge adjacent ones into one band.
      if (before && from - before.to < 1) before.to = to
      else bands.push({ from, to, periods })
    }
    return bands
  }

  #draw(target: Target): void {
    const style = this.#style
    const bands = this.#bands()
    if (!style || bands.length === 0) return
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      for (const band of bands) hatch(context, band, mediaSize.height, style)
      if (style.labelled) label(context, mediaSize, bands, style)
    })
  }
}

function hatch(context: CanvasRenderingContext2D, { from, to }: Band, height: number, { stroke }: HatchStyle): void {
  context.save()
  context.strokeStyle = stroke
  context.globalAlpha = 0.65
  context.lineWidth = 1
  context.beginPath()
  context.rect(from, 0, to - from, height)
  context.clip()
  context.beginPath()
  for (let x = from - height; x < to; x += step * Math.SQRT2) {
    context.moveTo(x, height)
    context.lineTo(x + height, 0)
  }
  context.stroke()
  context.restore()
}

function label(
  context: CanvasRenderingContext2D,
  size: { width: number; height: number },
  bands: readonly Band[],
  style: HatchStyle,
): void {
  context.font = `${fontSize}px ${style.font}`
  context.fillStyle = style.text
  context.textAlign = 'center'
  context.textBaseline = 'alphabetic'
  /** Right end of the previous label. */
  let end = Number.NEGATIVE_INFINITY
  for (const band of bands) {
    const [from, to] = [Math.max(0, band.from), Math.min(size.width, band.to)]
    const lines = ['no trades', gapWords(band.periods)]
    const width = Math.max(...lines.map((line) => context.measureText(line).width))
    const middle = Math.min(Math.max((from + to) / 2, width / 2 + 2), size.width - width / 2 - 2)
    // A label may be slightly wider than its gap, but must not overlap others; very narrow gaps get no label.
    if (to - from < width / 2.5 || middle - width / 2 < end) continue
    end = middle + width / 2 + 4
    context.fillText(lines[0]!, middle, size.height - lineHeight - 10)
    context.fillText(lines[1]!, middle, size.height - 10)
  }
}
