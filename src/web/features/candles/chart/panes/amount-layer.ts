import type {
  AutoscaleInfo,
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  Logical,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts'
import { heightsOf } from './heights.ts'

type Target = Parameters<IPrimitivePaneRenderer['draw']>[0]

/** An amount as it is drawn: below zero (or minus zero) for a period that fell, NaN for one without trades. */
export type SignedAmount = number

/** A bar in pixels of the screen, the right edge not included. */
export interface AmountBar {
  left: number
  right: number
  amount: SignedAmount
}

export interface AmountSight {
  /** First and last row to draw. */
  from: number
  to: number
  /** Middle of a row in pixels of the screen. */
  x: (index: number) => number
  /** Pixels of the screen from row to row. */
  spacing: number
  /** Pixels between bars where there is room. */
  gap: number
}

/** Narrower than this, bars of one width look even and gaps of one width do not. */
const narrow = 4

/** Bars on whole pixels; when several rows share a pixel the largest stands for them. */
export function amountBars(
  at: (index: number) => SignedAmount,
  { from, to, x, spacing, gap: room }: AmountSight,
): AmountBar[] {
  const bars: AmountBar[] = []
  const gap = Math.ceil(spacing) <= 1 ? 0 : room
  const width = Math.max(1, Math.round(spacing) - gap)
  let before: AmountBar | undefined
  /** The row of the last bar. */
  let row = from - 2
  for (let index = from; index <= to; index++) {
    const amount = at(index)
    if (Number.isNaN(amount)) continue
    const left = Math.round(x(index)) - Math.floor(width / 2)
    if (before && spacing < 1 && before.left === left) {
      if (Math.abs(amount) > Math.abs(before.amount)) before.amount = amount
      row = index
      continue
    }
    if (before && row === index - 1 && (gap === 0 || width >= narrow))
      before.right = Math.max(before.left + 1, left - gap)
    bars.push((before = { left, right: left + width, amount }))
    row = index
  }
  return bars
}

/**
 * Draws volume or notional as bars on a series' scale without being data of the chart: a second series doubles what the
 * chart works out whenever rows come, and the bars are of no use to it.
 */
export class AmountLayer implements ISeriesPrimitive<Time> {
  #amounts: readonly SignedAmount[] = []
  #colours: readonly [risen: string, fallen: string] = ['', '']
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

  /** Shows these amounts, one per row; the list is read later too. */
  set(amounts: readonly SignedAmount[], colours: readonly [risen: string, fallen: string]): void {
    this.#amounts = amounts
    this.#colours = colours
    this.#host?.requestUpdate()
  }

  autoscaleInfo(start: Logical, end: Logical): AutoscaleInfo {
    let most = 0
    const last = Math.min(this.#amounts.length - 1, Math.ceil(end))
    for (let index = Math.max(0, Math.floor(start)); index <= last; index++) {
      const size = Math.abs(this.#amounts[index]!)
      if (size > most) most = size
    }
    return { priceRange: { minValue: 0, maxValue: most } }
  }

  #draw(target: Target): void {
    const host = this.#host
    const time = host?.chart.timeScale()
    const range = time?.getVisibleLogicalRange()
    if (!host || !time || !range) return
    const origin = time.logicalToCoordinate(0 as Logical) ?? 0
    const spacing = (time.logicalToCoordinate(1 as Logical) ?? 0) - origin
    target.useBitmapCoordinateSpace(({ context, mediaSize, horizontalPixelRatio: wide, verticalPixelRatio: high }) => {
      const y = heightsOf(host.series, mediaSize.height)
      const bars = amountBars((index) => this.#amounts[index]!, {
        from: Math.max(0, Math.floor(range.from)),
        to: Math.min(this.#amounts.length - 1, Math.ceil(range.to)),
        x: (index) => (origin + index * spacing) * wide,
        spacing: spacing * wide,
        gap: Math.max(1, Math.floor(wide)),
      })
      // Traded is never drawn as nothing: the line that bars stand on is theirs.
      const line = Math.max(1, Math.floor(high))
      const bottom = Math.round(y(0) * high) - Math.floor(line / 2) + line
      for (const fallen of [false, true]) {
        context.fillStyle = this.#colours[fallen ? 1 : 0]
        for (const { left, right, amount } of bars) {
          if ((amount < 0 || Object.is(amount, -0)) !== fallen) continue
          const top = Math.min(Math.round(y(Math.abs(amount)) * high), bottom - line)
          context.fillRect(left, top, right - left, bottom - top)
        }
      }
    })
  }
}
