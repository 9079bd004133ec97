/** Consecutive readings of the same count. Times are Unix milliseconds of one clock, counts exact text. */
export interface Run {
  from: number
  to: number
  epoch: string
  used: string
  most: string
  /** Number of readings. */
  looks: number
  /** Whether some of them were kept by the node. */
  kept?: true
  /** The end of a ban as the node reported it, Unix milliseconds of its clock. */
  bannedUntil?: number
}

export const inEpoch = (runs: readonly Run[] | undefined, epoch: string): Run[] =>
  (runs ?? []).filter((run) => run.epoch === epoch)

export interface Pace {
  /** For drawing and estimates only. */
  perHour: number
  /** Milliseconds until the limit at this rate; undefined when the limit is reached. */
  runsOutIn: number | undefined
}

/** One rise of a count. */
export interface Jump {
  /** Exact text. */
  by: string
  /** The last reading before it and the first with it, Unix milliseconds. */
  after: number
  at: number
}

/** Readings after which a counter that did not rise counts as unchanged. */
export const enoughReadings = 3
/** A single rise gives no rate: the time from the first reading to it is arbitrary. */
const enoughRises = 2
export const hourMs = 3_600_000

/** Runs since a restart of the chain: only then a count falls by more than half within an epoch's number. */
function sinceFall(runs: readonly Run[]): Run[] {
  const fall = runs.findLastIndex((run, at) => BigInt(run.used) * 2n < BigInt(runs[at - 1]?.used ?? '0'))
  return runs.slice(Math.max(0, fall))
}

/** The runs of this epoch within an hour of the last reading. */
export function lastHour(runs: readonly Run[] | undefined, epoch: string): Run[] {
  const own = sinceFall(inEpoch(runs, epoch))
  const since = (own.at(-1)?.to ?? 0) - hourMs
  return own.filter(({ to }) => to > since)
}

/** Where the count exceeded all earlier readings; a node that lags and catches up adds no rise. */
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

/** A counter's estimated rate in the last hour of this epoch; undefined before it rose twice. `max` is exact text. */
export function paceOf(runs: readonly Run[] | undefined, epoch: string, max: string): Pace | undefined {
  const recent = lastHour(runs, epoch)
  const [first, last] = [recent[0], recent.at(-1)]
  if (!first || !last || risesIn(recent).length < enoughRises) return undefined
  const span = last.to - Math.max(first.from, last.to - hourMs)
  const sent = Number(BigInt(last.used) - BigInt(first.used))
  if (span <= 0 || sent <= 0) return undefined
  const left = Number(BigInt(max) - BigInt(last.used))
  return { perHour: (sent / span) * hourMs, runsOutIn: left > 0 ? (left * span) / sent : undefined }
}

/** The rise of a counter in the same hour, if it was the only one. */
export function jumpOf(runs: readonly Run[] | undefined, epoch: string): Jump | undefined {
  const [only, another] = risesIn(lastHour(runs, epoch))
  return another ? undefined : only
}
