import {
  HistogramSeries,
  type IChartApiBase,
  type ISeriesApi,
  LineStyle,
  type PriceFormat,
  type SeriesType,
  type Time,
} from 'lightweight-charts'
import { BandHatch } from '../../../chart/band-hatch.ts'
import { type ChartTheme, onGround } from '../../../chart/chart-theme.ts'
import { amountFormat, choosePriceTransform, priceFormat, type PriceTransform } from '../../../chart/price-transform.ts'
import { addLines, LineOverlay, plainSeries, setRows, timeOf } from '../../../chart/series-overlay.ts'
import { plural } from '../../../format/words.ts'
import { findGaps } from '../data/candle-rows.ts'
import { isGap, isUp } from '../data/merge-candles.ts'
import { isOverlay, type Study, studyName, writeStudy } from '../indicators/study.ts'
import type { ChartScene } from './chart-scene.ts'
import { type ChartView, nextPane, type PaneBox, paneHeights } from './chart-view.ts'
import { type Drawing, larger } from './drawing.ts'
import { drawnValue } from './price-pane.ts'
import { shownStudies, studyBars, studyLines } from './study-lines.ts'

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

interface LowerPane {
  /** Shows a drawing, of which the rows before `from` are unchanged. */
  set: (drawing: Drawing, from: number, theme: ChartTheme) => void
  clear: () => void
  remove: () => void
}

type Chart = IChartApiBase<Time>

const topMargin = 0.28

/** A pane of these series; the first one's scale has `bottom` as its margin. */
function paneOf(
  chart: Chart,
  all: readonly ISeriesApi<SeriesType>[],
  bottom: number,
  set: LowerPane['set'],
): LowerPane {
  all[0]?.priceScale().applyOptions({ scaleMargins: { top: topMargin, bottom } })
  return {
    set,
    clear: () => {
      for (const series of all) series.setData([])
    },
    remove: () => {
      for (const series of all) chart.removeSeries(series)
    },
  }
}

/** A dotted line across a pane, which has no label at the axis. */
const addGuide = (series: ISeriesApi<SeriesType>, price: number) =>
  series.createPriceLine({ price, lineWidth: 1, lineStyle: LineStyle.Dotted, axisLabelVisible: false })

/** Adds a bar series. Not conflated, unlike prices: of bars that share a pixel, the tallest stays visible. */
const addBars = (chart: Chart, at: number) =>
  chart.addSeries(HistogramSeries, { ...plainSeries, conflationThresholdFactor: Number.MIN_VALUE }, at)

function addAmountPane(chart: Chart, amount: 'volume' | 'notional', at: number, averages: readonly Study[]): LowerPane {
  const series = addBars(chart, at)
  const lines = new LineOverlay()
  series.attachPrimitive(lines)
  let transform: PriceTransform | undefined
  return paneOf(chart, [series], 0, (drawing, from, theme) => {
    const { scene, decimals, extent, volumes } = drawing
    const places = (scene.format.positionDecimals ?? 0) + (amount === 'notional' ? decimals : 0)
    const next = choosePriceTransform(0n, extent[amount], places, transform)
    const changed = next === transform ? from : 0
    if (next !== transform) series.applyOptions({ priceFormat: amountFormat(next) })
    transform = next
    const look = amountColours(theme)
    setRows(series, scene.rows.length, changed, (index) => {
      const row = scene.rows[index]!
      const value = isGap(row) ? Number.NaN : next.toNumber(row[amount])
      return drawnValue(row, value, isUp(row) ? look.up : look.down)
    })
    const drawn = averages.map((study, index) => {
      const key = writeStudy(study)
      const means = [...volumes].find(([one]) => writeStudy(one) === key)?.[1]
      const at = (row: number): number => {
        const mean = means?.[row]
        return mean === undefined ? Number.NaN : next.toNumber(String(mean))
      }
      return { key, at, color: index % 2 === 0 ? theme.study : theme.otherStudy, width: 1.5, scales: true }
    })
    lines.set(scene.rows.length, drawn, changed)
  })
}

/** Conventional RSI thresholds, drawn as guide lines. */
const rsiGuides = [30, 70]
const fullScale = () => ({ priceRange: { minValue: 0, maxValue: 100 } })

