import { groupDigits } from '../../../format/amount.ts'
import { formatInstant, fromMilliseconds, type Zone } from '../../../format/time.ts'
import { plural } from '../../../format/words.ts'
import { inEpoch, type Run, sourceWords } from '../history/history.ts'

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
  /** The last reading before it and the first with it, Unix milliseconds of this browser. */
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
function lastHour(runs: readonly Run[] | undefined, epoch: string): Run[] {
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

/** Two significant digits, since it is an estimate: `about 3,500 per hour`, `about 4.5 per hour`. */
export function rateWords(perHour: number): string {
  const [figures = '', exponent = '0'] = perHour.toExponential(1).split('e')
  const zeros = Number(exponent) - 1
  const rounded = zeros < 0 ? String(Number(perHour.toPrecision(2))) : figures.replace('.', '') + '0'.repeat(zeros)
  return `about ${groupDigits(rounded)} per hour`
}

/** `Rate from 9 readings since 16:00 UTC, kept by this node.`; where readings cover more than the hour of the rate, it says so. */
export function basisWords(runs: readonly Run[], epoch: string, zone: Zone): string {
  const recent = lastHour(runs, epoch)
  const [first, last] = [recent[0], recent.at(-1)]
  if (!first || !last || last.to - first.from > hourMs) return `Rate of the last hour, ${sourceWords(recent)}.`
  const readings = recent.reduce((sum, { looks }) => sum + looks, 0)
  const since = formatInstant(fromMilliseconds(first.from), zone, { date: false, precision: 'minute' })
  return `Rate from ${plural(readings, 'reading')} since ${since}, ${sourceWords(recent)}.`
}

/** `+18 at 16:29 UTC`; when the readings are more than a minute apart `+18 between 16:10 and 16:29 UTC`. */
export function jumpWords({ by, after, at }: Jump, zone: Zone): string {
  const clock = (ms: number, name: boolean): string =>
    formatInstant(fromMilliseconds(ms), zone, { date: false, precision: 'minute', name })
  return at - after > 60_000
    ? `+${groupDigits(by)} between ${clock(after, false)} and ${clock(at, true)}`
    : `+${groupDigits(by)} at ${clock(at, true)}`
}
