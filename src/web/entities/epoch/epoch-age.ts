import type { EpochSpan } from '../../client/node-status.ts'
import { roundDuration } from '../../format/duration.ts'
import { toMilliseconds } from '../../format/time.ts'

/**
 * Roughly how long ago an epoch began, if all epochs since were as long as the running one: records name the epoch alone,
 * and reading its time is a request for each. undefined for an epoch that is not over by the running one.
 */
export function epochAge(epoch: string, { seq, start, end }: EpochSpan, now: bigint): string | undefined {
  const behind = /^\d+$/.test(epoch) ? BigInt(seq) - BigInt(epoch) : -1n
  if (behind === 0n) return 'this epoch'
  if (behind < 0n || end <= start) return undefined
  return `${roundDuration(toMilliseconds(now - start + behind * (end - start)))} ago`
}
