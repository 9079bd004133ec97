import type { EpochSpan } from '../../../client/node-status.ts'
import { paceOf } from '../../../../wire/spam/spam-forecast.ts'
import type { Gauge, GaugeName } from '../../../../wire/spam/spam-gauges.ts'
import type { History } from '../../../features/spam-statistics/history/history.ts'
import type { SpamVerdict } from '../../../../wire/spam/spam-verdict.ts'

/** The time that all rows share, Unix nanoseconds of the node's clock: from now to the end of the epoch. */
export interface Axis {
  now: bigint
  end: bigint
  /** False when the node does not report epochs: the axis is then an hour. */
  endsWithEpoch: boolean
}

const hour = 3_600_000_000_000n

export const axisFrom = (now: bigint, epoch: EpochSpan | undefined): Axis =>
  epoch && epoch.end > now
    ? { now, end: epoch.end, endsWithEpoch: true }
    : { now, end: now + hour, endsWithEpoch: false }

/** Where an instant is on the axis, from 0 to 1; the ends stand for everything before and after. */
export function shareOf({ now, end }: Axis, at: bigint): number {
  if (at <= now) return 0
  return at >= end ? 1 : Number(((at - now) * 10_000n) / (end - now)) / 10_000
}

/** When a counter reaches its limit at its present rate, an estimate. */
export interface Forecast {
  gauge: Gauge
  /** Milliseconds from now. */
  inMs: number
}

/** The counter that reaches its limit first; undefined when none rises. `now` is in Unix milliseconds of this browser. */
export function soonestLimit(
  gauges: readonly Gauge[],
  history: History,
  epoch: string,
  now: number,
): Forecast | undefined {
  const forecasts = gauges.flatMap((gauge): Forecast[] => {
    const { name, state, max } = gauge
    if (name === 'pow' || max === undefined || !['ok', 'watch', 'near'].includes(state)) return []
    const runs = history[name]
    const pace = paceOf(runs, epoch, max)
    const last = runs?.at(-1)
    if (pace?.runsOutIn === undefined || !last) return []
    return [{ gauge, inMs: Math.max(0, last.to + pace.runsOutIn - now) }]
  })
  return forecasts.toSorted((a, b) => a.inMs - b.inMs)[0]
}

/** What the axis shows of one party. Shares are from 0 (now) to 1 (the axis' end). */
export type Mark =
  | { kind: 'ban'; until: bigint; share: number; beyond: boolean }
  | { kind: 'full'; names: readonly GaugeName[] }
  | { kind: 'forecast'; name: GaugeName; inMs: number; share: number }

/** A ban before a full counter before a forecast; a forecast beyond the axis is none, since counters reset there. */
export function markOf(verdict: SpamVerdict, forecast: Forecast | undefined, axis: Axis): Mark | undefined {
  const until = verdict.ban?.until
  if (until !== undefined) return { kind: 'ban', until, share: shareOf(axis, until), beyond: until > axis.end }
  const names = verdict.gauges.flatMap(({ name, state }) => (state === 'limit' && name !== 'pow' ? [name] : []))
  if (names.length > 0) return { kind: 'full', names }
  if (!forecast) return undefined
  const at = axis.now + BigInt(Math.round(forecast.inMs)) * 1_000_000n
  if (at >= axis.end) return undefined
  return { kind: 'forecast', name: forecast.gauge.name, inMs: forecast.inMs, share: shareOf(axis, at) }
}
