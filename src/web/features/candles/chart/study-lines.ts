import type { ChartTheme } from '../../../chart/chart-theme.ts'
import type { DrawnLine } from '../../../chart/series-overlay.ts'
import { volumeText } from '../data/bar-format.ts'
import { indexAt } from '../data/merge-candles.ts'
import { isOverlay, outputsOf, type Study, studyName, warmUp, writeStudy } from '../indicators/study.ts'
import type { ChartScene } from './chart-scene.ts'
import { barVwap, type Drawing, rangeVwap, shownDigits, vwapDeviations } from './drawing.ts'

interface Look {
  color: string
  dashed: boolean
}

/** Overlays have colours of their own, the last ones first, which compared markets take last; every second one is dashed. */
function lookOf(study: Study, studies: readonly Study[], theme: ChartTheme): Look {
  if (!isOverlay(study)) return { color: theme.study, dashed: false }
  const index = studies.filter(isOverlay).indexOf(study)
  const own = theme.lines.slice(1)
  return { color: own.at(-1 - (index % own.length)) ?? theme.study, dashed: index % 2 === 1 }
}

/** The indicators that are drawn. */
export const shownStudies = ({ studies, hidden }: Pick<ChartScene, 'studies' | 'hidden'>): Study[] =>
  studies.filter((study) => !hidden.has(writeStudy(study)))

/** The first row at which an indicator has a value, given the number of traded periods it needs. */
export function warmRow(study: Study, closes: readonly number[], fromStart: boolean): number {
  let left = warmUp(study, fromStart)
  const index = closes.findIndex((close) => !Number.isNaN(close) && --left === 0)
  return index < 0 ? closes.length : index
}

function valuesOf({ scene, closes, studies }: Drawing, study: Study, output: number): (index: number) => number {
  const values = studies.get(study)?.[output]
  const warm = warmRow(study, closes, scene.fromStart)
  return (index) => (index < warm ? Number.NaN : (values?.[index] ?? Number.NaN))
}

export function studyLines(drawing: Drawing, study: Study, theme: ChartTheme): DrawnLine[] {
  const look = lookOf(study, drawing.scene.studies, theme)
  const line = (output: number, more: Partial<DrawnLine> = {}): DrawnLine => ({
    key: `${studyName(study)} ${output}`,
    at: valuesOf(drawing, study, output),
    width: 1.5,
    scales: true,
    // The price pane has the scale of its candles.
    ...(!isOverlay(study) && { base: 0 }),
    ...look,
    ...more,
  })
  if (study.kind === 'macd') return [line(0), line(1, { color: theme.otherStudy, dashed: true })]
  return Array.from({ length: outputsOf(study) }, (_, output) =>
    line(output, study.kind === 'bollinger' && output === 0 ? { width: 1 } : {}),
  )
}

export const studyBars = (drawing: Drawing, study: Study): ((index: number) => number) => valuesOf(drawing, study, 2)

/** The line through the closes, and a dashed one across gaps if these are drawn at the last close. */
function closeLines(drawing: Drawing, theme: ChartTheme): DrawnLine[] {
  const { scene, closes, levels } = drawing
  const empty = (index: number): boolean => Number.isNaN(closes[index] ?? 0)
  return [
    {
      key: `closes ${scene.kind}`,
      at: (index) => closes[index]!,
      color: theme.text,
      width: 1.5,
      ...(scene.kind === 'area' && { fill: theme.area }),
      scales: false,
    },
    ...(scene.flat
      ? [
          {
            key: 'levels',
            at: (index: number) => (empty(index) || empty(index - 1) || empty(index + 1) ? levels[index]! : Number.NaN),
            color: theme.cross,
            width: 1,
            dashed: true,
            scales: false,
          },
        ]
      : []),
  ]
}

/** A line on a scale of its own, with its name beside its last value at the axis. */
export interface NamedLine extends DrawnLine {
  label: string
}

/** Compared markets: the percent scale starts each where the price starts. An anchored price has no percent scale. */
export function comparedLines({ scene, compared, transform }: Drawing, theme: ChartTheme): NamedLine[] {
  if (transform.anchor !== 0n) return []
  return compared.map((closes, index) => ({
    key: `compared ${scene.compared[index]!.candleId}`,
    at: (row) => closes[row]!,
    color: theme.lines[index + 1] ?? theme.text,
    label: scene.compared[index]!.name,
    dashed: index % 2 === 1,
    width: 1.5,
    // Its series does.
    scales: false,
  }))
}

