import { nodeState } from '../api/status/node-status.ts'
import type { NodeState } from '../api/status/node-status.ts'
import { useObservable } from '../use-observable.ts'

/** The node in use: block, data age, epoch, budget and how it is doing; renders again when any of it changes. */
export const useNodeState = (): NodeState => useObservable(nodeState)

/**
 * When the last block was (Unix nanoseconds) of a network that stands still; undefined while blocks come. "Now" is then
 * that moment: the last day of an archive is the day before its last block.
 */
export const useStoppedAt = (): bigint | undefined => useObservable(nodeState, ({ stoppedAt }) => stoppedAt)
