import { nodeState } from '../client/node-status.ts'
import { clockSource, serverNow, serverTimeAt } from '../client/server-clock.ts'
import { formatAge } from '../format/duration.ts'
import { toMilliseconds } from '../format/time.ts'
import { createObservable } from '../observable.ts'
import { preferences } from '../preferences/preferences.ts'
import { useObservable } from '../use-observable.ts'

export interface Staleness {
  /** The values have not been refreshed, or the chain has added no block though the node answers. */
  cause: 'values' | 'chain'
  /** Milliseconds; undefined when the clock of this device was set back since. */
  ageMs: number | undefined
}

/** Where nothing is polled, values are refreshed by hand and count as polled this often. */
const unpolledMs = 30_000
/** Browsers run the timers of a hidden page as seldom as once a minute. */
const minHiddenMs = 60_000
const hiddenFactor = 6
/** A clock that is set back by less is corrected without notice. */
const maxSkewMs = 2_000
/** A chain adds a block about every second. */
const maxBlockAgeMs = 60_000

/** Milliseconds between two polls at the reader's interval, or `intervalMs`; hidden pages poll less often. */
export function pollInterval(hidden: boolean, intervalMs: number = preferences.get().spam.poll): number {
  const interval = intervalMs || unpolledMs
  return hidden ? Math.max(minHiddenMs, interval * hiddenFactor) : interval
}

/** Milliseconds since the last block, if it was already old when the node last reported one; undefined while the chain runs. */
function stoppedFor(): number | undefined {
  const { blockTime, reportedAt } = nodeState.get()
  if (blockTime === undefined || reportedAt === undefined || clockSource() === 'local') return undefined
  return serverTimeAt(reportedAt) - blockTime > BigInt(maxBlockAgeMs) * 1_000_000n
    ? toMilliseconds(serverNow() - blockTime)
    : undefined
}

/** Staleness of values received at `updatedAt` and polled every `pollMs`, at `now`: all in (Unix) milliseconds of this browser. */
export function stalenessOf(updatedAt: number, pollMs: number, now: number): Staleness | undefined {
  const age = now - updatedAt
  if (age < -maxSkewMs) return { cause: 'values', ageMs: undefined }
  if (age > 2 * pollMs) return { cause: 'values', ageMs: age }
  const stopped = stoppedFor()
  return stopped === undefined ? undefined : { cause: 'chain', ageMs: stopped }
}

/** `No advice: values are 3 min old.` */
export function noAdvice({ cause, ageMs }: Staleness): string {
  if (ageMs === undefined) return 'No advice: the age of the values is unknown.'
  return cause === 'values'
    ? `No advice: values are ${formatAge(ageMs)} old.`
    : `No advice: the chain’s last block is ${formatAge(ageMs)} old.`
}

/** Unlike the clock of ages on a page it also runs while the page is hidden: the tab's title depends on it. */
const ticks = createObservable(0, () => {
  const timer = setInterval(() => ticks.set(Date.now()), 1000)
  return () => clearInterval(timer)
})
export const secondClock = { get: () => Date.now(), subscribe: ticks.subscribe }

/**
 * Staleness of each of several values by when they were received (Unix milliseconds of this browser; 0 for not yet, which is
 * not stale). Everything derived (advice, forecasts, what is left or next) is withdrawn while it is defined. Renders only when
 * the age in words changes. `pollMs` is how often a visible page requests the values, by default the reader's interval.
 */
export function useStalenesses(updatedAt: readonly number[], pollMs?: number): (Staleness | undefined)[] {
  const at = (now: number) =>
    updatedAt.map((each) => (each === 0 ? undefined : stalenessOf(each, pollInterval(document.hidden, pollMs), now)))
  const words = (now: number): string =>
    at(now)
      .map((each) => each && noAdvice(each))
      .join()
  useObservable(secondClock, words)
  return at(secondClock.get())
}

/** As `useStalenesses`, of one value. */
export const useStaleness = (updatedAt: number, pollMs?: number): Staleness | undefined =>
  useStalenesses([updatedAt], pollMs)[0]

/** The heartbeat requests what the node says of itself this often. */
const heartbeatMs = 10_000

/** Staleness of what the node has said of its chain: block, epoch and time. */
export const useNodeStaleness = (): Staleness | undefined =>
  useStaleness(useObservable(nodeState, ({ reportedAt }) => reportedAt) ?? 0, heartbeatMs)
