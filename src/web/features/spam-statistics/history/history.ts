import { csvRow } from '../../../format/csv.ts'
import { type GaugeName, gaugeLabels } from '../gauges/gauge.ts'

/** A count for as long as answers showed the same: times in Unix milliseconds of this browser, counts as exact text. */
export interface Run {
  from: number
  to: number
  epoch: string
  used: string
  most: string
  /** Answers that showed it. */
  looks: number
}

/** What this browser has seen of a party's counters, the oldest first. */
export type History = Readonly<Partial<Record<GaugeName, readonly Run[]>>>

/** A ring: what is older falls out. */
const maxRuns = 200
/** Two looks further apart are two visits; between them nothing is known. */
const rest = 600_000

const same = (a: Run, b: Run): boolean => a.epoch === b.epoch && a.used === b.used && a.most === b.most

/** Adds one look. A count that did not change prolongs the last run. */
export function record(runs: readonly Run[], look: { at: number; epoch: string; used: string; most: string }): Run[] {
  const { at, ...value } = look
  const next: Run = { from: at, to: at, ...value, looks: 1 }
  const last = runs.at(-1)
  if (last && same(last, next) && at >= last.to && at - last.to < rest)
    return [...runs.slice(0, -1), { ...last, to: at, looks: last.looks + 1 }]
  return [...runs, next].slice(-maxRuns)
}

/** Both together, as of two tabs that watched the same party: what they saw at the same time counts once. */
export function merge(a: readonly Run[], b: readonly Run[]): Run[] {
  const merged: Run[] = []
  for (const run of [...a, ...b].toSorted((x, y) => x.from - y.from || x.to - y.to)) {
    const last = merged.at(-1)
    if (last && same(last, run) && run.from - last.to < rest) {
      // What overlaps was seen by both; what follows was seen after the other.
      const looks = run.from <= last.to ? Math.max(last.looks, run.looks) : last.looks + run.looks
      merged[merged.length - 1] = { ...last, to: Math.max(last.to, run.to), looks }
    } else {
      merged.push(run)
    }
  }
  return merged.slice(-maxRuns)
}

export const mergeHistories = (a: History, b: History): History => {
  const names = new Set([...Object.keys(a), ...Object.keys(b)] as GaugeName[])
  return Object.fromEntries([...names].map((name) => [name, merge(a[name] ?? [], b[name] ?? [])]))
}

/** The runs of one epoch; counters start over when an epoch does. */
export const inEpoch = (runs: readonly Run[] | undefined, epoch: string): Run[] =>
  (runs ?? []).filter((run) => run.epoch === epoch)

/** The count at evenly spaced moments, for drawing; null where nobody looked. */
export function valuesAt(runs: readonly Run[], points: number): (number | null)[] {
  const [first, last] = [runs[0], runs.at(-1)]
  if (!first || !last || last.to <= first.from) return []
  return Array.from({ length: points }, (_, index) => {
    const at = first.from + ((last.to - first.from) * index) / (points - 1)
    const run = runs.findLast(({ from }) => from <= at)
    if (!run) return null
    const next = runs[runs.indexOf(run) + 1]
    const unseen = at > run.to && (next?.from ?? Infinity) - run.to > rest
    return unseen ? null : Number(run.used)
  })
}

const iso = (ms: number): string => new Date(ms).toISOString()

/** The history as CSV, one line for each run; times are UTC by this browser's clock. */
export function historyCsv(history: History): string[] {
  const lines = [csvRow(['counter', 'epoch', 'used', 'max', 'first_seen', 'last_seen', 'answers'])]
  for (const name of Object.keys(gaugeLabels) as GaugeName[]) {
    for (const { from, to, epoch, used, most, looks } of history[name] ?? [])
      lines.push(csvRow([name, epoch, used, most, iso(from), iso(to), looks]))
  }
  return lines
}
