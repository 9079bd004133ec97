import { createChartEx, type IChartApiBase, type Time } from 'lightweight-charts'
import { ZonedAxis } from './axis.ts'
import { type Camera, createCamera } from './camera.ts'
import { alignCompared, type ComparedValues } from './compare-values.ts'
import { chartOptions, smallestSpacing, timeFormatter } from './engine-options.ts'
import { extend, type Extent, shownDigits } from './extent.ts'
import { addAmountPane, addStudyPane, type Dress, dressPane, type LowerPane, lowerPanes } from './lower-pane.ts'
import { indexAt, isGap } from './merge.ts'
import { type LineSource, overlayLines, readStudy, type StudyReading, studyLines } from './overlay-lines.ts'
import { measureHand } from './measure-hand.ts'
import { markedPrice, measuredOf } from './measure.ts'
import { choosePlot, type Plot } from './plot.ts'
import { createPricePane } from './price-pane.ts'
import type { PriceRows } from './price-series.ts'
import { findGaps, type Row } from './rows.ts'
import type { Scene } from './scene.ts'
import { createStudyRunner } from './study-runner.ts'
import { onTheme, readColours, readFont } from './theme.ts'
import type { View } from './view.ts'

export interface Engine extends Camera {
  /** Draws a scene; only what differs from the last one is touched. */
  show: (scene: Scene) => void
  /** How prices are drawn now; undefined before the first trade. */
  plot: () => Plot | undefined
  /** What the indicators say at a row, in the order of the scene. */
  studiesAt: (index: number) => StudyReading[]
  /** The chart as it is, without the crosshair. */
  screenshot: () => HTMLCanvasElement
  remove: () => void
}

/** Updating bar by bar costs the chart a pass over all bars each; beyond this it takes them anew. */
const mostUpdates = 3
const settle = 120

/** Index of the first row that is not the very same object as before. */
function firstChange(before: readonly Row[], rows: readonly Row[]): number {
  const length = Math.min(before.length, rows.length)
  let index = 0
  while (index < length && before[index] === rows[index]) index++
  return index
}

interface Shown {
  key: string
  pane: LowerPane
}

