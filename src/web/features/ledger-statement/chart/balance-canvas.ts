import {
  ColorType,
  createChart,
  CrosshairMode,
  type DeepPartial,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  LineType,
  type TimeChartOptions,
  type UTCTimestamp,
} from 'lightweight-charts'
import './colours.css'
import { formatInstant, type Zone } from '../../../format/time.ts'
import type { AccountCurve, Stretch } from '../../../ledger/store/curve.ts'
import { drawnPlaces, linesOf, startOfStep } from './curve-data.ts'

export interface BalanceScene {
  curves: readonly AccountCurve[]
  stretch: Stretch
  zone: Zone
  decimals: number | undefined
}

export interface BalanceEvents {
  /** The step under the pointer; undefined when it has left. */
  onPoint: (step: number | undefined) => void
  /** The reader has moved or zoomed the chart: the steps in view, which may lie outside the stretch. */
  onZoom: (steps: { from: number; to: number }) => void
}

/** Milliseconds after the last move of the chart. */
const settleMs = 350

/** How a reader moves or zooms the chart. */
const touches = ['pointerdown', 'wheel', 'touchstart'] as const

export const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** The colour of an account, by its place among the drawn ones. */
export const colourName = (place: number): string => `--balance-${place + 1}`

/** The times of the chart are the steps themselves, from 1: equal distances stand for equal times. */
const timeOf = (step: number): UTCTimestamp => (step + 1) as UTCTimestamp
const stepOf = (time: unknown): number => Number(time) - 1

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 })

export function look(fontFamily: string): DeepPartial<TimeChartOptions> {
  const line = token('--line-strong')
  const cross = {
    color: token('--text-muted'),
    style: LineStyle.Dashed,
    width: 1 as const,
    labelBackgroundColor: token('--surface-3'),
  }
  return {
    layout: {
      background: { type: ColorType.Solid, color: token('--surface-1') },
      textColor: token('--text-muted'),
      fontFamily,
      fontSize: 11,
      attributionLogo: false,
    },
    grid: { vertLines: { color: token('--line') }, horzLines: { color: token('--line') } },
    crosshair: { mode: CrosshairMode.Normal, vertLine: cross, horzLine: cross },
    rightPriceScale: { borderColor: line, minimumWidth: 64 },
    // A wider window shows the same part, not a larger one.
    // Its two ends are those of the range: with them fixed, the labels there are moved inside instead of being cut.
    // Dates are longer than the labels that the library leaves room for.
    timeScale: {
      borderColor: line,
      lockVisibleTimeRangeOnResize: true,
      fixLeftEdge: true,
      fixRightEdge: true,
      tickMarkMaxCharacterLength: 14,
    },
  }
}

/** Balances as steps over time. What it shows in words is exact; a number is made of a balance for drawing alone. */
export class BalanceCanvas {
  readonly #chart: IChartApi
  readonly #events: BalanceEvents
  #series: ISeriesApi<'Line'>[] = []
  #scene: BalanceScene | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The reader has moved this scene. The library also changes the range itself, as it fits a scene or its width changes. */
  #touched = false
  readonly #element: HTMLElement
  readonly #theme: MutationObserver

  constructor(element: HTMLElement, events: BalanceEvents) {
    this.#events = events
    this.#element = element
    for (const type of touches) element.addEventListener(type, this.#touch, { capture: true, passive: true })
    this.#chart = createChart(element, {
      autoSize: true,
      ...look(getComputedStyle(document.body).fontFamily),
      handleScroll: { vertTouchDrag: false },
    })
    this.#chart.subscribeCrosshairMove(({ time }) => events.onPoint(time === undefined ? undefined : stepOf(time)))
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      clearTimeout(this.#timer)
      if (!range || !this.#scene || !this.#touched) return
      this.#timer = setTimeout(() => this.#moved(range), settleMs)
    })
    this.#theme = new MutationObserver(() => {
      this.#chart.applyOptions(look(getComputedStyle(document.body).fontFamily))
      if (this.#scene) this.show(this.#scene)
    })
    this.#theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  }

  show(scene: BalanceScene): void {
    const { curves, stretch, zone, decimals } = scene
    const shown = this.#scene?.stretch
    const isSame = shown?.start === stretch.start && shown.end === stretch.end && shown.steps === stretch.steps
    // Names, decimals or rows that come later leave the chart where the reader has moved it.
    const range = isSame && this.#touched ? this.#chart.timeScale().getVisibleLogicalRange() : null
    this.#scene = scene
    for (const series of this.#series) this.#chart.removeSeries(series)
    const places = drawnPlaces(curves, decimals)
    const precision = stretch.end - stretch.start > 86_400_000_000 * 2 ? 'minute' : 'second'
    const instant = (step: number, name: boolean) =>
      formatInstant(BigInt(startOfStep(stretch, step)) * 1000n, zone, { precision, name })
    this.#chart.applyOptions({
      localization: { timeFormatter: (time: unknown) => instant(stepOf(time), true) },
      timeScale: {
        // Labels say the day over long stretches and the time over short ones.
        tickMarkFormatter: (time: unknown) =>
          formatInstant(BigInt(startOfStep(stretch, stepOf(time))) * 1000n, zone, {
            precision,
            name: false,
            ...(precision === 'minute' ? { time: false } : { date: false }),
          }),
        minBarSpacing: 0.01,
      },
    })
    const shared = {
      lineType: LineType.WithSteps,
      lineWidth: 2,
      priceLineVisible: false,
      lastValueVisible: false,
      priceFormat: {
        type: 'custom',
        minMove: 1e-8,
        formatter: (value: number) =>
          compact.format(value) + (places > (decimals ?? 0) ? `e${places - (decimals ?? 0)}` : ''),
      },
    } as const
    const ruler = this.#chart.addSeries(LineSeries, shared)
    ruler.setData(Array.from({ length: stretch.steps }, (_, step) => ({ time: timeOf(step) })))
    this.#series = [
      ruler,
      ...curves.flatMap((curve, place) =>
        linesOf(curve, stretch, places).map((line) => {
          const series = this.#chart.addSeries(LineSeries, { ...shared, color: token(colourName(place)) })
          series.setData(line.map(({ step, value }) => ({ time: timeOf(step), value })))
          return series
        }),
      ),
    ]
    if (range) this.#chart.timeScale().setVisibleLogicalRange(range)
    else this.#fit()
  }

  readonly #touch = (): void => {
    this.#touched = true
  }

  #fit(): void {
    clearTimeout(this.#timer)
    this.#touched = false
    this.#chart.timeScale().fitContent()
  }

  remove(): void {
    clearTimeout(this.#timer)
    for (const type of touches) this.#element.removeEventListener(type, this.#touch, { capture: true })
    this.#theme.disconnect()
    this.#chart.remove()
  }

  #moved({ from, to }: { from: number; to: number }): void {
    const steps = this.#scene?.stretch.steps ?? 0
    // What fits the scene to a step on both sides is the scene itself.
    if (Math.abs(from) <= 1 && Math.abs(to - steps) <= 1.5) return
    this.#events.onZoom({ from, to })
  }
}
