import { useRef } from 'react'
import { nodeState, type NodeState, chainNow, type EpochSpan } from '../client/node-status.ts'
import { useObservable } from '../use-observable.ts'
import type { Connection } from '../client/connection.ts'
import type { IconName } from '../ui/icons/icon.tsx'
import type { RiskState } from '../../wire/spam/risk-state.ts'
import { formatUsed } from '../format/percent.ts'
import { toMilliseconds } from '../format/time.ts'
import { useNodeStaleness } from './staleness.ts'
import { useNow } from '../ui/use-now.ts'

/** These members of the node's state; a component is drawn again only when one of them changes. */
export function useNodeState<Name extends keyof NodeState>(...names: readonly Name[]): Pick<NodeState, Name> {
  const shown = useRef<NodeState>(undefined)
  return useObservable(nodeState, (state) => {
    const before = shown.current
    if (before && names.every((name) => state[name] === before[name])) return before
    return (shown.current = state)
  })
}

/** The last block (Unix nanoseconds) of a network that has stopped, at which ranges end; undefined while it runs. */
export const useStoppedAt = (): bigint | undefined => useObservable(nodeState, ({ stoppedAt }) => stoppedAt)

export const connectionLook: Readonly<Record<Connection, { word: string; icon: IconName; state: RiskState }>> = {
  connecting: { word: 'Connecting', icon: 'clock', state: 'none' },
  live: { word: 'Live', icon: 'ok', state: 'ok' },
  stale: { word: 'Stale', icon: 'warning', state: 'near' },
  paused: { word: 'Paused', icon: 'pause', state: 'none' },
  limited: { word: 'Rate limited', icon: 'timer', state: 'near' },
  banned: { word: 'Banned', icon: 'ban', state: 'banned' },
  'no-answer': { word: 'No response', icon: 'alert', state: 'limit' },
  archive: { word: 'Archive', icon: 'lock', state: 'none' },
  offline: { word: 'Offline', icon: 'offline', state: 'limit' },
}

/** The running epoch by the last heartbeat; undefined when this node does not report it. */
export const useEpoch = (): EpochSpan | undefined => useObservable(nodeState, ({ epoch }) => epoch)

/** How much of an epoch has elapsed, in whole percent: `42 %`, `< 1 %`, and `100 %` only at its end. */
export function elapsedWords({ start, end }: EpochSpan): string {
  const [length, passed] = [end - start, chainNow() - start]
  const elapsed = passed < 0n ? 0n : passed > length ? length : passed
  return (formatUsed(String(elapsed), String(length), 0) ?? '100 %').replaceAll('\u00a0', ' ')
}

/** How far an epoch is on the chain in use: milliseconds left, unless the node was not heard of for too long, and percent elapsed. */
export function useEpochProgress(epoch: EpochSpan): { left: number | undefined; percent: number; elapsed: string } {
  const { start, end } = epoch
  useNow(() => Math.ceil(toMilliseconds(end - chainNow()) / 1000))
  const stale = useNodeStaleness() !== undefined
  const [length, left] = [toMilliseconds(end - start), toMilliseconds(end - chainNow())]
  const percent = ((length - left) / length) * 100
  return { left: stale ? undefined : left, percent, elapsed: elapsedWords(epoch) }
}