function addStudyPane(chart: Chart, study: Study, at: number): LowerPane {
  const rsi = study.kind === 'rsi'
  const bars = study.kind === 'macd' ? addBars(chart, at) : undefined
  const { series, lines } = addLines(chart, at)
  const all = [series, ...(bars ? [bars] : [])]
  if (rsi) series.applyOptions({ autoscaleInfoProvider: fullScale, priceFormat: percentFormat })
  const guides = (rsi ? rsiGuides : bars ? [0] : []).map((price) => addGuide(series, price))
  let transform: PriceTransform | undefined
  return paneOf(chart, all, 0.02, (drawing, from, theme) => {
    const { rows } = drawing.scene
    const format = priceFormat(drawing.transform, Math.min(drawing.decimals, 6))
    if (!rsi && transform !== drawing.transform) for (const one of all) one.applyOptions({ priceFormat: format })
    transform = drawing.transform
    for (const guide of guides) guide.applyOptions({ color: theme.cross })
    if (bars) {
      const [valueAt, look] = [studyBars(drawing, study), amountColours(theme)]
      setRows(bars, rows.length, from, (index) => {
        const value = valueAt(index)
        return drawnValue(rows[index]!, value, value < 0 ? look.down : look.up)
      })
    }
    const drawn = studyLines(drawing, study, theme)
    // The axis has a scale before there are values.
    setRows(series, rows.length, from, (index) => drawnValue(rows[index]!, drawn[0]!.at(index) || 0))
    lines.set(rows.length, drawn, from)
  })
}

/** The balance of the margin account: what it held at the end of each bar, as an exact step line from zero. */
function addBalancePane(chart: Chart, at: number): LowerPane {
  const { series: scale, lines } = addLines(chart, at)
  const zero = addGuide(scale, 0)
  let transform: PriceTransform | undefined
  let values: readonly number[] = []
  let shown: ChartScene | undefined
  return paneOf(chart, [scale], 0.06, ({ scene }, from, theme) => {
    const { rows, ledger } = scene
    if (from === 0 || shown?.rows !== rows || shown.ledger !== ledger) {
      const held = rows.map(({ start }) => ledger?.bars.get(start)?.balance)
      const decimals = ledger?.decimals ?? 0
      // One whole unit at least: an empty account has a scale too.
      const highest = held.reduce<string>((most, one) => larger(one ?? most, most), `1${'0'.repeat(decimals)}`)
      const next = choosePriceTransform(0n, BigInt(highest), decimals, transform)
      if (next !== transform) scale.applyOptions({ priceFormat: amountFormat(next) })
      transform = next
      values = held.map((one) => (one === undefined ? Number.NaN : next.toNumber(one)))
      // A series without a value has no scale.
      scale.setData([{ time: timeOf(rows.at(-1)!.start), value: 0 }])
    }
    shown = scene
    zero.applyOptions({ color: theme.cross })
    const drawn = { at: (index: number) => values[index] ?? Number.NaN, base: 0, steps: true, scales: true }
    lines.set(rows.length, [{ ...drawn, key: 'balance', color: theme.balance, fill: `${theme.balance}14`, width: 1.5 }])
  })
}

interface PaneKind extends Pick<PaneBox, 'key' | 'name' | 'unit'> {
  /** What else is drawn in it. */
  lines?: string
  add: (chart: Chart, at: number) => LowerPane
}

function panesOf(scene: ChartScene): PaneKind[] {
  const { notional, ledger, format } = scene
  const studies = shownStudies(scene)
  const volumes = studies.filter(({ kind }) => kind === 'volume')
  const amount = (key: 'volume' | 'notional', name: string, unit: string | undefined): PaneKind => ({
    key,
    name,
    unit,
    lines: key === 'volume' ? volumes.map(writeStudy).join() : '',
    add: (chart, at) => addAmountPane(chart, key, at, key === 'volume' ? volumes : []),
  })
  return [
    amount('volume', 'Volume', format.base),
    ...(notional ? [amount('notional', 'Notional', format.quote)] : []),
    ...(ledger ? [{ key: 'balance', name: 'Margin account', unit: ledger.unit, add: addBalancePane }] : []),
    ...studies
      .filter((study) => !isOverlay(study) && study.kind !== 'volume')
      .map((study): PaneKind => {
        const name = studyName(study)
        return { key: name, name, add: (chart, at) => addStudyPane(chart, study, at) }
      }),
  ]
}

