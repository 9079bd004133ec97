import type { IPrimitivePaneView } from 'lightweight-charts'
import type { ChartTheme } from '../../../chart/chart-theme.ts'
import { type OverlayTarget, overlayView, SeriesOverlay } from '../../../chart/series-overlay.ts'
import type { Observable } from '../../../observable.ts'
import { iconPaths } from '../../../ui/icons/icon-paths.ts'

/** A line of the reader in drawn numbers, with the text of its price and what it does. */
export interface OwnLine {
  value: number
  text: string
  alert: string | undefined
}

const [labelHeight, discRadius, bellSize, textPx] = [18, 9.5, 12, 11]

/** Horizontal lines with their labels at the axis, and the bell and the words of those that alert. */
export class OwnLines extends SeriesOverlay {
  #lines: readonly OwnLine[] = []
  #theme: ChartTheme | undefined
  readonly #tops: Observable<readonly number[]>
  protected readonly views = [overlayView('top', (target) => this.#drawLines(target))]
  readonly #axis = [overlayView('top', (target) => this.#drawLabels(target))]

  /** `tops` gets the y of each line in px whenever the chart draws them elsewhere. */
  constructor(tops: Observable<readonly number[]>) {
    super()
    this.#tops = tops
  }

  priceAxisPaneViews(): readonly IPrimitivePaneView[] {
    return this.#axis
  }

  updateAllViews(): void {
    const tops = this.#lines.map(({ value }) => Math.round(this.host?.series.priceToCoordinate(value) ?? -99))
    const before = this.#tops.get()
    if (tops.length !== before.length || tops.some((top, index) => top !== before[index])) this.#tops.set(tops)
  }

  set(lines: readonly OwnLine[], theme: ChartTheme): void {
    this.#lines = lines
    this.#theme = theme
    this.updateAllViews()
    this.host?.requestUpdate()
  }

  #each(draw: (line: OwnLine, y: number, theme: ChartTheme) => void): void {
    const theme = this.#theme
    const tops = this.#tops.get()
    if (theme) for (const [index, line] of this.#lines.entries()) draw(line, (tops[index] ?? -99) + 0.5, theme)
  }

  #drawLines(target: OverlayTarget): void {
    target.useMediaCoordinateSpace(({ context, mediaSize: { width } }) => {
      this.#each(({ alert }, y, theme) => {
        context.lineWidth = 1
        context.strokeStyle = theme.ownLine
        context.beginPath()
        context.moveTo(0, y)
        context.lineTo(width, y)
        context.stroke()
        if (alert === undefined) return
        const x = width - 2 * discRadius
        context.fillStyle = theme.ground
        context.beginPath()
        context.arc(x, y, discRadius, 0, 2 * Math.PI)
        context.fill()
        context.stroke()
        context.save()
        context.translate(x - bellSize / 2, y - bellSize / 2)
        context.scale(bellSize / 24, bellSize / 24)
        context.lineWidth = 2
        context.strokeStyle = theme.text
        context.stroke(new Path2D(iconPaths.bell))
        context.restore()
        context.font = `${textPx}px ${theme.font}`
        context.textAlign = 'right'
        context.textBaseline = 'bottom'
        context.lineWidth = 4
        context.lineJoin = 'round'
        context.strokeStyle = theme.ground
        context.strokeText(alert, x - 2 * discRadius, y - 2)
        context.fillStyle = theme.axis
        context.fillText(alert, x - 2 * discRadius, y - 2)
      })
    })
  }

  #drawLabels(target: OverlayTarget): void {
    target.useMediaCoordinateSpace(({ context, mediaSize: { width } }) => {
      this.#each(({ text }, y, theme) => {
        const top = y - labelHeight / 2
        context.fillStyle = theme.ground
        context.strokeStyle = theme.ownLine
        context.lineWidth = 1
        context.fillRect(0.5, top, width - 1, labelHeight)
        context.strokeRect(0.5, top, width - 1, labelHeight)
        context.font = `${textPx}px ${theme.font}`
        context.textAlign = 'left'
        context.textBaseline = 'middle'
        context.fillStyle = theme.text
        context.fillText(text, 9, y, width - 12)
      })
    })
  }
}
