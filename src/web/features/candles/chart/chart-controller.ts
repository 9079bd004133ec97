import { createChartEx, type IChartApiBase, type Time } from 'lightweight-charts'
import { ZonedAxis } from './axis/zoned-time-scale.ts'
import { type Camera, createCamera } from './viewport.ts'
import { alignCompared, type ComparedValues } from '../data/compare-values.ts'
import { chartOptions, followWidth, timeFormatter } from './chart-config.ts'
import { drawnCloses, growsFrom } from './panes/close-series.ts'
import { extend, type Extent } from '../data/extent.ts'
import { type LineSource, overlayLines, readStudies, type StudyReading, studyLines } from './primitives/overlays.ts'
import { measureHand } from '../measure/measure-pointer.ts'
import { markedPoints } from './primitives/measure-primitive.ts'
import { choosePlot, type Plot } from './axis/price-transform.ts'
import { createPaneStack } from './panes/pane-stack.ts'
import { createPricePane } from './panes/price-pane.ts'
import type { PriceRows } from './panes/price-series.ts'
import type { Scene } from './chart-model.ts'
import { createStudyRunner } from '../indicators/indicator-runner.ts'
import { onTheme, readColours, readFont } from './chart-colours.ts'
import type { View } from './viewport-store.ts'

export interface Engine extends Camera {
  /** Draws a scene, updating only what changed since the previous one. */
  show: (scene: Scene) => void
  /** The current price conversion; undefined before the first trade. */
  plot: () => Plot | undefined
  /** Indicator readings at a row, in scene order. */
  studiesAt: (index: number) => StudyReading[]
  /** The current chart without the crosshair. */
  screenshot: () => HTMLCanvasElement
  remove: () => void
}

/** Each single-bar update makes the chart process all bars; beyond this count, setting the full data is cheaper. */
const maxUpdates = 3
const settle = 120

