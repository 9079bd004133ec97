import type { TeamRefereeHistory } from '../../../wire/referee-history.ts'

/** One membership with its end, which is the start of the next one (interface.md 2.3 gives joins only). */
export interface Stay {
  teamId: string
  joinedAt: string
  joinedAtEpoch: string
  /** Nanoseconds and epoch of the next join; undefined for the current stay and where the next join is not loaded. */
  endedAt?: string
  endedAtEpoch?: string
  /** Whole epochs of an ended stay. */
  epochs?: string
  /** The newest join of all: it goes on as far as the node knows. */
  current: boolean
  /** The oldest join of all. */
  first: boolean
  /** The same team was joined before. */
  returned: boolean
}

/** What part of the history is here: joins are asked for newest first or oldest first, and the list may be cut. */
export interface Extent {
  newestFirst: boolean
  complete: boolean
}

const byTime = (a: TeamRefereeHistory, b: TeamRefereeHistory): number => {
  const epochs = BigInt(a.joinedAtEpoch) - BigInt(b.joinedAtEpoch)
  const difference = epochs === 0n ? BigInt(a.joinedAt) - BigInt(b.joinedAt) : epochs
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/**
 * The stays behind a list of joins, newest first whatever order the node sent. In a cut list the far end is not known:
 * the oldest loaded join is not called the first team, the newest loaded one is not called current.
 */
export function staysOf(joins: readonly TeamRefereeHistory[], { newestFirst, complete }: Extent): Stay[] {
  const oldestFirst = joins.toSorted(byTime)
  const seen = new Set<string>()
  const stays = oldestFirst.map((join, index): Stay => {
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
  return stays.reverse()
}

/** How many different teams, and how often one was joined again. */
export const countsOf = (stays: readonly Stay[]): { teams: number; returns: number } => ({
  teams: new Set(stays.map(({ teamId }) => teamId)).size,
  returns: stays.filter(({ returned }) => returned).length,
})
