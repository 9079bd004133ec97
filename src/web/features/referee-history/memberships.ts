import { compare } from '../../format/amount.ts'
import type { TeamRefereeHistory } from '../../../wire/referee-history.ts'

/** A membership ends where the next one begins: the network records joins only (interface.md 2.3). */
export interface Membership {
  teamId: string
  joinedAt: string
  joinedAtEpoch: string
  /** Nanoseconds and epoch of the next join; undefined for the current membership and while the next join is not loaded. */
  endedAt?: string
  endedAtEpoch?: string
  /** Whole epochs of an ended membership. */
  epochs?: string
  /** The newest join of all. */
  current: boolean
  /** The oldest join of all. */
  first: boolean
  /** The same team was joined before. */
  returned: boolean
}

/** The part of the history that is loaded. */
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
    const returned = seen.has(join.teamId)
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
      first: index === 0 && (complete || !newestFirst),
      returned,
    }
  })
  return memberships.reverse()
}

/** The number of different teams, and of returns to one. */
export const countsOf = (memberships: readonly Membership[]): { teams: number; returns: number } => ({
  teams: new Set(memberships.map(({ teamId }) => teamId)).size,
  returns: memberships.filter(({ returned }) => returned).length,
})
