import type {
  IPanePrimitive,
  IPanePrimitivePaneView,
  IPrimitivePaneRenderer,
  Logical,
  PaneAttachedParameter,
  Time,
} from 'lightweight-charts'

type Target = Parameters<IPrimitivePaneRenderer['draw']>[0]

export interface HatchBand {
  first: number
  last: number
  /** Number of periods by time; exceeds the number of rows where a long band is shortened. */
  periods: number
}

interface HatchStyle {
  stroke: string
  text: string
  font: string
  /** Two lines of text at the bottom of a band; absent for none. */
  labelOf?: ((periods: number) => readonly [string, string]) | undefined
}

const step = 6
const lineHeight = 13
const fontSize = 10.5

interface Stripe {
  from: number
  to: number
  periods: number
}

/** Draws bands of rows as a 45° hatch behind the series, over the full pane height. */
export class BandHatch implements IPanePrimitive<Time> {
  #bands: readonly HatchBand[] = []
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

  set(bands: readonly HatchBand[], style: HatchStyle): void {
    this.#bands = bands
    this.#style = style
    this.#pane?.requestUpdate()
  }

  #stripesInView(): Stripe[] {
    const time = this.#pane?.chart.timeScale()
    const range = time?.getVisibleLogicalRange()
    if (!time || !range) return []
    const at = (logical: number): number => time.logicalToCoordinate(logical as Logical) ?? 0
    const half = (at(1) - at(0)) / 2
    const stripes: Stripe[] = []
    for (const { first, last, periods } of this.#bands) {
      if (last < range.from - 1 || first > range.to + 1) continue
      const [from, to] = [at(first) - half, at(last) + half]
      const before = stripes.at(-1)
      // At low zoom, thousands of bands share pixels: merge adjacent ones.
      if (before && from - before.to < 1) before.to = to
      else stripes.push({ from, to, periods })
    }
    return stripes
  }

  #draw(target: Target): void {
    const style = this.#style
    const stripes = this.#stripesInView()
    if (!style || stripes.length === 0) return
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      for (const stripe of stripes) hatch(context, stripe, mediaSize.height, style)
      label(context, mediaSize, stripes, style)
    })
  }
}

function hatch(context: CanvasRenderingContext2D, { from, to }: Stripe, height: number, { stroke }: HatchStyle): void {
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
  stripes: readonly Stripe[],
  { font, text, labelOf }: HatchStyle,
): void {
  if (!labelOf) return
  context.font = `${fontSize}px ${font}`
  context.fillStyle = text
  context.textAlign = 'center'
  context.textBaseline = 'alphabetic'
  let end = Number.NEGATIVE_INFINITY
  for (const stripe of stripes) {
    const [from, to] = [Math.max(0, stripe.from), Math.min(size.width, stripe.to)]
    const lines = labelOf(stripe.periods)
    const width = Math.max(...lines.map((line) => context.measureText(line).width))
    const middle = Math.min(Math.max((from + to) / 2, width / 2 + 2), size.width - width / 2 - 2)
    // A label may be slightly wider than its band, but must not overlap others; very narrow bands get no label.
    if (to - from < width / 2.5 || middle - width / 2 < end) continue
    end = middle + width / 2 + 4
    context.fillText(lines[0], middle, size.height - lineHeight - 10)
    context.fillText(lines[1], middle, size.height - 10)
  }
}
