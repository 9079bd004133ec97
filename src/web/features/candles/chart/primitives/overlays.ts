import { type ComparedValues, rebase } from '../../data/compare-values.ts'
import { type Extent, shownDigits } from '../../data/extent.ts'
import { outputsOf, warmUp } from '../../indicators/indicator-math.ts'
import type { DrawnLine } from '../panes/line-layer.ts'
import type { Plot } from '../axis/price-transform.ts'
import type { Scene } from '../chart-model.ts'
import { isOverlay, type Study, studyName } from '../../indicators/indicator-spec.ts'
import type { StudyRunner } from '../../indicators/indicator-runner.ts'
import type { ChartColours } from '../chart-colours.ts'
import { barVwap, rangeVwap } from '../../indicators/vwap.ts'

/** Input of the lines. Closes are drawn numbers, NaN at gaps; levels carry them across gaps. */
export interface LineSource {
  scene: Scene
  plot: Plot
  closes: readonly number[]
  levels: readonly number[]
  colours: ChartColours
  runner: StudyRunner
  compared: ComparedValues | undefined
}

export interface Look {
  color: string
  dashed: boolean
}

/** Overlays alternate two colours, first solid and then dashed, to be distinguishable without colour. Panes use one colour. */
export function lookOf(study: Study, studies: readonly Study[], colours: ChartColours): Look {
  const index = isOverlay(study) ? studies.filter(isOverlay).indexOf(study) : 0
  return { color: index % 2 === 0 ? colours.study : colours.otherStudy, dashed: index % 4 >= 2 }
}

/** The first row at which an indicator has a value, given the number of traded periods it needs. */
export function warmRow(study: Study, closes: readonly number[], fromStart: boolean): number {
  let left = warmUp(study, fromStart)
  for (let index = 0; index < closes.length; index++) {
    if (!Number.isNaN(closes[index]) && --left === 0) return index
  }
  return closes.length
}

/** An indicator's lines; empty while its values are being computed. Names match the legend. */
export function studyLines(source: LineSource, study: Study): DrawnLine[] {
  const { runner, closes, scene, colours } = source
  const values = runner.linesOf(study)
  if (!values) return []
  const warm = warmRow(study, closes, scene.fromStart)
  const look = lookOf(study, scene.studies, colours)
  const line = (output: number): DrawnLine => ({
    at: (index) => (index < warm ? Number.NaN : (values[output]?.[index] ?? Number.NaN)),
    width: 1.5,
    scales: true,
    ...look,
  })
  switch (study.kind) {
    case 'sma':
    case 'ema':
    case 'rsi':
      return [line(0)]
    case 'bollinger':
      return Array.from({ length: outputsOf(study) }, (_, output) => ({
        ...line(output),
        width: output === 0 ? 1 : 1.5,
      }))
    case 'macd':
      return [
        { ...line(2), bars: [colours.upSoft, colours.downSoft] },
        { ...line(0), dashed: false },
        { ...line(1), color: colours.otherStudy, dashed: true },
      ]
  }
}

/** The lines of the price pane from back to front, and the position of the average's axis label. */
export function overlayLines(
  source: LineSource,
  seen: { first: number; last: number },
): { lines: DrawnLine[]; average: number | undefined } {
  const { scene, plot, closes, levels, colours, compared } = source
  const { rows } = scene
  const lines: DrawnLine[] = []
  const at = (values: readonly number[]) => (index: number) => values[index] ?? Number.NaN
  if (scene.kind === 'line' || scene.kind === 'area') {
    lines.push({
      at: at(closes),
      color: colours.text,
      width: 1.5,
      scales: false,
      ...(scene.kind === 'area' && { fill: colours.area }),
    })
    if (scene.flat) {
      const empty = (index: number): boolean => Number.isNaN(closes[index] ?? 0)
      lines.push({
        at: (index) =>
          empty(index) || empty(index - 1) || empty(index + 1) ? (levels[index] ?? Number.NaN) : Number.NaN,
        color: colours.cross,
        width: 1,
        dashed: true,
        scales: false,
      })
    }
  }
  if (scene.barVwap)
    lines.push({ at: barVwap(rows, seen.first, seen.last, plot), color: colours.barVwap, width: 1, scales: false })
  for (const study of scene.studies.filter(isOverlay)) lines.push(...studyLines(source, study))
  let average: number | undefined
  if (scene.rangeVwap) {
    const range = rangeVwap(rows, seen.first, seen.last, plot)
    lines.push({ at: range.at, color: colours.vwap, width: 2, scales: false })
    average = range.end
  }
  if (compared && plot.anchor === 0n) {
    const own = scene.flat ? levels : closes
    let first = -1
    let value: (index: number) => number = () => Number.NaN
    lines.push({
      at: (index) => value(index),
      color: colours.compared,
      width: 1.5,
      scales: true,
      prepare: (next) => {
        if (next === first) return
        first = next
        value = rebase(compared, own, next)
      },
    })
  }
  return { lines, average }
}

/** An indicator's values at a row, for the legend; `waiting` is the number of periods missing until its first value. */
export interface StudyReading extends Look {
  name: string
  /** One text per line; empty at a gap and during warm-up. */
  values: string[]
  waiting: number
}

const maxPlaces = 10

const tradedUntil = (closes: readonly number[], index: number): number =>
  closes.slice(0, index + 1).filter((close) => !Number.isNaN(close)).length

/** Formats the displayed precision exactly; prices include the anchor. */
function readStudy(source: LineSource, study: Study, index: number, digits: number): StudyReading {
  const { runner, plot, closes, scene, colours } = source
  const values = runner.linesOf(study)
  const warm = warmRow(study, closes, scene.fromStart)
  const say = (value: number): string =>
    study.kind === 'rsi'
      ? value.toFixed(1)
      : study.kind === 'macd'
        ? plot.toText(value, Math.min(digits + 2, maxPlaces))
        : plot.toPrice(value, Math.min(Math.max(digits, 0), maxPlaces))
  const known = (values ?? []).map((line) => line[index] ?? Number.NaN).filter((value) => !Number.isNaN(value))
  return {
    name: studyName(study),
    ...lookOf(study, scene.studies, colours),
    values: index < warm ? [] : known.map(say),
    waiting: index < warm ? warmUp(study, scene.fromStart) - tradedUntil(closes, index) : 0,
  }
}

/** Indicator readings at a row, in scene order; empty before the first trade. */
export function readStudies(source: LineSource | undefined, extent: Extent | undefined, index: number): StudyReading[] {
  if (!source || !extent) return []
  const digits = shownDigits(extent, source.scene.decimals)
  return source.scene.studies.map((study) => readStudy(source, study, index, digits))
}
