import { chainNow, nodeState, type EpochSpan } from '../../api/status/node-status.ts'
import { toMilliseconds } from '../../format/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { useObservable } from '../../use-observable.ts'

/** The running epoch by the last heartbeat; undefined when this node does not report it. */
export const useEpoch = (): EpochSpan | undefined => useObservable(nodeState, ({ epoch }) => epoch)

/** How far an epoch is on the chain in use: milliseconds left, and percent elapsed, also as a whole number up to 100. */
export function useEpochProgress({ start, end }: EpochSpan): { left: number; percent: number; elapsed: number } {
  useNow()
  const [length, left] = [toMilliseconds(end - start), toMilliseconds(end - chainNow())]
  const percent = ((length - left) / length) * 100
  return { left, percent, elapsed: Math.floor(Math.min(100, Math.max(0, percent))) }
}
