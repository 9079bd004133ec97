import { useMemo } from 'react'
import type { Epoch } from '../../../wire/network.ts'
import { nodeState } from '../../api/status/node-status.ts'
import { useObservable } from '../../use-observable.ts'

/** The running epoch in the words of the wire: number, and start and expected end in Unix nanoseconds. */
export type RunningEpoch = Pick<Epoch, 'seq'> & { timestamps: Pick<Epoch['timestamps'], 'startTime' | 'expiryTime'> }

/** The running epoch as the heartbeat last heard it, or undefined when this node does not say. */
export function useEpoch(): RunningEpoch | undefined {
  const epoch = useObservable(nodeState, ({ epoch }) => epoch)
  return useMemo(
    () => epoch && { seq: epoch.seq, timestamps: { startTime: String(epoch.start), expiryTime: String(epoch.end) } },
    [epoch],
  )
}
