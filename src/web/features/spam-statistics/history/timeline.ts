import { compareRisk, type RiskState } from '../../../../wire/spam/risk-state.ts'
import type { Run } from '../../../../wire/spam/spam-pace.ts'
import { type GaugeName, stateOf, type Thresholds } from '../../../../wire/spam/spam-gauges.ts'
import { type History, maxGapMs } from './history.ts'

/** A stretch of time in which a limit was in one state. Times are Unix milliseconds of this browser. */
export interface Band {
  from: number
  to: number
  state: RiskState
  name: GaugeName
  /** What was used of the limit at its beginning, exact text. */
  used: string
  most: string
}

export interface TimelineOptions {
  thresholds: Thresholds
  /** Milliseconds that the node's clock is ahead of this browser's. */
  clockOffset: number
  /** Now; what was read last holds until then. */
  now: number
}

/** The states of one limit after each other; a time without readings is left out. A single reading before one has no length. */
function bandsOfGauge(name: GaugeName, runs: readonly Run[], options: TimelineOptions): Band[] {
  const { thresholds, clockOffset, now } = options
  return runs.flatMap((run, at): Band[] => {
    const { from, used, most, bannedUntil } = run
    const next = runs[at + 1]?.from ?? now
    const to = next - run.to < maxGapMs ? next : run.to
    const counted = stateOf(used, most, thresholds)
    // Where difficulty may rise, a full window of proof of work is no limit.
    const state = name === 'pow' && counted === 'limit' ? 'near' : counted
    const free = bannedUntil === undefined ? from : Math.min(to, Math.max(from, bannedUntil - clockOffset))
    const parts: Band[] = [
      { from, to: free, state: 'banned', name, used, most },
      { from: free, to, state, name, used, most },
    ]
    const known = parts.filter((band) => band.to > band.from)
    if (known.length > 0) return known
    const isBanned = bannedUntil !== undefined && bannedUntil - clockOffset > from
    return parts.filter((band) => (band.state === 'banned') === isBanned)
  })
}

/** Consecutive bands of the same state and limit as one. */
function joined(bands: readonly Band[]): Band[] {
  const all: Band[] = []
  for (const band of bands) {
    const last = all.at(-1)
    if (last && last.state === band.state && last.name === band.name && last.to === band.from)
      all[all.length - 1] = { ...last, to: band.to }
    else all.push(band)
  }
  return all
}

const gaugeBands = (history: History, options: TimelineOptions): Band[][] =>
  Object.entries(history).map(([name, runs]) =>
    joined(bandsOfGauge(name as GaugeName, runs, options).filter(({ from, to }) => to > from)),
  )

/** The state of a party over time: at each moment that of its worst limit; a time without readings is left out. */
export function timelineOf(history: History, options: TimelineOptions): Band[] {
  const all = gaugeBands(history, options).flat()
  const times = [...new Set(all.flatMap(({ from, to }) => [from, to]))].toSorted((a, b) => a - b)
  const sorted = all.toSorted((a, b) => a.from - b.from)
  const active: Band[] = []
  let next = 0
  const worst = times.slice(0, -1).flatMap((from, at): Band[] => {
    for (; sorted[next] && sorted[next]!.from <= from; next += 1) active.push(sorted[next]!)
    for (let index = active.length - 1; index >= 0; index -= 1) if (active[index]!.to <= from) active.splice(index, 1)
    const [band] = active.toSorted((a, b) => compareRisk(a.state, b.state))
    return band ? [{ ...band, from, to: times[at + 1] ?? from }] : []
  })
  // Adjacent bands without a limit in use are one band, whichever limit they are of.
  return joined(worst.map((band) => (band.state === 'ok' ? { ...band, name: 'transfers' as const } : band)))
}

const timelines = new WeakMap<History, { key: string; bands: Band[] }>()

const lastReadings = new WeakMap<History, number>()

function lastReading(history: History): number {
  const at = lastReadings.get(history) ?? Math.max(0, ...Object.values(history).map((runs) => runs.at(-1)?.to ?? 0))
  lastReadings.set(history, at)
  return at
}

/** Whether what was read last still holds `now` (Unix milliseconds of this browser). */
export const isCurrent = (history: History, now: number): boolean => now - lastReading(history) < maxGapMs

/** As `timelineOf` up to now, computed anew only when there is another reading. */
export function recentTimeline(history: History, options: TimelineOptions): Band[] {
  const { thresholds, now } = options
  const clockOffset = Math.round(options.clockOffset / 1000) * 1000
  const key = `${thresholds.watchAt} ${thresholds.nearAt} ${clockOffset}`
  const cached = timelines.get(history)
  const isCached = cached?.key === key
  const bands = isCached
    ? cached.bands
    : timelineOf(history, { thresholds, clockOffset, now: lastReading(history) + 1 })
  if (!isCached) timelines.set(history, { key, bands })
  const last = bands.at(-1)
  return last && isCurrent(history, now) ? [...bands.slice(0, -1), { ...last, to: Math.max(last.to, now) }] : bands
}

/** Since when the last state has lasted, Unix milliseconds; undefined when it is not `state`. */
export function stateSince(bands: readonly Band[], state: RiskState): number | undefined {
  let since: number | undefined
  for (let at = bands.length - 1; bands[at]?.state === state; at -= 1) {
    if (since !== undefined && bands[at]?.to !== since) break
    since = bands[at]?.from
  }
  return since
}

/** A limit that was reached, or a ban, that began between two times. */
export interface Incident extends Band {
  /** Whether it lasts until now. */
  lasts: boolean
  /** The last reading before it: it began between that and `from`. */
  after: number
}

/** Limits and bans that began between `left` and `back`, while no tab was visible, oldest first. */
export function incidentsIn(history: History, left: number, back: number, options: TimelineOptions): Incident[] {
  const found = Object.entries(history).flatMap(([name, runs]) => {
    const bands = joined(bandsOfGauge(name as GaugeName, runs, options))
    return bands.flatMap((band, at): Incident[] => {
      const before = bands[at - 1]
      if (!before || compareRisk(band.state, 'limit') > 0 || compareRisk(before.state, band.state) <= 0) return []
      // What was read last before it, not what holds until then: the change was found by the reading after.
      const after = runs.findLast(({ to }) => to < band.from)?.to ?? before.from
      return band.from > left && after < back ? [{ ...band, after, lasts: band.to >= options.now }] : []
    })
  })
  return found.toSorted((a, b) => a.from - b.from)
}
