import type { IChartApiBase, Time } from 'lightweight-charts'
import type { Extent } from '../../data/extent.ts'
import type { DrawnLine } from './line-layer.ts'
import { addAmountPane, addStudyPane, type Dress, dressPane, type LowerPane, lowerPanes } from './indicator-pane.ts'
import type { Plot } from '../axis/price-transform.ts'
import { findGaps, type Row } from '../../data/fill-gaps.ts'
import type { Scene } from '../chart-model.ts'
import type { Study } from '../../indicators/indicator-spec.ts'
import { type ChartColours, readFont } from '../chart-colours.ts'

/** The panes below the price pane, and the captions and no-trade hatches of all panes. */
export interface PaneStack {
  /** Rebuilds the panes if their list changed; true when their rows must be set. */
  arrange: (scene: Scene) => boolean
  /** Prepares for rows of an extent; true when all rows must be set again. */
  measure: (scene: Scene, extent: Extent, prices: Plot, keep: boolean) => boolean
  /** Drops times that are not in these rows. */
  leave: (rows: readonly Row[]) => void
  set: (rows: readonly Row[], colours: ChartColours) => void
  /** Adds or replaces the row at `index`, which must be the last one. */
  update: (rows: readonly Row[], index: number) => void
  clear: () => void
  /** Draws the lines of the indicators that have their own pane. */
  lines: (scene: Scene, linesOf: (study: Study) => readonly DrawnLine[]) => void
  marks: (scene: Scene, colours: ChartColours) => void
}

export function createPaneStack(chart: IChartApiBase<Time>): PaneStack {
  let lower: { key: string; pane: LowerPane }[] = []
  let dresses: Dress[] = [dressPane(chart, 0)].filter((dress) => dress !== undefined)

  function arrange(scene: Scene): boolean {
    const wanted = lowerPanes(scene)
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

  function marks(scene: Scene, colours: ChartColours): void {
    const gaps = scene.gaps ? findGaps(scene.rows, scene.length) : []
    const font = readFont()
    const captions = ['', ...lowerPanes(scene).map(({ caption }) => caption(scene))]
    for (const [index, { hatch, caption }] of dresses.entries()) {
      hatch.set(gaps, { stroke: colours.hatch, text: colours.axis, font, words: index === 0 })
      caption(captions[index] ?? '', colours.axis, font)
    }
  }

  return {
    arrange,
    measure: (scene, extent, prices, keep) => {
      let anew = false
      for (const { pane } of lower) if (pane.measure(scene, extent, prices, keep)) anew = true
      return anew
    },
    leave: (rows) => {
      for (const { pane } of lower) pane.leave(rows)
    },
    set: (rows, colours) => {
      for (const { pane } of lower) pane.set(rows, colours)
    },
    update: (rows, index) => {
      for (const { pane } of lower) pane.update(rows, index)
    },
    clear: () => {
      for (const { pane } of lower) pane.clear()
    },
    lines: (scene, linesOf) => {
      for (const [index, { study }] of lowerPanes(scene).entries()) {
        if (study) lower[index]?.pane.lines(linesOf(study), scene.rows.length)
      }
    },
    marks,
  }
}
