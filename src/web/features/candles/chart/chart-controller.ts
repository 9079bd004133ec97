import { createChartEx, type IChartApiBase, type Time } from 'lightweight-charts'
import { measureByPointer } from '../measure/measure-pointer.ts'
import { ZonedAxis } from './axis/zoned-time-scale.ts'
import { onThemeChange, readColours, readFont } from './chart-colours.ts'
import { chartOptions, followSize, timeFormatter } from './chart-config.ts'
import type { Scene } from './chart-model.ts'
import { changedFrom, type Drawing, drawingOf } from './drawing.ts'
import { createPaneStack } from './panes/lower-panes.ts'
import { createPricePane } from './panes/price-pane.ts'
import { averageLine } from './panes/study-lines.ts'
import { markedPoints } from './primitives/measure-primitive.ts'
import { readStudies } from './study-readings.ts'
import { createCamera } from './viewport.ts'
import type { View, Visible } from './viewport-store.ts'

/** Delay in ms after the last move of the view, before the VWAP of the range in view is drawn again. */
const debounceMs = 120

/** Creates the chart in an element and keeps `view` in sync with it. */
export function createEngine(element: HTMLElement, view: View) {
  let colours = readColours()
  const axis = new ZonedAxis()
  const chart: IChartApiBase<Time> = createChartEx(element, axis, chartOptions(colours, readFont()))
  axis.scale = chart.timeScale()
  const prices = createPricePane(chart)
  const stack = createPaneStack(chart)

  let scene: Scene | undefined
  let drawing: Drawing | undefined
  const subject = {
    rowsNow: () => scene?.rows ?? [],
    plotNow: () => drawing?.plot,
    lengthNow: () => scene?.length,
    endsLive: () => scene?.endsLive ?? false,
  }
  const camera = createCamera(chart, prices.api, view, subject)
  const stopPointer = measureByPointer(chart, prices.api, view, subject)

  function clear(): void {
    prices.clear()
    stack.clear()
  }

  function setZone({ zone, length }: Scene): void {
    axis.setZone(zone, length)
    chart.applyOptions({ localization: { timeFormatter: timeFormatter(zone, length) } })
    // Tick weights are computed when times are added.
    clear()
  }

  /** Draws all rows, or those that changed since `before`. */
  function drawRows(next: Scene, before: Drawing | undefined): void {
    drawing = drawingOf(next, before)
    if (!drawing) return clear()
    const from = changedFrom(before, drawing)
    prices.set(drawing, from, colours)
    stack.set(drawing, from, colours)
  }

  /** What the VWAP line of the range in view was last drawn from. */
  let averaged: { drawing: Drawing; seen: Visible } | undefined

  function drawAverage(): void {
    const seen = view.visible.get()
    if (!drawing || !seen || seen.rows !== drawing.scene.rows || seen.last < seen.first) return
    const { first, last } = seen
    if (averaged?.drawing === drawing && averaged.seen.first === first && averaged.seen.last === last) return
    averaged = { drawing, seen }
    prices.average(drawing, drawing.scene.rangeVwap ? averageLine(drawing, seen, colours) : undefined, colours)
  }

  const drawMeasure = (): void =>
    prices.mark(markedPoints(scene?.rows ?? [], drawing?.plot, view.measure.get()), colours)

  /** Draws a scene, updating only what changed since the previous one. */
  function show(next: Scene): void {
    const before = scene
    scene = next
    const zoned = before?.zone !== next.zone || before.length !== next.length
    const [replaced, arranged] = [prices.setKind(next.kind), stack.arrange(next)]
    const renewed = zoned || replaced || arranged
    const draw = (): void => {
      if (zoned) setZone(next)
      drawRows(next, renewed ? undefined : drawing)
    }
    if (renewed || before.rows !== next.rows) camera.keeping(before?.rows ?? [], next.rows, draw)
    else draw()
    stack.mark(next, colours)
    drawMeasure()
    prices.scale(next, drawing !== undefined && drawing.plot.anchor !== 0n)
    camera.update()
    drawAverage()
    view.drawn.set(view.drawn.get() + 1)
  }

  const size = followSize(chart, element, prices.fit)

  const stopTheme = onThemeChange(() => {
    colours = readColours()
    chart.applyOptions(chartOptions(colours, readFont()))
    size.again()
    if (!scene) return
    drawRows(scene, undefined)
    stack.mark(scene, colours)
    drawMeasure()
    drawAverage()
  })

  let timer: ReturnType<typeof setTimeout> | undefined
  const stopView = view.visible.subscribe(() => {
    clearTimeout(timer)
    // A framed chart reaches its range while drawing: a line drawn later would cost another frame.
    if (camera.isFramed()) drawAverage()
    else timer = setTimeout(drawAverage, debounceMs)
  })
  const stopMeasure = view.measure.subscribe(drawMeasure)

  return {
    ...camera,
    frame: (from: string | undefined, to: string | undefined) => {
      camera.frame(from, to)
      // Draw in the same frame: there is no drag to wait for.
      drawAverage()
    },
    show,
    /** The current price conversion; undefined before the first trade. */
    plot: () => drawing?.plot,
    /** Indicator readings at a row, in scene order; empty before the first trade. */
    studiesAt: (index: number) => (drawing ? readStudies(drawing, colours, index) : []),
    /** The current chart without the crosshair. */
    screenshot: () => chart.takeScreenshot(true, false),
    remove: () => {
      clearTimeout(timer)
      for (const stop of [stopTheme, stopView, stopMeasure, stopPointer, size.stop]) stop()
      camera.remove()
      chart.remove()
    },
  }
}

export type Engine = ReturnType<typeof createEngine>