/** Makes the chart inside an element and keeps `view` in step with it. */
export function createEngine(element: HTMLElement, view: View): Engine {
  let colours = readColours()
  const axis = new ZonedAxis()
  const chart: IChartApiBase<Time> = createChartEx(element, axis, chartOptions(colours, readFont()))
  const prices = createPricePane(chart, colours)
  let lower: Shown[] = []
  let dresses: Dress[] = [dressPane(chart, 0)].filter((dress) => dress !== undefined)

  let scene: Scene | undefined
  let plot: Plot | undefined
  let extent: Extent | undefined
  const closes: number[] = []
  const levels: number[] = []
  let compared: ComparedValues | undefined
  const runner = createStudyRunner(() => {
    drawLines()
    view.drawn.set(view.drawn.get() + 1)
  })
  const camera = createCamera(chart, prices.api, view, {
    rowsNow: () => scene?.rows ?? [],
    plotNow: () => plot,
    endsLive: () => scene?.endsLive ?? false,
  })
  const hand = measureHand(chart, prices.api, view, {
    rowsNow: () => scene?.rows ?? [],
    plotNow: () => plot,
  })

  const source = (): LineSource | undefined =>
    scene && plot && { scene, plot, closes, levels, colours, runner, compared }

  function clear(): void {
    prices.clear()
    for (const { pane } of lower) pane.clear()
  }

  /** Reads drawn closes from a row on. */
  function readCloses(rows: readonly Row[], price: Plot, from: number): void {
    closes.length = from
    levels.length = from
    for (let index = from; index < rows.length; index++) {
      const row = rows[index]!
      const close = isGap(row) ? Number.NaN : price.toNumber(row.close)
      closes.push(close)
      levels.push(Number.isNaN(close) ? (levels[index - 1] ?? Number.NaN) : close)
    }
  }

  const priceRows = (next: Scene, price: Plot): PriceRows => ({
    rows: next.rows,
    closes,
    levels,
    plot: price,
    flat: next.flat,
    colours,
  })

  /** True when the way of drawing changed and every row must be drawn anew. */
  function measure(next: Scene, from: number): boolean {
    const before = plot
    extent = extend(from > 0 ? extent : undefined, next.rows, from)
    plot = extent && choosePlot(extent.low, extent.high, next.decimals, from > 0 ? before : undefined)
    if (!extent || !plot) return true
    if (plot !== before) prices.format(plot, extent, next.decimals)
    let anew = plot !== before
    for (const { pane } of lower) if (pane.measure(next, extent, plot, from > 0)) anew = true
    return anew
  }

  function drawRows(next: Scene, before: Scene | undefined): void {
    const change =
      before && before.decimals === next.decimals && before.positionDecimals === next.positionDecimals
        ? firstChange(before.rows, next.rows)
        : 0
    const grows =
      change > 0 && before !== undefined && change >= before.rows.length - 1 && next.rows.length >= before.rows.length
    const from = grows ? change : 0
    const anew = measure(next, from)
    if (!plot) {
      readCloses(next.rows, choosePlot(0n, 0n, 0), next.rows.length)
      clear()
      return
    }
    const kept = grows && !anew ? from : 0
    readCloses(next.rows, plot, kept)
    runner.set(next.studies, closes, kept)
    const rows = priceRows(next, plot)
    if (kept > 0 && next.rows.length - change <= mostUpdates) {
      for (let index = change; index < next.rows.length; index++) {
        prices.update(rows, index)
        for (const { pane } of lower) pane.update(next.rows[index]!, colours)
      }
    } else {
      // What holds a single time is emptied first: it must not keep times alive that are gone.
      for (const { pane } of lower) pane.clear()
      prices.set(rows)
      for (const { pane } of lower) pane.set(next.rows, colours)
    }
  }

  /** Takes the panes below anew when their list changed; true when they must be given rows. */
  function arrangePanes(next: Scene): boolean {
    const wanted = lowerPanes(next)
    if (wanted.length === lower.length && wanted.every(({ key }, index) => key === lower[index]?.key)) return false
    for (const { pane } of lower.toReversed()) pane.remove()
    lower = wanted.map(({ key, study }, index) => ({
      key,
      pane: study
        ? addStudyPane(chart, study, index + 1)
        : addAmountPane(chart, key === 'notional' ? 'notional' : 'volume', index + 1),
    }))
    for (const [index, pane] of chart.panes().entries()) pane.setStretchFactor(index === 0 ? 4 : 1)
    dresses = [...dresses.slice(0, 1), ...wanted.map((_, index) => dressPane(chart, index + 1))].filter(
      (dress) => dress !== undefined,
    )
    return true
  }

  function drawLines(): void {
    const from = source()
    const seen = view.visible.get()
    if (!from || !seen || seen.rows !== from.scene.rows || seen.last < seen.first) return
    const count = from.scene.rows.length
    const { lines, average } = overlayLines(from, seen)
    prices.lines(lines, count)
    prices.average(average)
    for (const [index, { study }] of lowerPanes(from.scene).entries()) {
      if (study) lower[index]?.pane.lines(studyLines(from, study), count)
    }
  }

  function drawMarks(next: Scene): void {
    const gaps = next.gaps ? findGaps(next.rows, next.length) : []
    const font = readFont()
    const captions = ['', ...lowerPanes(next).map(({ caption }) => caption(next))]
    for (const [index, { hatch, caption }] of dresses.entries()) {
      hatch.set(gaps, { stroke: colours.hatch, text: colours.axis, font, words: index === 0 })
      caption(captions[index] ?? '', colours.axis, font)
    }
  }

  function drawMeasure(): void {
    const rows = scene?.rows ?? []
    const measured = measuredOf(view.measure.get())
    const marks = [measured?.from, measured?.to].filter((mark) => mark !== undefined)
    const price = plot
    const points = marks.flatMap((mark) => {
      const raw = markedPrice(rows, mark)
      return price && raw !== undefined ? [{ index: indexAt(rows, mark.start), value: price.toNumber(raw) }] : []
    })
    prices.mark(points)
  }

  function show(next: Scene): void {
    const before = scene
    const zoned = !before || before.zone !== next.zone || before.length !== next.length
    if (zoned) {
      const seconds = next.length === undefined || next.length < 60_000_000_000n
      axis.setZone(next.zone)
      axis.daily = next.length !== undefined && next.length >= 86_400_000_000_000n
      chart.applyOptions({ localization: { timeFormatter: timeFormatter(next.zone, seconds ? 'second' : 'minute') } })
    }
    scene = next
    const swapped = prices.become(next.kind)
    const arranged = arrangePanes(next)
    const looked =
      before?.flat !== next.flat ||
      swapped ||
      arranged ||
      before.decimals !== next.decimals ||
      before.positionDecimals !== next.positionDecimals
    if (zoned || looked || before.rows !== next.rows) {
      camera.keeping(before?.rows ?? [], next.rows, () => {
        // Weights of marks are counted when times arrive: for another zone there must be no old ones.
        if (zoned) clear()
        drawRows(next, zoned || looked ? undefined : before)
      })
      prices.lastPrice(next.rows, plot)
    } else if (before.studies !== next.studies) runner.set(next.studies, closes, closes.length)
    if (!before || before.rows !== next.rows || before.compared !== next.compared)
      compared = next.compared && alignCompared(next.rows, next.compared.candles)
    drawMarks(next)
    drawMeasure()
    prices.scale(next, plot !== undefined && plot.anchor !== 0n)
    camera.look()
    drawLines()
  }

  const onWidth = (width: number): void => {
    prices.fit(width)
    // However small the screen, all bars that may be loaded can be seen at once.
    chart.timeScale().applyOptions({ minBarSpacing: smallestSpacing(width) })
  }
  onWidth(element.clientWidth)
  chart.timeScale().subscribeSizeChange(onWidth)

  const stopTheme = onTheme(() => {
    colours = readColours()
    chart.applyOptions(chartOptions(colours, readFont()))
    onWidth(element.clientWidth)
    prices.style(colours)
    if (!scene || !plot) return
    prices.set(priceRows(scene, plot))
    for (const { pane } of lower) pane.set(scene.rows, colours)
    prices.lastPrice(scene.rows, plot)
    drawMarks(scene)
    drawMeasure()
    drawLines()
  })

  let timer: ReturnType<typeof setTimeout> | undefined
  const stopView = view.visible.subscribe(() => {
    clearTimeout(timer)
    timer = setTimeout(drawLines, settle)
  })

  const stopMeasure = view.measure.subscribe(drawMeasure)

  return {
    ...camera,
    show,
    plot: () => plot,
    studiesAt: (index) => {
      const from = source()
      const digits = extent && scene ? shownDigits(extent, scene.decimals) : 0
      return from ? from.scene.studies.map((study) => readStudy(from, study, index, digits)) : []
    },
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
