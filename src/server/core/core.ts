import type { listKnownParties } from '../../wire/known-parties.ts'
import type { getBlockHeight, getStatistics, getTime } from '../../wire/network.ts'
import type { Reply } from '../../wire/protocol/operation.ts'
import type { getSpamStatistics } from '../../wire/spam-statistics.ts'
import type { Rendered } from '../json-text.ts'

/** Data that only a core node has: its REST server (`--core URL`) or the demo network. Methods reject with a Fault. */
export interface Core {
  spamStatistics(partyId: string, signal: AbortSignal): Promise<Rendered<Reply<typeof getSpamStatistics>>>
  statistics(signal: AbortSignal): Promise<Rendered<Reply<typeof getStatistics>>>
  time(signal: AbortSignal): Promise<Rendered<Reply<typeof getTime>>>
  /** Parties that the network's maker has named; none where nobody has. */
  knownParties?(): Reply<typeof listKnownParties>
  blockHeight(signal: AbortSignal): Promise<Rendered<Reply<typeof getBlockHeight>>>
}
