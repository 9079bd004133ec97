import { inEpoch, type Run } from '../history/history.ts'

export interface Pace {
  /** Sent per hour; drawing and estimates only. */
  perHour: number
  /** Milliseconds until the limit at this rate; undefined when it is reached already. */
  runsOutIn: number | undefined
}

/** A count that rose once: no rate follows from it. */
export interface Jump {
  /** By how much, exact text. */
  by: string
  /** The last reading before it and the first with it, Unix milliseconds of this browser. */
  after: number
  at: number
}

/** Readings after which a counter that did not grow is called unchanged. */
export const enoughLooks = 3
/** One jump is no rate: the time from a reading to a jump is chance. */
const enoughRises = 2
const hour = 3_600_000

/**
 * A count never falls within an epoch: where it did by more than half, a chain began anew under the same number. A node
 * that lags behind another falls by less.
 */
function sinceFall(runs: readonly Run[]): Run[] {
  const fall = runs.findLastIndex((run, at) => BigInt(run.used) * 2n < BigInt(runs[at - 1]?.used ?? '0'))
  return runs.slice(Math.max(0, fall))
}

/** The last hour that a counter was seen in this epoch. */
function lastHour(runs: readonly Run[] | undefined, epoch: string): Run[] {
  const own = sinceFall(inEpoch(runs, epoch))
  const since = (own.at(-1)?.to ?? 0) - hour
  return own.filter(({ to }) => to > since)
}

/** Where the count passed everything seen before; a node that lags and catches up adds no rise. */
function risesIn(runs: readonly Run[]): Jump[] {
  const rises: Jump[] = []
  let highest = BigInt(runs[0]?.used ?? '0')
  for (const [at, run] of runs.entries()) {
    const used = BigInt(run.used)
    if (used <= highest) continue
    rises.push({ by: String(used - highest), after: runs[at - 1]?.to ?? run.from, at: run.from })
    highest = used
  }
  return rises
}

/**
 * The rate of a counter over the last hour that it was seen in this epoch: an estimate, undefined before it rose twice.
 * `most` is the limit as exact text.
 */
export function paceOf(runs: readonly Run[] | undefined, epoch: string, most: string): Pace | undefined {
  const recent = lastHour(runs, epoch)
  const [first, last] = [recent[0], recent.at(-1)]
  if (!first || !last || risesIn(recent).length < enoughRises) return undefined
  const span = last.to - Math.max(first.from, last.to - hour)
  const sent = Number(BigInt(last.used) - BigInt(first.used))
  if (span <= 0 || sent <= 0) return undefined
  const left = Number(BigInt(most) - BigInt(last.used))
  return { perHour: (sent / span) * hour, runsOutIn: left > 0 ? (left * span) / sent : undefined }
}

/** The only rise of a counter in the last hour that it was seen in this epoch. */
export function jumpOf(runs: readonly Run[] | undefined, epoch: string): Jump | undefined {
  const [only, another] = risesIn(lastHour(runs, epoch))
  return another ? undefined : only
}
