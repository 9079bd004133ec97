import { type Study, writeStudy } from './indicator-spec.ts'
import { computeStudy, extendStudy, type StudyValues } from './compute.ts'

/** Above this number of bars, indicators are computed in a worker to keep the page responsive. */
export const maxInPage = 20_000

export interface StudyTask {
  task: number
  studies: readonly Study[]
  closes: Float64Array
}

export interface StudyResult {
  task: number
  /** Number of closes the values were computed from. */
  count: number
  values: StudyValues[]
}

export interface StudyRunner {
  /**
   * Computes the given studies. `closes` (NaN at gaps) must equal those of the previous call before index `change`; with 0
   * nothing is reused. The array is also read after this call returns, so pass the live array and not a copy.
   */
  set: (studies: readonly Study[], closes: readonly number[], change: number) => void
  /** One array per line; undefined while the values are being computed. */
  linesOf: (study: Study) => readonly Float64Array[] | undefined
  stop: () => void
}

interface Kept {
  values: StudyValues
  count: number
}

/** Keeps indicator values in sync with the closes; calls `tell` when a worker has delivered values. */
export function createStudyRunner(tell: () => void): StudyRunner {
  let worker: Worker | undefined
  let task = 0
  let wanted: readonly Study[] = []
  let closes: readonly number[] = []
  const kept = new Map<string, Kept>()

  const keep = (study: Study, values: StudyValues): void =>
    void kept.set(writeStudy(study), { values, count: closes.length })

  function receive({ data }: MessageEvent<StudyResult>): void {
    if (data.task !== task) return // result for outdated closes
    for (const [index, values] of data.values.entries()) {
      const study = wanted[index]
      // Bars may have been added, or the last one changed, while the worker was running.
      if (study) keep(study, extendStudy(study, closes, values, data.count))
    }
    tell()
  }

  function send(): void {
    if (!worker) {
      worker = new Worker(new URL('./indicator-worker.ts', import.meta.url), { type: 'module' })
      worker.addEventListener('message', receive)
      // If the browser blocks workers, compute the indicators in the page.
      worker.addEventListener('error', () => {
        for (const study of wanted) keep(study, computeStudy(study, closes))
        tell()
      })
    }
    const copy = Float64Array.from(closes)
    const message: StudyTask = { task, studies: wanted, closes: copy }
    worker.postMessage(message, [copy.buffer])
  }

  return {
    set: (studies, next, change) => {
      const names = new Set(studies.map(writeStudy))
      for (const name of kept.keys()) if (!names.has(name) || change === 0) kept.delete(name)
      closes = next
      wanted = studies
      const missing = studies.filter((study) => !kept.has(writeStudy(study)))
      for (const study of studies) {
        const held = kept.get(writeStudy(study))
        if (held && change < held.count - 1) missing.push(study)
        else if (held && (held.count < next.length || change < next.length))
          keep(study, extendStudy(study, next, held.values, held.count))
      }
      if (missing.length === 0) return
      if (next.length > maxInPage && typeof Worker !== 'undefined') {
        task++
        send()
      } else for (const study of missing) keep(study, computeStudy(study, next))
    },
    linesOf: (study) => kept.get(writeStudy(study))?.values.lines,
    stop: () => worker?.terminate(),
  }
}
