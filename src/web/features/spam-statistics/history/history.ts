import { csvRow } from '../../../format/csv.ts'
import type { Run } from '../../../../wire/spam/spam-pace.ts'
import { type GaugeName, gaugeLabels } from '../../../../wire/spam/spam-gauges.ts'

/** The readings of a party's counters, in this browser and those kept by the node, the oldest first. */
export type History = Readonly<Partial<Record<GaugeName, readonly Run[]>>>

const maxRuns = 200
/** Readings further apart belong to two visits: the count between them is unknown. */
export const maxGapMs = 600_000

const same = (a: Run, b: Run): boolean =>
  a.epoch === b.epoch && a.used === b.used && a.most === b.most && a.bannedUntil === b.bannedUntil

const textOf = ({ epoch, used, most, bannedUntil = 0 }: Run): string => `${epoch} ${used} ${most} ${bannedUntil}`

/** By time; runs of the same time by their counts, so that the order of two sources does not matter. */
const byTime = (a: Run, b: Run): number => a.from - b.from || a.to - b.to || (textOf(a) < textOf(b) ? -1 : 1)

/** Adds one reading. A count that did not change extends the last run. */
export const record = (
  runs: readonly Run[],
  { at, ...count }: Pick<Run, 'epoch' | 'used' | 'most' | 'bannedUntil'> & { at: number },
): Run[] => merge(runs, [{ from: at, to: at, ...count, looks: 1 }])

/** Merges the readings of two tabs, or of this browser and the node; readings at the same time count once. */
export function merge(a: readonly Run[], b: readonly Run[]): Run[] {
  const merged: Run[] = []
  for (const run of [...a, ...b].toSorted(byTime)) {
    const last = merged.at(-1)
    if (last && same(last, run) && run.from - last.to < maxGapMs) {
      // Runs that overlap are the same readings; otherwise one follows the other.
      const looks = run.from <= last.to ? Math.max(last.looks, run.looks) : last.looks + run.looks
      merged[merged.length - 1] = { ...last, to: Math.max(last.to, run.to), looks, ...(run.kept && { kept: true }) }
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

/** Where readings come from: `kept by this node`. */
export const sourceWords = (runs: readonly Run[]): string =>
  runs.some(({ kept }) => kept) ? 'kept by this node' : 'measured in this browser'

/** The count at evenly spaced times, for drawing; null between visits. */
export function valuesAt(runs: readonly Run[], points: number): (number | null)[] {
  const [first, last] = [runs[0], runs.at(-1)]
  if (!first || !last || last.to <= first.from) return []
  return Array.from({ length: points }, (_, index) => {
    const at = first.from + ((last.to - first.from) * index) / (points - 1)
    const run = runs.findLast(({ from }) => from <= at)
    if (!run) return null
    const next = runs[runs.indexOf(run) + 1]
    const unseen = at > run.to && (next?.from ?? Infinity) - run.to > maxGapMs
    return unseen ? null : Number(run.used)
  })
}

const iso = (ms: number): string => new Date(ms).toISOString()

/** The history as CSV, one line per run; times are UTC by this browser's clock. */
export function historyCsv(history: History): string[] {
  const lines = [csvRow(['counter', 'epoch', 'used', 'max', 'first_seen', 'last_seen', 'answers'])]
  for (const name of Object.keys(gaugeLabels) as GaugeName[]) {
    for (const { from, to, epoch, used, most, looks } of history[name] ?? [])
      lines.push(csvRow([name, epoch, used, most, iso(from), iso(to), looks]))
  }
  return lines
}
