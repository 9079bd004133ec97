import { chainNow, nodeState, type EpochSpan } from '../../client/node-status.ts'
import { formatUsed } from '../../format/percent.ts'
import { toMilliseconds } from '../../format/time.ts'
import { useNodeStaleness } from '../staleness.ts'
import { useNow } from '../../ui/use-now.ts'
import { useObservable } from '../../use-observable.ts'

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
  useNow()
  const stale = useNodeStaleness() !== undefined
  const [length, left] = [toMilliseconds(end - start), toMilliseconds(end - chainNow())]
  const percent = ((length - left) / length) * 100
  return { left: stale ? undefined : left, percent, elapsed: elapsedWords(epoch) }
}
