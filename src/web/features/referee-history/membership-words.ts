import { groupDigits } from '../../format/amount.ts'
import { formatAge, formatDuration } from '../../format/duration.ts'
import { formatInstant, toMilliseconds, type Zone } from '../../format/time.ts'
import { plural } from '../../format/words.ts'
import type { Membership } from './memberships.ts'

/** `1 epoch`, `1,203 epochs`, `under one epoch`. */
export const epochWords = (epochs: string): string => (epochs === '0' ? 'under one epoch' : plural(epochs, 'epoch'))

/** How long a membership has lasted; undefined while its end is not loaded. */
export function timeWords({ joinedAt, endedAt, current }: Membership, nowNs: bigint): string | undefined {
  if (endedAt !== undefined) return formatDuration(toMilliseconds(BigInt(endedAt) - BigInt(joinedAt)))
  return current ? `${formatAge(toMilliseconds(nowNs - BigInt(joinedAt)))} so far` : undefined
}

/** The length of a membership, of an ended one in epochs as well. */
export function lengthWords(membership: Membership, nowNs: bigint): string {
  const { epochs } = membership
  const time = timeWords(membership, nowNs) ?? 'end not loaded'
  return epochs === undefined ? time : `${time}, ${epochWords(epochs)}`
}

/** The time of a membership: its join, and for an ended one its end and its epochs. */
export function spanWords(membership: Membership, zone: Zone): string {
  const start = BigInt(membership.joinedAtEpoch)
  if (membership.endedAt === undefined || membership.endedAtEpoch === undefined) {
    const from = formatInstant(membership.joinedAt, zone, { precision: 'minute' })
    return `Joined ${from}, epoch ${groupDigits(membership.joinedAtEpoch)}`
  }
  const last = BigInt(membership.endedAtEpoch) - 1n
  const epochs =
    last <= start
      ? `epoch ${groupDigits(membership.joinedAtEpoch)}`
      : `epochs ${groupDigits(membership.joinedAtEpoch)} to ${groupDigits(last.toString())}`
  const from = formatInstant(membership.joinedAt, zone, { precision: 'minute', name: false, offset: true })
  return `${from} to ${formatInstant(membership.endedAt, zone, { precision: 'minute' })}, ${epochs}`
}
