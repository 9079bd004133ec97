import type { EpochSpan } from '../../../client/node-status.ts'
import { paceOf } from '../../../../wire/spam/spam-pace.ts'
import type { Gauge, GaugeName } from '../../../../wire/spam/spam-gauges.ts'
import type { History } from '../../../features/spam-statistics/index.ts'
import type { SpamVerdict } from '../../../../wire/spam/spam-verdict.ts'

/** What the axis covers: an epoch, or the last day and half of one to come. */
export type TimeSpan = 'epoch' | '24h'

/** The time that all rows share, Unix nanoseconds of the node's clock: what happened, now, and what comes. */
export interface Axis {
  from: bigint
  to: bigint
  now: bigint
  span: TimeSpan
  /** The end of the epoch, at which counters reset; undefined when the node does not report epochs. */
  reset: bigint | undefined
}

const hour = 3_600_000_000_000n

/** As long as the epoch, and an epoch where it can be: it slides so that now stays between a quarter and three quarters. */
export function axisFrom(now: bigint, epoch: EpochSpan | undefined, span: TimeSpan = 'epoch'): Axis {
  const running = epoch && epoch.start <= now && epoch.end > now ? epoch : undefined
  if (span === '24h') return { from: now - 24n * hour, to: now + 12n * hour, now, span, reset: running?.end }
  const length = running ? running.end - running.start : hour
  const [earliest, latest] = [now - (length * 3n) / 4n, now - length / 4n]
  const start = running?.start ?? now - length / 2n
  const from = start < earliest ? earliest : start > latest ? latest : start
  return { from, to: from + length, now, span, reset: running?.end }
}

/** A step divides a minute, so that minutes on an axis change when they do. */
const stepSeconds = [10n, 6n, 5n, 4n, 3n, 2n, 1n]

/** `now` (Unix nanoseconds) in steps of a five-hundredth of the axis, at most ten seconds: less moves nothing that is seen. */
export function steadyNow(now: bigint, epoch: EpochSpan | undefined, span?: TimeSpan): bigint {
  const { from, to } = axisFrom(now, epoch, span)
  const seconds = stepSeconds.find((each) => each * 500_000_000_000n <= to - from) ?? 1n
  const steady = now - (now % (seconds * 1_000_000_000n))
  return epoch && steady < epoch.start && epoch.start <= now ? epoch.start : steady
}

/** Where an instant is on the axis, from 0 to 1; the ends stand for everything before and after. */
export function shareOf({ from, to }: Axis, at: bigint): number {
  if (at <= from) return 0
  return at >= to ? 1 : Number(((at - from) * 10_000n) / (to - from)) / 10_000
}

/** When a counter reaches its limit at its present rate, an estimate. */
export interface Forecast {
  gauge: Gauge
  /** Milliseconds from now. */
  inMs: number
}

const isRising = ({ state, max }: Gauge): boolean => max !== undefined && ['ok', 'watch', 'near'].includes(state)

/** The counter that reaches its limit first; undefined when none rises. `now` is in Unix milliseconds of this browser. */
export function soonestLimit(
  gauges: readonly Gauge[],
  history: History,
  epoch: string,
  now: number,
): Forecast | undefined {
  const forecasts = gauges.flatMap((gauge): Forecast[] => {
    const { name, max } = gauge
    if (name === 'pow' || max === undefined || !isRising(gauge)) return []
    const runs = history[name]
    const pace = paceOf(runs, epoch, max)
    const last = runs?.at(-1)
    if (pace?.runsOutIn === undefined || !last) return []
    return [{ gauge, inMs: Math.max(0, last.to + pace.runsOutIn - now) }]
  })
  return forecasts.toSorted((a, b) => a.inMs - b.inMs)[0]
}

/** Proof of work that runs out `inMs` from now. It is a rolling window: no reset frees it. */
export function workLimit(gauges: readonly Gauge[], inMs: number | undefined): Forecast | undefined {
  const gauge = gauges.find(({ name }) => name === 'pow')
  return gauge && inMs !== undefined && isRising(gauge) ? { gauge, inMs } : undefined
}

/** What the axis shows of one party's future. Shares are from 0 to 1 of the whole axis. */
export type Mark =
  | { kind: 'ban'; until: bigint; share: number; beyond: boolean; full: boolean }
  | { kind: 'full'; names: readonly GaugeName[] }
  | { kind: 'forecast'; name: GaugeName; at: bigint; inMs: number; share: number }

/**
 * A ban before a full counter before a forecast; a forecast beyond the reset is none, since counters start over there. `now` is
 * what the forecast counts from, Unix nanoseconds of the node's clock.
 */
export function markOf(
  verdict: SpamVerdict,
  forecast: Forecast | undefined,
  axis: Axis,
  now: bigint = axis.now,
): Mark | undefined {
  const until = verdict.ban?.until
  const names = verdict.gauges.flatMap(({ name, used, max, state }) =>
    name !== 'pow' && (state === 'limit' || (state === 'banned' && used === max)) ? [name] : [],
  )
  if (until !== undefined)
    return { kind: 'ban', until, share: shareOf(axis, until), beyond: until > axis.to, full: names.length > 0 }
  if (names.length > 0) return { kind: 'full', names }
  if (!forecast) return undefined
  const { name } = forecast.gauge
  const at = now + BigInt(Math.round(forecast.inMs)) * 1_000_000n
  const end = name === 'pow' ? axis.to : (axis.reset ?? axis.to)
  if (at >= end) return undefined
  return { kind: 'forecast', name, at, inMs: forecast.inMs, share: shareOf(axis, at) }
}
