import { chartTheme } from '../../../chart/chart-theme.ts'
import { createThemedChart } from '../../../chart/themed-chart.ts'
import { candleTime, isDaily } from '../data/bar-format.ts'
import { measureByPointer, measuredPoints } from '../measure/measure-overlay.ts'
import type { ChartScene } from './chart-scene.ts'
import type { ChartView, Visible } from './chart-view.ts'
import { changedFrom, type Drawing, drawingOf } from './drawing.ts'
import { createPaneStack } from './lower-panes.ts'
import { createPricePane } from './price-pane.ts'
import { averageLine, studyReadings } from './study-lines.ts'
import { createViewport } from './viewport.ts'

/** Delay in ms after the last move of the view, before the VWAP of the range in view is drawn again. */
const debounceMs = 120

/** Percent scale label: `+1.25 %`; zero has no sign. */
const percentWords = (value: number): string => {
  const text = Math.abs(value).toFixed(2)
  const sign = /[1-9]/.test(text) ? (value < 0 ? '\u2212' : '+') : ''
  return `${sign}${text}\u00a0%`
}

export function createChartController(element: HTMLElement, view: ChartView) {
  let theme = chartTheme()
  const themed = createThemedChart(
    element,
    {
      timeScale: { rightOffset: 5, barSpacing: 8 },
      localization: { percentageFormatter: percentWords },
    },
    (next) => {
      theme = next
      fit()
      if (!scene) return
      drawRows(scene, undefined)
      stack.mark(scene, theme)
      drawMeasure()
      drawAverage()
    },
  )
  const { chart } = themed
  const prices = createPricePane(chart)
  const stack = createPaneStack(chart, view.panes)

  let scene: ChartScene | undefined
  let drawing: Drawing | undefined
  const current = () => ({ scene, transform: drawing?.transform })
  const viewport = createViewport(chart, prices.api, view, current)
  chart.subscribeDblClick(({ paneIndex }) => {
    if (paneIndex !== undefined && view.measure.get().phase === 'off') stack.maximise(paneIndex)
  })
  const stopPointer = measureByPointer(chart, prices.api, view, current)

  function fit(): void {
    const { clientWidth: width } = element
    stack.fit()
    prices.fit(stack.priceHeight())
    // All loadable candles must fit in view on any screen, and a range of one candle must have no other beside it.
    const across = Math.max(width, 200)
    chart.timeScale().applyOptions({ minBarSpacing: across / 12_000, maxBarSpacing: across })
  }

  function clear(): void {
    prices.clear()
    stack.clear()
  }

  function setTimes({ format: { zone, length } }: ChartScene): void {
    // Candles shorter than a minute, and blocks, need seconds.
    const precision = length === undefined || length < 60_000_000_000n ? 'second' : 'minute'
    const label = (ns: bigint): string => candleTime(ns, { zone, length }, { precision, name: false })
    themed.setTimes({ zone, daily: isDaily({ zone, length }), label })
    clear()
  }

  function drawRows(next: ChartScene, before: Drawing | undefined): void {
    drawing = drawingOf(next, before)
    if (!drawing) return clear()
    const from = changedFrom(before, drawing)
    prices.set(drawing, from, theme)
    stack.set(drawing, from, theme)
  }

  let averaged: { drawing: Drawing; seen: Visible } | undefined

  function drawAverage(): void {
    const seen = view.visible.get()
    if (!drawing || !seen || seen.rows !== drawing.scene.rows || seen.last < seen.first) return
    const { first, last } = seen
    if (averaged?.drawing === drawing && averaged.seen.first === first && averaged.seen.last === last) return
    averaged = { drawing, seen }
    prices.average(drawing, drawing.scene.rangeVwap ? averageLine(drawing, seen, theme) : undefined, theme)
  }

  const drawMeasure = (): void =>
    prices.mark(measuredPoints(scene?.rows ?? [], drawing?.transform, view.measure.get()), theme)

  function show(next: ChartScene): void {
    const before = scene
    scene = next
    const zoned = before?.format.zone !== next.format.zone || before.format.length !== next.format.length
    const [replaced, arranged] = [prices.setKind(next.kind), stack.arrange(next)]
    const renewed = zoned || replaced || arranged
    if (arranged) fit()
    const draw = (): void => {
      if (zoned) setTimes(next)
      drawRows(next, renewed ? undefined : drawing)
    }
    if (renewed || before.rows !== next.rows) viewport.keeping(before?.rows ?? [], next.rows, draw)
    else draw()
    stack.mark(next, theme)
    drawMeasure()
    prices.scale(next, drawing !== undefined && drawing.transform.anchor !== 0n)
    viewport.update()
    drawAverage()
    view.drawn.set(view.drawn.get() + 1)
  }

  const sizes = new ResizeObserver(fit)
  sizes.observe(element)
  fit()

  let timer: ReturnType<typeof setTimeout> | undefined
  const stopView = view.visible.subscribe(() => {
    clearTimeout(timer)
    // A framed chart reaches its range while drawing: a line drawn later would cost another frame.
    if (viewport.isFramed()) drawAverage()
    else timer = setTimeout(drawAverage, debounceMs)
  })
  const stopMeasure = view.measure.subscribe(drawMeasure)

  return {
    ...viewport,
    frame: (from: string | undefined, to: string | undefined) => {
      viewport.frame(from, to)
      // Draw in the same frame: there is no drag to wait for.
      drawAverage()
    },
    show,
    transform: () => drawing?.transform,
    /** Indicator readings at a row, in scene order; empty before the first trade. */
    studiesAt: (index: number) => (drawing ? studyReadings(drawing, theme, index) : []),
    screenshot: () => chart.takeScreenshot(true, false),
    remove: () => {
      clearTimeout(timer)
      for (const stop of [stopView, stopMeasure, stopPointer]) stop()
      sizes.disconnect()
      stack.remove()
      viewport.remove()
      themed.remove()
    },
  }
}

export type ChartController = ReturnType<typeof createChartController>
