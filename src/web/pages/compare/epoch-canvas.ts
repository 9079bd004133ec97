import { createChart, type IChartApi, type ISeriesApi, LineSeries, type UTCTimestamp } from 'lightweight-charts'
import { colourName, look, token } from '../../features/ledger-statement/chart/balance-canvas.ts'
import { groupDigits } from '../../format/amount.ts'
import type { EpochLines } from './epoch-lines.ts'

/** The times of the chart are the epochs, counted from the first, from 1. */
const timeOf = (at: number): UTCTimestamp => (at + 1) as UTCTimestamp

const fontFamily = () => getComputedStyle(document.body).fontFamily

/** The values of two parties over epochs, a line for each stretch of epochs that was recorded. */
export class EpochCanvas {
  readonly #chart: IChartApi
  readonly #theme: MutationObserver
  #series: ISeriesApi<'Line'>[] = []
  #shown: { lines: EpochLines; scale: (value: number) => string } | undefined

  /** `onPoint` gets the epoch under the pointer, counted from the first; undefined when it has left. */
  constructor(element: HTMLElement, onPoint: (at: number | undefined) => void) {
    this.#chart = createChart(element, {
      autoSize: true,
      ...look(fontFamily()),
      handleScroll: false,
      handleScale: false,
    })
    this.#chart.subscribeCrosshairMove(({ time }) => onPoint(time === undefined ? undefined : Number(time) - 1))
    this.#theme = new MutationObserver(() => {
      this.#chart.applyOptions(look(fontFamily()))
      if (this.#shown) this.show(this.#shown.lines, this.#shown.scale)
    })
    this.#theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  }

  /** `scale` names a value of the price scale, in the words of the table beside it. */
  show(lines: EpochLines, scale: (value: number) => string): void {
    this.#shown = { lines, scale }
    for (const series of this.#series) this.#chart.removeSeries(series)
    const nameOf = (time: unknown): string => groupDigits(String(lines.first + BigInt(Number(time) - 1)))
    this.#chart.applyOptions({ localization: { timeFormatter: nameOf }, timeScale: { tickMarkFormatter: nameOf } })
    const shared = {
      lineWidth: 2,
      priceLineVisible: false,
      lastValueVisible: false,
      pointMarkersVisible: true,
      priceFormat: { type: 'custom', minMove: 1e-4, formatter: scale },
    } as const
    const ruler = this.#chart.addSeries(LineSeries, shared)
    ruler.setData(Array.from({ length: lines.epochs }, (_, at) => ({ time: timeOf(at) })))
    const drawn = lines.sides.flatMap((stretches, place) =>
      stretches.map((points) => {
        const series = this.#chart.addSeries(LineSeries, { ...shared, color: token(colourName(place)) })
        series.setData(points.map(({ at, value }) => ({ time: timeOf(at), value })))
        return series
      }),
    )
    this.#series = [ruler, ...drawn]
    this.#chart.timeScale().fitContent()
  }

  remove(): void {
    this.#theme.disconnect()
    this.#chart.remove()
  }
}
