import { CrosshairMode, type Logical } from 'lightweight-charts'
import { chartTheme } from '../../../chart/chart-theme.ts'
import { createThemedChart } from '../../../chart/themed-chart.ts'
import { type Caption, chartPicture } from './chart-picture.ts'
import { candleTime, isDaily } from '../data/bar-format.ts'
import { indexAt, isGap, lastTraded } from '../data/merge-candles.ts'
import type { PriceLine } from '../lines/price-lines.ts'
import type { PriceMark } from '../measure/measure.ts'
import { measureByPointer, measuredPoints, nearestMark } from '../measure/measure-overlay.ts'
import type { ChartScene } from './chart-scene.ts'
import { type ChartView, lastInView, type Visible } from './chart-view.ts'
import { axisDigits, changedFrom, type Drawing, drawingOf, redrawn } from './drawing.ts'
import { createPaneStack } from './lower-panes.ts'
import { createPricePane } from './price-pane.ts'
import { averageLine, studyReadings } from './study-lines.ts'
import { createViewport } from './viewport.ts'

/** A point of the window on the chart, in px, and what is there. */
export interface ChartPlace {
  x: number
  y: number
  /** Start of the candle. */
  start: string
  /** A raw price; undefined outside of the price pane. */
  price: string | undefined
  /** The nearest price of the candle; undefined without trades. */
  mark: PriceMark | undefined
}

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
      drawLines()
      drawAverage()
    },
  )
  const { chart } = themed
  const prices = createPricePane(chart, view)
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

  /** The rows whose VWAP is drawn; undefined when it must be drawn again. */
  let averaged: { on: boolean; seen: Visible } | undefined

  function drawRows(next: ChartScene, before: Drawing | undefined): void {
    drawing = redrawn(before, next) ?? drawingOf(next, before)
    if (!drawing) return clear()
    const from = changedFrom(before, drawing)
    if (from === 0) averaged = undefined
    prices.set(drawing, from, theme)
    prices.entries.set(drawing, theme)
    stack.set(drawing, from, theme)
  }

  function drawAverage(): void {
    const seen = view.visible.get()
    if (!drawing || !seen || seen.rows !== drawing.scene.rows || seen.last < seen.first) return
    const { rows, first, last } = seen
    const { rangeVwap: on } = drawing.scene
    const [was, before] = [averaged?.on, averaged?.seen]
    if (was === on && before?.rows === rows && before.first === first && before.last === last) return
    averaged = { on, seen }
    prices.average(drawing, on ? averageLine(drawing, seen, theme) : undefined, theme)
  }

  const drawMeasure = (): void =>
    prices.mark(measuredPoints(scene?.rows ?? [], drawing?.transform, view.measure.get()), theme)

  const digits = (): number => (drawing ? axisDigits(drawing.extent, drawing.decimals) : 0)

  let lines: readonly PriceLine[] = []
  let alertWords = ''
  const drawLines = (): void =>
    prices.ownLines(
      lines.flatMap(({ price, alert }) => {
        if (!drawing) return []
        const value = drawing.transform.toNumber(price)
        const text = drawing.transform.toPrice(value, digits())
        return [{ value, text, alert: alert ? alertWords : undefined }]
      }),
      theme,
    )

  /** The raw price at a height of the window in px; undefined outside of the price pane and below zero. */
  function priceAt(clientY: number): string | undefined {
    const y = clientY - chart.chartElement().getBoundingClientRect().top
    const value = y >= 0 && y <= (chart.panes()[0]?.getHeight() ?? 0) ? prices.api().coordinateToPrice(y) : null
    const raw = value === null ? undefined : drawing?.transform.toRaw(value, digits())
    return raw !== undefined && /^\d+$/.test(raw) ? raw : undefined
  }

  /** What is at a point of the window: the nearest candle, a price, and the candle's price beside it. Undefined on the axis. */
  function placeAt(x: number, y: number): ChartPlace | undefined {
    const { left, top } = chart.chartElement().getBoundingClientRect()
    const logical = x - left > chart.timeScale().width() ? null : chart.timeScale().coordinateToLogical(x - left)
    const rows = scene?.rows ?? []
    // Beside the candles, the nearest one.
    const row = logical === null ? undefined : rows[Math.min(Math.max(Math.round(logical), 0), rows.length - 1)]
    if (!row) return undefined
    const heightOf = (raw: string) => drawing && prices.api().priceToCoordinate(drawing.transform.toNumber(raw))
    return {
      x,
      y,
      start: row.start,
      price: priceAt(y),
      mark: nearestMark(row, y - top, (raw) => heightOf(raw) ?? null),
    }
  }

  /** The place of the crosshair, or of the last candle in view. */
  function placeOfCursor(): ChartPlace | undefined {
    const seen = view.visible.get()
    const rows = scene?.rows ?? []
    const cursor = view.cursor.get()
    const index = cursor === undefined ? lastInView(rows, seen) : indexAt(rows, cursor)
    const [row, level] = [rows[index], lastTraded(rows, index)]
    if (!row || !level || !drawing) return undefined
    const { left, top } = chart.chartElement().getBoundingClientRect()
    const x = chart.timeScale().logicalToCoordinate(index as Logical) ?? 0
    const y = prices.api().priceToCoordinate(drawing.transform.toNumber(level.close)) ?? 0
    const mark = isGap(row) ? undefined : ({ start: row.start, price: 'close' } as const)
    return { x: left + x, y: top + y, start: row.start, price: level.close, mark }
  }

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
    if (before?.magnet !== next.magnet)
      chart.applyOptions({ crosshair: { mode: next.magnet ? CrosshairMode.MagnetOHLC : CrosshairMode.Normal } })
    stack.mark(next, theme)
    drawMeasure()
    drawLines()
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
  const stopCursor = view.cursor.subscribe(() => prices.entries.point(view.cursor.get()))
  chart.subscribeCrosshairMove(({ hoveredObjectId }) => view.mark.set(prices.entries.hover(hoveredObjectId)))
  const stopMeasure = view.measure.subscribe(drawMeasure)

  /** The chart without its crosshair at twice the size of the screen: drawn large for two frames, and shown as it was. */
  async function screenshot(): Promise<HTMLCanvasElement> {
    const { style } = element
    const before = style.cssText
    const zoom = Math.max(1, 2 / (window.devicePixelRatio || 1))
    style.cssText += `;zoom:${zoom};transform:scale(${1 / zoom});transform-origin:0 0;inset:auto;top:0;left:0;width:${100 * zoom}%;height:${100 * zoom}%`
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    try {
      for (let count = 0; count < 3; count++) await frame()
      return chart.takeScreenshot(true, false)
    } finally {
      style.cssText = before
    }
  }

  return {
    ...viewport,
    frame: (from: string | undefined, to: string | undefined) => {
      viewport.frame(from, to)
      // Draw in the same frame: there is no drag to wait for.
      drawAverage()
    },
    show,
    transform: () => drawing?.transform,
    setLines: (next: readonly PriceLine[], words: string) => {
      lines = next
      alertWords = words
      drawLines()
    },
    priceAt,
    maximiseNext: stack.maximiseNext,
    /** The raw price so many of the smallest steps of the axis beside another; never below zero. */
    priceBeside: (price: string, steps: number): string => {
      const next = BigInt(price) + BigInt(steps) * 10n ** BigInt(Math.max(0, (drawing?.decimals ?? 0) - digits()))
      return String(next < 0n ? 0n : next)
    },
    placeAt,
    placeOfCursor,
    /** Indicator readings at a row, in scene order; empty before the first trade. */
    studiesAt: (index: number) => (drawing ? studyReadings(drawing, theme, index) : []),
    /** The chart with its legends and a caption as PNG. Rejects if the browser cannot encode it. */
    picture: async (chart: Element, caption: Caption): Promise<Blob> =>
      chartPicture(await screenshot(), chart, caption),
    remove: () => {
      clearTimeout(timer)
      for (const stop of [stopView, stopCursor, stopMeasure, stopPointer]) stop()
      sizes.disconnect()
      stack.remove()
      viewport.remove()
      themed.remove()
    },
  }
}

export type ChartController = ReturnType<typeof createChartController>
