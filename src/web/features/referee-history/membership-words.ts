import { groupDigits } from '../../format/amount.ts'
import { formatAge } from '../../format/duration.ts'
import { formatInstant, toMilliseconds, type Zone } from '../../format/time.ts'
import { plural } from '../../format/words.ts'
import type { Stay } from './memberships.ts'

/** `1 epoch`, `1,203 epochs`, `under one epoch`. */
export const epochWords = (epochs: string): string => (epochs === '0' ? 'under one epoch' : plural(epochs, 'epoch'))

/** How long a stay lasted; the current one counts up to the running epoch, when that is known. */
export function lengthWords(stay: Stay, epoch: string | undefined): string {
  if (stay.epochs !== undefined) return epochWords(stay.epochs)
  if (!stay.current) return 'end not loaded'
  if (epoch === undefined || BigInt(epoch) < BigInt(stay.joinedAtEpoch)) return 'so far'
  return `${epochWords((BigInt(epoch) - BigInt(stay.joinedAtEpoch)).toString())} so far`
}

/** When a stay was: its join, and for an ended one its end and the epochs it filled. */
export function spanWords(stay: Stay, zone: Zone, nowNs: bigint): string {
  const from = formatInstant(stay.joinedAt, zone, { precision: 'second' })
  const start = BigInt(stay.joinedAtEpoch)
  if (stay.endedAt === undefined || stay.endedAtEpoch === undefined) {
    const age = toMilliseconds(nowNs - BigInt(stay.joinedAt))
    const lasting = stay.current && age >= 0 ? `, ${formatAge(age)} ago` : ''
    return `Joined ${from} at epoch ${groupDigits(stay.joinedAtEpoch)}${lasting}`
  }
  const last = BigInt(stay.endedAtEpoch) - 1n
  const epochs =
    last <= start
      ? `epoch ${groupDigits(stay.joinedAtEpoch)}`
      : `epochs ${groupDigits(stay.joinedAtEpoch)} to ${groupDigits(last.toString())}`
  return `${from} to ${formatInstant(stay.endedAt, zone, { precision: 'second' })}, ${epochs}`
}
