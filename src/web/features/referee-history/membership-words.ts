import { groupDigits } from '../../format/amount.ts'
import { formatAge } from '../../format/duration.ts'
import { formatInstant, toMilliseconds, type Zone } from '../../format/time.ts'
import { plural } from '../../format/words.ts'
import type { Membership } from './memberships.ts'

/** `1 epoch`, `1,203 epochs`, `under one epoch`. */
export const epochWords = (epochs: string): string => (epochs === '0' ? 'under one epoch' : plural(epochs, 'epoch'))

/** The length of a membership; the current one counts up to the running epoch, if known. */
export function lengthWords(membership: Membership, epoch: string | undefined): string {
  if (membership.epochs !== undefined) return epochWords(membership.epochs)
  if (!membership.current) return 'end not loaded'
  if (epoch === undefined || BigInt(epoch) < BigInt(membership.joinedAtEpoch)) return 'so far'
  return `${epochWords((BigInt(epoch) - BigInt(membership.joinedAtEpoch)).toString())} so far`
}

/** The time of a membership: its join, and for an ended one its end and its epochs. */
export function spanWords(membership: Membership, zone: Zone, nowNs: bigint): string {
  const from = formatInstant(membership.joinedAt, zone, { precision: 'second' })
  const start = BigInt(membership.joinedAtEpoch)
  if (membership.endedAt === undefined || membership.endedAtEpoch === undefined) {
    const age = toMilliseconds(nowNs - BigInt(membership.joinedAt))
    const lasting = membership.current && age >= 0 ? `, ${formatAge(age)} ago` : ''
    return `Joined ${from} at epoch ${groupDigits(membership.joinedAtEpoch)}${lasting}`
  }
  const last = BigInt(membership.endedAtEpoch) - 1n
  const epochs =
    last <= start
      ? `epoch ${groupDigits(membership.joinedAtEpoch)}`
      : `epochs ${groupDigits(membership.joinedAtEpoch)} to ${groupDigits(last.toString())}`
  return `${from} to ${formatInstant(membership.endedAt, zone, { precision: 'second' })}, ${epochs}`
}
