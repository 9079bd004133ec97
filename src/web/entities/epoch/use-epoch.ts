import { useMemo } from 'react'
import type { Epoch } from '../../../wire/network.ts'
import { nodeState } from '../../api/status/node-status.ts'
import { useObservable } from '../../use-observable.ts'

/** The running epoch as on the wire: its number, start and expected end in Unix nanoseconds. */
export type RunningEpoch = Pick<Epoch, 'seq'> & { timestamps: Pick<Epoch['timestamps'], 'startTime' | 'expiryTime'> }

/** The running epoch by the last heartbeat; undefined when this node does not report it. */
export function useEpoch(): RunningEpoch | undefined {
  const epoch = useObservable(nodeState, ({ epoch }) => epoch)
  return useMemo(
    () => epoch && { seq: epoch.seq, timestamps: { startTime: String(epoch.start), expiryTime: String(epoch.end) } },
    [epoch],
  )
}
