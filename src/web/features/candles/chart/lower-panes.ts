import {
  createTextWatermark,
  HistogramSeries,
  type IChartApiBase,
  LineStyle,
  type PriceFormat,
  type Time,
} from 'lightweight-charts'
import { BandHatch } from '../../../chart/band-hatch.ts'
import { type ChartTheme, onGround } from '../../../chart/chart-theme.ts'
import { addLine, plainSeries, setRows } from '../../../chart/line-series.ts'
import { amountFormat, choosePriceTransform, priceFormat, type PriceTransform } from '../../../chart/price-transform.ts'
import { findGaps, gapWords } from '../data/candle-rows.ts'
import { isGap, isUp } from '../data/merge-candles.ts'
import { isOverlay, type Study, studyName } from '../indicators/study.ts'
import type { ChartScene } from './chart-scene.ts'
import type { Drawing } from './drawing.ts'
import { drawnValue } from './price-pane.ts'
import { studyBars, studyLines } from './study-lines.ts'

/** Axis labels of an indicator that ranges from 0 to 100. */
const percentFormat: PriceFormat = {
  type: 'custom',
  minMove: 0.1,
  formatter: (value) => value.toFixed(1).replace(/\.0$/, ''),
}

/** Colours of volume and notional bars. Opaque, because overlapping translucent bars would look darker. */
const amountColours = ({ upSoft, downSoft, ground }: ChartTheme) => ({
  up: onGround(upSoft, ground),
  down: onGround(downSoft, ground),
})

/** A pane below the price pane. */
interface LowerPane {
  /** Shows a drawing, of which the rows before `from` are unchanged. */
  set: (drawing: Drawing, from: number, theme: ChartTheme) => void
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
  let transform: PriceTransform | undefined
  return {
    set: ({ scene, extent }, from, theme) => {
      const decimals = scene.positionDecimals + (amount === 'notional' ? scene.decimals : 0)
      const next = choosePriceTransform(0n, extent[amount], decimals, transform)
      const kept = next === transform ? from : 0
      if (next !== transform) series.applyOptions({ priceFormat: amountFormat(next) })
      transform = next
      const look = amountColours(theme)
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
  const lines = (rsi ? [0] : [0, 1]).map(() => addLine(chart, at, true))
  const all = [...(bars ? [bars] : []), ...lines.map(({ series }) => series)]
  const main = lines[0]!.series
  if (rsi) main.applyOptions({ autoscaleInfoProvider: fullScale, priceFormat: percentFormat })
  main.priceScale().applyOptions({ scaleMargins: { top: topMargin, bottom: 0.02 } })
  const guides = (rsi ? rsiGuides : [0]).map((price) =>
    main.createPriceLine({ price, lineWidth: 1, lineStyle: LineStyle.Dotted, axisLabelVisible: false }),
  )
  let transform: PriceTransform | undefined
  return {
    set: (drawing, from, theme) => {
      const { rows, decimals } = drawing.scene
      const format = priceFormat(drawing.transform, Math.min(decimals, 6))
      if (bars && transform !== drawing.transform)
        for (const series of all) series.applyOptions({ priceFormat: format })
      transform = drawing.transform
      for (const guide of guides) guide.applyOptions({ color: theme.cross })
      if (bars) {
        const [valueAt, look] = [studyBars(drawing, study), amountColours(theme)]
        setRows(bars, rows.length, from, (index) => {
          const value = valueAt(index)
          return drawnValue(rows[index]!, value, value < 0 ? look.down : look.up)
        })
      }
      for (const [index, line] of studyLines(drawing, study, theme).entries()) lines[index]?.set(rows, line, from)
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
function panesOf({ notional, studies, volumeUnit, notionalUnit }: ChartScene): PaneKind[] {
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
  const hatch = new BandHatch()
  pane.attachPrimitive(hatch)
  return { hatch, caption: createTextWatermark(pane, { horzAlign: 'left', vertAlign: 'top', lines: [] }) }
}

/** The panes below the price pane, and the captions and no-trade hatches of all panes. */
export function createPaneStack(chart: IChartApiBase<Time>) {
  let lower: { key: string; pane: LowerPane }[] = []
  let marks = [markPane(chart, 0)]

  return {
    /** Rebuilds the panes if their list changed; true when their rows must be set. */
    arrange: (scene: ChartScene): boolean => {
      const wanted = panesOf(scene)
      if (wanted.length === lower.length && wanted.every(({ key }, index) => key === lower[index]?.key)) return false
      for (const { pane } of lower.toReversed()) pane.remove()
      lower = wanted.map(({ key, add }, index) => ({ key, pane: add(chart, index + 1) }))
      for (const [index, pane] of chart.panes().entries()) pane.setStretchFactor(index === 0 ? priceShare : 1)
      marks = [marks[0], ...wanted.map((_, index) => markPane(chart, index + 1))]
      return true
    },
    set: (drawing: Drawing, from: number, theme: ChartTheme): void => {
      for (const { pane } of lower) pane.set(drawing, from, theme)
    },
    clear: (): void => {
      for (const { pane } of lower) pane.clear()
    },
    /** Draws captions and hatches. */
    mark: (scene: ChartScene, theme: ChartTheme): void => {
      const gaps = scene.gaps ? findGaps(scene.rows, scene.length) : []
      const captions = [undefined, ...panesOf(scene).map(({ caption }) => caption)]
      for (const [index, mark] of marks.entries()) {
        mark?.hatch.set(gaps, {
          stroke: theme.hatch,
          text: theme.axis,
          font: theme.font,
          labelOf: index === 0 ? (periods) => ['no trades', gapWords(periods)] : undefined,
        })
        const text = captions[index]
        if (text === undefined) continue
        const line = { text, color: theme.axis, fontSize: 11, fontFamily: theme.font, fontStyle: '' }
        mark?.caption.applyOptions({ lines: [{ text: ' ', fontSize: 5 }, line] })
      }
    },
  }
}
