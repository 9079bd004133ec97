import { nodeState, type NodeState } from '../client/node-status.ts'
import { useObservable } from '../use-observable.ts'

export const useNodeState = (): NodeState => useObservable(nodeState)

/** The last block (Unix nanoseconds) of a network that has stopped, at which ranges end; undefined while it runs. */
export const useStoppedAt = (): bigint | undefined => useObservable(nodeState, ({ stoppedAt }) => stoppedAt)
