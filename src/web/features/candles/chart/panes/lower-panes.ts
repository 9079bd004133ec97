import { createTextWatermark, HistogramSeries, type IChartApiBase, LineStyle, type Time } from 'lightweight-charts'
import { choosePlot, type Plot } from '../axis/price-transform.ts'
import { type ChartColours, readFont } from '../chart-colours.ts'
import { percentFormat, priceFormat, volumeFormat } from '../chart-config.ts'
import type { Scene } from '../chart-model.ts'
import type { Drawing } from '../drawing.ts'
import { findGaps } from '../../data/fill-gaps.ts'
import { isGap } from '../../data/merge-candles.ts'
import { isOverlay, type Study, studyName } from '../../indicators/indicator-spec.ts'
import { GapHatch } from '../primitives/no-trade-hatch.ts'
import { addGapLine } from './gap-line.ts'
import { amountColours, drawnValue, isUp, plainSeries, setRows } from './series-data.ts'
import { studyBars, studyLines } from './study-lines.ts'

/** A pane below the price pane. */
interface LowerPane {
  /** Shows a drawing, of which the rows before `from` are unchanged. */
  set: (drawing: Drawing, from: number, colours: ChartColours) => void
  clear: () => void
  remove: () => void
}

const topMargin = 0.28

/** Height of the price pane, as a multiple of the others: with volume alone, it has seven eighths. */
const priceShare = 7

/** Adds a bar series. Not conflated, unlike prices: of bars that share a pixel, the tallest stays visible. */
const addBars = (chart: IChartApiBase<Time>, at: number) =>
  chart.addSeries(HistogramSeries, { ...plainSeries, conflationThresholdFactor: Number.MIN_VALUE }, at)

function addAmountPane(chart: IChartApiBase<Time>, amount: 'volume' | 'notional', at: number): LowerPane {
  const series = addBars(chart, at)
  series.priceScale().applyOptions({ scaleMargins: { top: topMargin, bottom: 0 } })
  let plot: Plot | undefined
  return {
    set: ({ scene, extent }, from, colours) => {
      const decimals = scene.positionDecimals + (amount === 'notional' ? scene.decimals : 0)
      const next = choosePlot(0n, extent[amount], decimals, plot)
      const kept = next === plot ? from : 0
      if (next !== plot) series.applyOptions({ priceFormat: volumeFormat(next) })
      plot = next
      const look = amountColours(colours)
      setRows(series, scene.rows.length, kept, (index) => {
        const row = scene.rows[index]!
        const value = isGap(row) ? Number.NaN : next.toNumber(row[amount])
        return drawnValue(row, value, isUp(row) ? look.up : look.down)
      })
    },
    clear: () => series.setData([]),
    remove: () => chart.removeSeries(series),
  }
}

/** Conventional RSI thresholds, drawn as guide lines. */
const rsiGuides = [30, 70]
const fullScale = () => ({ priceRange: { minValue: 0, maxValue: 100 } })

/** An indicator with its own scale. */
function addStudyPane(chart: IChartApiBase<Time>, study: Study, at: number): LowerPane {
  const rsi = study.kind === 'rsi'
  const bars = rsi ? undefined : addBars(chart, at)
  const lines = (rsi ? [0] : [0, 1]).map(() => addGapLine(chart, at, true))
  const all = [...(bars ? [bars] : []), ...lines.map(({ series }) => series)]
  const main = lines[0]!.series
  if (rsi) main.applyOptions({ autoscaleInfoProvider: fullScale, priceFormat: percentFormat })
  main.priceScale().applyOptions({ scaleMargins: { top: topMargin, bottom: 0.02 } })
  const guides = (rsi ? rsiGuides : [0]).map((price) =>
    main.createPriceLine({ price, lineWidth: 1, lineStyle: LineStyle.Dotted, axisLabelVisible: false }),
  )
  let plot: Plot | undefined
  return {
    set: (drawing, from, colours) => {
      const { rows, decimals } = drawing.scene
      const format = priceFormat(drawing.plot, Math.min(decimals, 6))
      if (bars && plot !== drawing.plot) for (const series of all) series.applyOptions({ priceFormat: format })
      plot = drawing.plot
      for (const guide of guides) guide.applyOptions({ color: colours.cross })
      if (bars) {
        const [valueAt, look] = [studyBars(drawing, study), amountColours(colours)]
        setRows(bars, rows.length, from, (index) => {
          const value = valueAt(index)
          return drawnValue(rows[index]!, value, value < 0 ? look.down : look.up)
        })
      }
      for (const [index, line] of studyLines(drawing, study, colours).entries()) lines[index]?.set(rows, line, from)
    },
    clear: () => {
      for (const series of all) series.setData([])
    },
    remove: () => {
      for (const series of all) chart.removeSeries(series)
    },
  }
}