function markPane(chart: Chart, at: number) {
  const pane = chart.panes()[at]
  if (!pane) return undefined
  const hatch = new BandHatch()
  pane.attachPrimitive(hatch)
  return hatch
}

/** The panes below the price pane, the no-trade hatches of all panes, and where they are, in `panes`. */
export function createPaneStack(chart: Chart, panes: ChartView['panes']) {
  let lower: (PaneKind & { pane: LowerPane })[] = []
  let marks = [markPane(chart, 0)]
  let maximised: number | undefined
  let heights: number[] = []

  function setHeights(): void {
    const height = chart.chartElement().clientHeight - chart.timeScale().height()
    heights = paneHeights(Math.max(height, 1), lower.length, maximised)
    for (const [index, pane] of chart.panes().entries()) pane.setStretchFactor(heights[index] ?? 1)
  }

  const elements = () => chart.panes().map((pane) => pane.getHTMLElement())
  function report(): void {
    const { top } = chart.chartElement().getBoundingClientRect()
    const boxes = elements().flatMap((element, index): PaneBox[] => {
      const [box, kind] = [element?.getBoundingClientRect(), lower[index - 1]]
      if (!box || (index > 0 && !kind)) return []
      const { key = 'price', name = '', unit } = kind ?? {}
      return [{ key, name, unit, top: Math.round(box.top - top), height: Math.round(box.height) }]
    })
    if (JSON.stringify(panes.get()) !== JSON.stringify(boxes)) panes.set(boxes)
  }
  const sizes = new ResizeObserver(report)
  let frame = 0
  /** The chart makes the elements of new panes in its next frame. */
  function observe(): void {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => {
      if (elements().includes(null)) return observe()
      sizes.disconnect()
      for (const element of elements()) if (element) sizes.observe(element)
      report()
    })
  }
  observe()

  return {
    /** Shares the height of the panes, unless the reader has moved a border. */
    fit: (): void => {
      if (chart.panes().every((pane, index) => pane.getStretchFactor() === heights[index])) setHeights()
    },
    /** Of the price pane in px, as it was shared. */
    priceHeight: (): number => heights[0] ?? 0,
    /** Gives a pane all of the height, or shares it again. */
    maximise: (index: number): void => {
      maximised = maximised === index ? undefined : index
      setHeights()
    },
    /** Gives the next pane all of the height, or the one before; after the last of them, the height is shared again. */
    maximiseNext: (by: 1 | -1): void => {
      maximised = nextPane(maximised, by, lower.length)
      setHeights()
    },
    /** Rebuilds the panes if their list changed; true when their rows must be set. */
    arrange: (scene: ChartScene): boolean => {
      const next = panesOf(scene)
      const isSame = (a: PaneKind, b: PaneKind | undefined): boolean => a.key === b?.key && a.lines === b.lines
      if (next.length === lower.length && next.every((kind, index) => isSame(kind, lower[index]))) {
        const isNamed = next.every(({ unit }, index) => unit === lower[index]?.unit)
        // Another unit changes the legend, and nothing that is drawn.
        lower = lower.map((kind, index) => ({ ...kind, unit: next[index]!.unit }))
        if (!isNamed) observe()
        return false
      }
      for (const { pane } of lower.toReversed()) pane.remove()
      lower = next.map((kind, index) => ({ ...kind, pane: kind.add(chart, index + 1) }))
      maximised = undefined
      setHeights()
      marks = [marks[0], ...next.map((_, index) => markPane(chart, index + 1))]
      observe()
      return true
    },
    set: (drawing: Drawing, from: number, theme: ChartTheme): void => {
      for (const { pane } of lower) pane.set(drawing, from, theme)
    },
    clear: (): void => {
      for (const { pane } of lower) pane.clear()
    },
    mark: (scene: ChartScene, theme: ChartTheme): void => {
      const gaps = findGaps(scene.rows, scene.format.length)
      for (const [index, hatch] of marks.entries()) {
        hatch?.set(gaps, {
          stroke: theme.hatch,
          text: theme.axis,
          font: theme.font,
          labelOf: index === 0 ? (periods) => ['no trades', plural(periods, 'candle')] : undefined,
        })
      }
    },
    remove: (): void => {
      cancelAnimationFrame(frame)
      sizes.disconnect()
      panes.set([])
    },
  }
}
