import { type Memory, outputsOf, startMemory, step } from './indicator-math.ts'
import type { Study } from './indicator-spec.ts'

/** The lines of an indicator over a series of closes, and the state needed to extend them from the second to last value. */
export interface StudyValues {
  /** One array per line with one value per close; NaN at gaps and during warm-up. */
  lines: Float64Array[]
  /** State before the last close, which may still change. */
  before: Memory
}

/** Spare capacity for new closes, so that a live bar does not copy 50,000 values. */
const spare = 256

function grown(lines: readonly Float64Array[], length: number): Float64Array[] {
  return lines.map((line) => {
    if (line.length >= length) return line
    const longer = new Float64Array(length + spare).fill(Number.NaN)
    longer.set(line)
    return longer
  })
}

/** Processes `closes[from..]`. Periods without trades are NaN and are left out of every window. */
function run(study: Study, closes: ArrayLike<number>, from: number, lines: Float64Array[], memory: Memory): Memory {
  let before = memory
  const last = closes.length - 1
  const out: number[] = []
  const outputs = outputsOf(study)
  for (let index = from; index <= last; index++) {
    if (index === last) before = structuredClone(memory)
    const close = closes[index]!
    if (Number.isNaN(close)) {
      for (let line = 0; line < outputs; line++) lines[line]![index] = Number.NaN
      continue
    }
    step(study, memory, close, out)
    for (let line = 0; line < outputs; line++) lines[line]![index] = out[line]!
  }
  return before
}

/** Computes all values of an indicator. */
export function computeStudy(study: Study, closes: ArrayLike<number>): StudyValues {
  const lines = Array.from({ length: outputsOf(study) }, () => new Float64Array(closes.length + spare).fill(Number.NaN))
  return { lines, before: run(study, closes, 0, lines, startMemory()) }
}

/** Extends values that are final for all closes before `count - 1`; the last of them may have changed, more may follow. */
export function extendStudy(study: Study, closes: ArrayLike<number>, values: StudyValues, count: number): StudyValues {
  const lines = grown(values.lines, closes.length)
  const before = run(study, closes, Math.max(0, count - 1), lines, structuredClone(values.before))
  return { lines, before }
}
