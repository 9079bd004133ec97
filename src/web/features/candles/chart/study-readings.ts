import { shownDigits } from '../data/extent.ts'
import { warmUp } from '../indicators/indicator-math.ts'
import { type Study, studyName } from '../indicators/indicator-spec.ts'
import type { ChartColours } from './chart-colours.ts'
import type { Drawing } from './drawing.ts'
import { lookOf, warmRow } from './panes/study-lines.ts'

const maxPlaces = 10

/** Formats the displayed precision exactly; prices include the anchor. */
function formatValue({ plot, extent, scene }: Drawing, { kind }: Study, value: number): string {
  const digits = shownDigits(extent, scene.decimals)
  if (kind === 'rsi') return value.toFixed(1)
  if (kind === 'macd') return plot.toText(value, Math.min(digits + 2, maxPlaces))
  return plot.toPrice(value, Math.min(digits, maxPlaces))
}

/** Indicator readings at a row, in scene order. */
export function readStudies(drawing: Drawing, colours: ChartColours, index: number) {
  const { scene, closes, studies } = drawing
  const traded = closes.slice(0, index + 1).filter((close) => !Number.isNaN(close)).length
  return scene.studies.map((study) => {
    const warm = index >= warmRow(study, closes, scene.fromStart)
    // The legend may ask for a row that is not drawn yet.
    const values = (studies.get(study) ?? []).map((line) => line[index] ?? Number.NaN)
    const known = values.filter((value) => !Number.isNaN(value))
    return {
      name: studyName(study),
      ...lookOf(study, scene.studies, colours),
      /** One text per line; empty at a gap and during warm-up. */
      values: warm ? known.map((value) => formatValue(drawing, study, value)) : [],
      /** Number of periods missing until the first value. */
      waiting: warm ? 0 : warmUp(study, scene.fromStart) - traded,
    }
  })
}
