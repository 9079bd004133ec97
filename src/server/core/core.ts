import type { listKnownParties } from '../../wire/known-parties.ts'
import type { getBlockHeight, getStatistics, getTime } from '../../wire/network.ts'
import type { Reply } from '../../wire/protocol/operation.ts'
import type { getSpamStatistics } from '../../wire/spam-statistics.ts'
import type { Rendered } from '../json-text.ts'

/** What the requests to a core node came to, since the start. */
export interface CoreTraffic {
  /**
   * How many, and seconds until their end, by HTTP status; `late` without an answer in time, `unreachable` without any, `held`
   * for those that were not sent, because the node had refused others.
   */
  answers: ReadonlyMap<string, { count: number; seconds: number }>
  /** Milliseconds until requests are sent again; 0 unless the node limits or bans this service. */
  heldMs: number
}

/** Data that only a core node has: its REST server (`--core URL`) or the demo network. Methods reject with a Fault. */
export interface Core {
  spamStatistics(partyId: string, signal: AbortSignal): Promise<Rendered<Reply<typeof getSpamStatistics>>>
  statistics(signal: AbortSignal): Promise<Rendered<Reply<typeof getStatistics>>>
  time(signal: AbortSignal): Promise<Rendered<Reply<typeof getTime>>>
  /** Parties that the operator of the network has named; may be empty. */
  knownParties?(): Reply<typeof listKnownParties>
  /** Absent where the answers are made here. */
  traffic?(): CoreTraffic
  blockHeight(signal: AbortSignal): Promise<Rendered<Reply<typeof getBlockHeight>>>
}
