import { inEpoch, type Run } from './history.ts'

export interface Pace {
  /** Sent per hour; drawing and estimates only. */
  perHour: number
  /** Milliseconds until the limit at this pace; undefined when it is reached already. */
  runsOutIn: number | undefined
  /** What it rests on: answers, and the milliseconds they span. */
  looks: number
  span: number
}

/** Answers needed before a pace is worth saying. */
export const enoughLooks = 3
const hour = 3_600_000

/**
 * A count never falls within an epoch: where it did by more than half, a chain began anew under the same number. A node
 * that lags behind another falls by less.
 */
function sinceFall(runs: readonly Run[]): Run[] {
  const fall = runs.findLastIndex((run, at) => BigInt(run.used) * 2n < BigInt(runs[at - 1]?.used ?? '0'))
  return runs.slice(Math.max(0, fall))
}

/**
 * The pace of a counter over the last hour that it was seen in this epoch: an estimate, undefined before three answers
 * or when the counter did not grow. `most` is the limit as exact text.
 */
export function paceOf(runs: readonly Run[] | undefined, epoch: string, most: string): Pace | undefined {
  const own = sinceFall(inEpoch(runs, epoch))
  const last = own.at(-1)
  if (!last) return undefined
  const since = last.to - hour
  const recent = own.filter(({ to }) => to > since)
  const first = recent[0] ?? last
  const looks = recent.reduce((sum, run) => sum + run.looks, 0)
  const span = last.to - Math.max(first.from, since)
  const sent = Number(BigInt(last.used) - BigInt(first.used))
  if (looks < enoughLooks || span <= 0 || sent <= 0) return undefined
  const left = Number(BigInt(most) - BigInt(last.used))
  return { perHour: (sent / span) * hour, runsOutIn: left > 0 ? (left * span) / sent : undefined, looks, span }
}
