import { alignCompared } from '../data/compare-values.ts'
import { extentOf } from '../data/extent.ts'
import type { Row } from '../data/fill-gaps.ts'
import { isGap } from '../data/merge-candles.ts'
import { computeStudy } from '../indicators/indicator-math.ts'
import { choosePlot, type Plot } from './axis/price-transform.ts'
import type { Scene } from './chart-model.ts'

/** Index of the first changed row if rows were only appended or the last one changed; otherwise 0: redraw all. */
function growsFrom(before: readonly Row[], rows: readonly Row[]): number {
  const length = Math.min(before.length, rows.length)
  let index = 0
  while (index < length && before[index] === rows[index]) index++
  return index >= before.length - 1 && rows.length >= before.length ? index : 0
}

/** Converts a scene to drawn numbers; undefined before the first trade. Keeps the price conversion of `before` if it can. */
export function drawingOf(scene: Scene, before?: { scene: Scene; plot: Plot }) {
  const { rows, decimals, compared } = scene
  const extent = extentOf(rows)
  if (!extent) return undefined
  const grown = before && growsFrom(before.scene.rows, rows) > 0
  const plot = choosePlot(extent.low, extent.high, decimals, grown ? before.plot : undefined)
  const closes = rows.map((row) => (isGap(row) ? Number.NaN : plot.toNumber(row.close)))
  let level = Number.NaN
  return {
    scene,
    extent,
    plot,
    /** Close of each row; NaN at a gap. */
    closes,
    /** Like `closes`, but at a gap the previous close; NaN before the first trade. */
    levels: closes.map((close) => (Number.isNaN(close) ? level : (level = close))),
    /** One array per line of an indicator, with one value per row. */
    studies: new Map(scene.studies.map((study) => [study, computeStudy(study, closes)])),
    /** Closes of the compared markets in their order; NaN where they have none. */
    compared: compared.map(({ candles }) => alignCompared(rows, candles)),
  }
}

/** A scene in drawn numbers. */
export type Drawing = NonNullable<ReturnType<typeof drawingOf>>

/** Whether the same candles are compared: their list is a new one whenever a request begins or ends. */
const areSame = (before: Scene['compared'], now: Scene['compared']): boolean =>
  before.length === now.length && before.every(({ candles }, index) => candles === now[index]?.candles)

/** Index of the first row that must be drawn again; 0 for all. */
export function changedFrom(before: Drawing | undefined, { scene, plot }: Drawing): number {
  const same =
    before?.plot === plot && before.scene.flat === scene.flat && areSame(before.scene.compared, scene.compared)
  return same ? growsFrom(before.scene.rows, scene.rows) : 0
}
