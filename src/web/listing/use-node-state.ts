import { useSyncExternalStore } from 'react'
import { nodeState } from '../node/node-state.ts'
import type { NodeState } from '../node/node-state.ts'

/** The node in use: block, data age, epoch, budget and how it is doing; renders again when any of it changes. */
export const useNodeState = (): NodeState => useSyncExternalStore(nodeState.subscribe, nodeState.get)
