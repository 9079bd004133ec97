import { nodeState, type NodeState } from '../client/node-status.ts'
import { useObservable } from '../use-observable.ts'
import type { Connection } from '../client/connection.ts'
import type { IconName } from '../ui/icons/icon.tsx'
import type { RiskState } from '../../wire/spam/risk-state.ts'

export const useNodeState = (): NodeState => useObservable(nodeState)

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