interface PaneKind {
  key: string
  caption: string
  add: (chart: IChartApiBase<Time>, at: number) => LowerPane
}

/** The panes below the price pane, from top to bottom. */
function panesOf({ notional, studies, volumeUnit, notionalUnit }: Scene): PaneKind[] {
  const amountPane = (key: 'volume' | 'notional', caption: string): PaneKind => ({
    key,
    caption,
    add: (chart, at) => addAmountPane(chart, key, at),
  })
  const studyPane = (study: Study): PaneKind => ({
    key: studyName(study),
    caption: studyName(study),
    add: (chart, at) => addStudyPane(chart, study, at),
  })
  return [
    amountPane('volume', `Volume${volumeUnit}`),
    ...(notional ? [amountPane('notional', `Notional${notionalUnit}`)] : []),
    ...studies.filter((study) => !isOverlay(study)).map(studyPane),
  ]
}

/** Adds hatch and caption to a pane, given its index from the top. */
function markPane(chart: IChartApiBase<Time>, at: number) {
  const pane = chart.panes()[at]
  if (!pane) return undefined
  const hatch = new GapHatch()
  pane.attachPrimitive(hatch)
  return { hatch, caption: createTextWatermark(pane, { horzAlign: 'left', vertAlign: 'top', lines: [] }) }
}

/** The panes below the price pane, and the captions and no-trade hatches of all panes. */
export function createPaneStack(chart: IChartApiBase<Time>) {
  let lower: { key: string; pane: LowerPane }[] = []
  let marks = [markPane(chart, 0)]

  return {
    /** Rebuilds the panes if their list changed; true when their rows must be set. */
    arrange: (scene: Scene): boolean => {
      const wanted = panesOf(scene)
      if (wanted.length === lower.length && wanted.every(({ key }, index) => key === lower[index]?.key)) return false
      for (const { pane } of lower.toReversed()) pane.remove()
      lower = wanted.map(({ key, add }, index) => ({ key, pane: add(chart, index + 1) }))
      for (const [index, pane] of chart.panes().entries()) pane.setStretchFactor(index === 0 ? priceShare : 1)
      marks = [marks[0], ...wanted.map((_, index) => markPane(chart, index + 1))]
      return true
    },
    set: (drawing: Drawing, from: number, colours: ChartColours): void => {
      for (const { pane } of lower) pane.set(drawing, from, colours)
    },
    clear: (): void => {
      for (const { pane } of lower) pane.clear()
    },
    /** Draws captions and hatches. */
    mark: (scene: Scene, colours: ChartColours): void => {
      const gaps = scene.gaps ? findGaps(scene.rows, scene.length) : []
      const fontFamily = readFont()
      const captions = [undefined, ...panesOf(scene).map(({ caption }) => caption)]
      for (const [index, mark] of marks.entries()) {
        mark?.hatch.set(gaps, { stroke: colours.hatch, text: colours.axis, font: fontFamily, labelled: index === 0 })
        const text = captions[index]
        if (text === undefined) continue
        const line = { text, color: colours.axis, fontSize: 11, fontFamily, fontStyle: '' }
        mark?.caption.applyOptions({ lines: [{ text: ' ', fontSize: 5 }, line] })
      }
    },
  }
}
