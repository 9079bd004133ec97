import { compare, groupDigits } from '../../format/amount.ts'
import type { TeamRefereeHistory } from '../../../wire/referee-history.ts'
import { formatAge, formatDuration } from '../../format/duration.ts'
import { formatInstant, toMilliseconds, type InstantOptions, type Zone } from '../../format/time.ts'
import { plural } from '../../format/words.ts'

/** A membership ends where the next one begins: the network records joins only. */
export interface Membership {
  teamId: string
  /** Nanoseconds; 0 where the node has not recorded when, as in `endedAt`. */
  joinedAt: string
  joinedAtEpoch: string
  /** Nanoseconds and epoch of the next join; undefined for the current membership and while the next join is not loaded. */
  endedAt?: string
  endedAtEpoch?: string
  /** Whole epochs of an ended membership. */
  epochs?: string
  /** The newest join of all. */
  current: boolean
  /** Known to be the party's first join of this team: no older join is missing from what is loaded. */
  first: boolean
}

export interface LoadedPart {
  newestFirst: boolean
  complete: boolean
}

const byTime = (a: TeamRefereeHistory, b: TeamRefereeHistory): number =>
  compare(a.joinedAtEpoch, b.joinedAtEpoch) || compare(a.joinedAt, b.joinedAt)

/** The memberships of a list of joins, newest first. In an incomplete list the unknown end is not marked. */
export function membershipsOf(
  joins: readonly TeamRefereeHistory[],
  { newestFirst, complete }: LoadedPart,
): Membership[] {
  const oldestFirst = joins.toSorted(byTime)
  const seen = new Set<string>()
  const memberships = oldestFirst.map((join, index): Membership => {
    const next = oldestFirst[index + 1]
    const first = !seen.has(join.teamId) && (complete || !newestFirst)
    seen.add(join.teamId)
    return {
      teamId: join.teamId,
      joinedAt: join.joinedAt,
      joinedAtEpoch: join.joinedAtEpoch,
      ...(next && {
        endedAt: next.joinedAt,
        endedAtEpoch: next.joinedAtEpoch,
        epochs: (BigInt(next.joinedAtEpoch) - BigInt(join.joinedAtEpoch)).toString(),
      }),
      current: !next && (complete || newestFirst),
      first,
    }
  })
  return memberships.reverse()
}

/** `1 epoch`, `1,203 epochs`, `under one epoch`. */
export const epochWords = (epochs: string): string => (epochs === '0' ? 'under one epoch' : plural(epochs, 'epoch'))

/** When a party joined, to the minute; in words where that is not recorded. */
export const joinTime = (ns: string, zone: Zone, options?: InstantOptions): string =>
  ns === '0' ? 'a time not recorded' : formatInstant(ns, zone, { precision: 'minute', ...options })

/** How long a membership has lasted; undefined while its end is not loaded. */
export function timeWords({ joinedAt, endedAt, current }: Membership, nowNs: bigint): string | undefined {
  if (joinedAt === '0' || endedAt === '0') return 'length not recorded'
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
    const from = joinTime(membership.joinedAt, zone)
    return `Joined ${membership.joinedAt === '0' ? 'at ' : ''}${from}, epoch ${groupDigits(membership.joinedAtEpoch)}`
  }
  const last = BigInt(membership.endedAtEpoch) - 1n
  const epochs =
    last <= start
      ? `epoch ${groupDigits(membership.joinedAtEpoch)}`
      : `epochs ${groupDigits(membership.joinedAtEpoch)} to ${groupDigits(last.toString())}`
  const from = joinTime(membership.joinedAt, zone, { name: false, offset: true })
  return `${from} to ${joinTime(membership.endedAt, zone)}, ${epochs}`
}

/** How many teams were joined how often: `Joined 7 teams 33 times`. */
export function joinedWords(memberships: readonly Membership[]): string {
  const teams = new Set(memberships.map(({ teamId }) => teamId)).size
  const times = memberships.length > teams ? ` ${groupDigits(String(memberships.length))} times` : ''
  return `Joined ${plural(teams, 'team')}${times}`
}
