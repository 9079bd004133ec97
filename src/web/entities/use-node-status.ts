import { nodeState, type NodeState } from '../api/status/node-status.ts'
import { useObservable } from '../use-observable.ts'

/** The status of the node in use: block, data age, epoch, rate limit, connection. */
export const useNodeState = (): NodeState => useObservable(nodeState)

/**
 * The time of the last block (Unix nanoseconds) of a network that has stopped; undefined while it produces blocks. Ranges
 * then end there: the last day of an archive is the day before its last block.
 */
export const useStoppedAt = (): bigint | undefined => useObservable(nodeState, ({ stoppedAt }) => stoppedAt)