/** The VWAP from the chosen candle to the newest one, and its bands of one and two deviations; none while it is not loaded. */
function anchorLines(drawing: Drawing, theme: ChartTheme): DrawnLine[] {
  const { scene, transform } = drawing
  const { rows, anchor } = scene
  const first = anchor === undefined ? -1 : indexAt(rows, anchor)
  if (first < 0 || rows[first]?.start !== anchor) return []
  const { at } = rangeVwap(rows, first, rows.length - 1, transform)
  const deviations = vwapDeviations(rows, first, transform)
  return [0, 1, -1, 2, -2].map((times) => ({
    key: `VWAP from ${anchor} ${times}`,
    at: times === 0 ? at : (index) => at(index) + times * (deviations[index] ?? Number.NaN),
    color: theme.vwap,
    width: times === 0 ? 1.5 : 1,
    dashed: times !== 0,
    scales: false,
  }))
}

/** The lines of the price pane from back to front, except the VWAP of the range in view and compared markets. */
export function overlayLines(drawing: Drawing, theme: ChartTheme): DrawnLine[] {
  const { scene, transform } = drawing
  const bar: DrawnLine = {
    key: 'candle VWAP',
    at: (index) => barVwap(scene.rows[index]!, transform),
    color: theme.barVwap,
    width: 1,
    scales: false,
  }
  return [
    ...(scene.kind === 'line' || scene.kind === 'area' ? closeLines(drawing, theme) : []),
    ...(scene.barVwap ? [bar] : []),
    ...shownStudies(scene)
      .filter(isOverlay)
      .flatMap((study) => studyLines(drawing, study, theme)),
    ...anchorLines(drawing, theme),
  ]
}

/** The VWAP line of the rows from `first` to `last`, and its last value. */
export function averageLine(
  drawing: Drawing,
  { first, last }: { first: number; last: number },
  theme: ChartTheme,
): { line: DrawnLine; end: number | undefined } {
  const { at, end } = rangeVwap(drawing.scene.rows, first, last, drawing.transform)
  const line = { key: 'range VWAP', at, color: theme.vwap, width: 2, scales: false }
  return { line, end }
}

const maxPlaces = 10

/** Formats the displayed precision exactly; prices include the anchor. */
function formatValue({ transform, extent, decimals }: Drawing, { kind }: Study, value: number): string {
  const digits = shownDigits(extent, decimals)
  if (kind === 'rsi') return value.toFixed(1)
  if (kind === 'macd' || kind === 'atr') return transform.toText(value, Math.min(digits + 2, maxPlaces))
  return transform.toPrice(value, Math.min(digits, maxPlaces))
}

export function studyReadings(drawing: Drawing, theme: ChartTheme, index: number) {
  const { scene, closes, studies, volumes } = drawing
  if (scene.studies.length === 0) return []
  const traded = closes.slice(0, index + 1).filter((close) => !Number.isNaN(close)).length
  return scene.studies.map((study) => {
    const warm = index >= warmRow(study, closes, scene.fromStart)
    // The legend may ask for a row that is not drawn yet.
    const values = (studies.get(study) ?? []).map((line) => line[index] ?? Number.NaN)
    const defined = values.filter((value) => !Number.isNaN(value))
    const volume = volumes.get(study)?.[index]
    return {
      name: studyName(study),
      key: writeStudy(study),
      /** Which pane's legend has it: that of prices, volumes or its own. */
      pane: isOverlay(study) ? 'price' : study.kind === 'volume' ? 'volume' : studyName(study),
      hidden: scene.hidden.has(writeStudy(study)),
      ...lookOf(study, scene.studies, theme),
      /** One text per line; empty at a gap and during warm-up. */
      values:
        volume !== undefined
          ? [volumeText(String(volume), scene.format)]
          : warm
            ? defined.map((value) => formatValue(drawing, study, value))
            : [],
      waiting: warm ? 0 : warmUp(study, scene.fromStart) - traded,
    }
  })
}