/** Creates the chart in an element and keeps `view` in sync with it. */
export function createEngine(element: HTMLElement, view: View): Engine {
  let colours = readColours()
  const axis = new ZonedAxis()
  const chart: IChartApiBase<Time> = createChartEx(element, axis, chartOptions(colours, readFont()))
  const prices = createPricePane(chart, colours)
  const stack = createPaneStack(chart)

  let scene: Scene | undefined
  let plot: Plot | undefined
  let extent: Extent | undefined
  const drawn = drawnCloses()
  const { closes, levels } = drawn
  let compared: ComparedValues | undefined
  const runner = createStudyRunner(() => {
    lined = undefined
    drawLines()
    view.drawn.set(view.drawn.get() + 1)
  })
  const subject = { rowsNow: () => scene?.rows ?? [], plotNow: () => plot }
  const camera = createCamera(chart, prices.api, view, {
    ...subject,
    lengthNow: () => scene?.length,
    endsLive: () => scene?.endsLive ?? false,
  })
  const hand = measureHand(chart, prices.api, view, subject)

  const source = (): LineSource | undefined =>
    scene && plot && { scene, plot, closes, levels, colours, runner, compared }

  function clear(): void {
    prices.clear()
    stack.clear()
  }

  const priceRows = (next: Scene, price: Plot): PriceRows => ({
    rows: next.rows,
    closes,
    levels,
    plot: price,
    flat: next.flat,
    colours,
  })

  /** True when the price conversion changed and all rows must be redrawn. */
  function measure(next: Scene, from: number): boolean {
    const before = plot
    extent = extend(from > 0 ? extent : undefined, next.rows, from)
    plot = extent && choosePlot(extent.low, extent.high, next.decimals, from > 0 ? before : undefined)
    if (!extent || !plot) return true
    if (plot !== before) prices.format(plot, extent, next.decimals)
    const anew = plot !== before
    return stack.measure(next, extent, plot, from > 0) || anew
  }

  function drawRows(next: Scene, before: Scene | undefined): void {
    const same = before && before.decimals === next.decimals && before.positionDecimals === next.positionDecimals
    const from = same ? growsFrom(before.rows, next.rows) : 0
    const anew = measure(next, from)
    if (!plot) {
      drawn.read(next.rows, choosePlot(0n, 0n, 0), next.rows.length)
      clear()
      return
    }
    const kept = anew ? 0 : from
    drawn.read(next.rows, plot, kept)
    runner.set(next.studies, closes, kept)
    const rows = priceRows(next, plot)
    if (kept > 0 && next.rows.length - kept <= maxUpdates) {
      for (let index = kept; index < next.rows.length; index++) {
        prices.update(rows, index)
        stack.update(next.rows, index)
      }
    } else {
      stack.leave(next.rows)
      prices.set(rows)
      stack.set(next.rows, colours)
    }
  }

  /** Inputs of the last line drawing. */
  let lined: { scene: Scene; plot: Plot; first: number; last: number } | undefined

  function drawLines(): void {
    const from = source()
    const seen = view.visible.get()
    if (!from || !seen || seen.rows !== from.scene.rows || seen.last < seen.first) return
    const next = { scene: from.scene, plot: from.plot, first: seen.first, last: seen.last }
    if (
      lined?.scene === next.scene &&
      lined.plot === next.plot &&
      lined.first === next.first &&
      lined.last === next.last
    )
      return
    lined = next
    const count = from.scene.rows.length
    const { lines, average } = overlayLines(from, seen)
    prices.lines(lines, count)
    prices.average(average)
    stack.lines(from.scene, (study) => studyLines(from, study))
  }

  const drawMeasure = (): void => prices.mark(markedPoints(scene?.rows ?? [], plot, view.measure.get()))

  function show(next: Scene): void {
    const before = scene
    const zoned = !before || before.zone !== next.zone || before.length !== next.length
    if (zoned) {
      axis.become(next.zone, next.length)
      chart.applyOptions({ localization: { timeFormatter: timeFormatter(next.zone, next.length) } })
    }
    scene = next
    const swapped = prices.become(next.kind)
    const arranged = stack.arrange(next)
    const looked =
      before?.flat !== next.flat ||
      swapped ||
      arranged ||
      before.decimals !== next.decimals ||
      before.positionDecimals !== next.positionDecimals
    if (zoned || looked || before.rows !== next.rows) {
      camera.keeping(before?.rows ?? [], next.rows, () => {
        // Tick weights are computed when times are added, so a zone change must clear the old times first.
        if (zoned) clear()
        drawRows(next, zoned || looked ? undefined : before)
      })
      prices.lastPrice(next.rows, plot)
    } else if (before.studies !== next.studies) runner.set(next.studies, closes, closes.length)
    if (!before || before.rows !== next.rows || before.compared !== next.compared)
      compared = next.compared && alignCompared(next.rows, next.compared.candles)
    stack.marks(next, colours)
    drawMeasure()
    prices.scale(next, plot !== undefined && plot.anchor !== 0n)
    camera.look()
    drawLines()
  }

  const fit = followWidth(chart, element, prices.fit)

  const stopTheme = onTheme(() => {
    colours = readColours()
    chart.applyOptions(chartOptions(colours, readFont()))
    fit()
    prices.style(colours)
    lined = undefined
    if (!scene || !plot) return
    prices.set(priceRows(scene, plot))
    stack.set(scene.rows, colours)
    prices.lastPrice(scene.rows, plot)
    stack.marks(scene, colours)
    drawMeasure()
    drawLines()
  })

  let timer: ReturnType<typeof setTimeout> | undefined
  const stopView = view.visible.subscribe(() => {
    clearTimeout(timer)
    // A framed chart reaches its range while drawing: lines drawn later would cost another frame.
    if (camera.isFramed()) drawLines()
    else timer = setTimeout(drawLines, settle)
  })

  const stopMeasure = view.measure.subscribe(drawMeasure)

  return {
    ...camera,
    frame: (from, to) => {
      camera.frame(from, to)
      // Draw in the same frame: there is no drag to wait for.
      drawLines()
    },
    show,
    plot: () => plot,
    studiesAt: (index) => readStudies(source(), extent, index),
    screenshot: () => chart.takeScreenshot(true, false),
    remove: () => {
      clearTimeout(timer)
      stopTheme()
      stopView()
      stopMeasure()
      hand.remove()
      runner.stop()
      camera.remove()
      chart.remove()
    },
  }
}
