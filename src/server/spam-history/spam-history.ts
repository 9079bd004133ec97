import type { Reply } from '../../wire/protocol/operation.ts'
import type { getSpamHistory } from '../../wire/spam-history.ts'

export type SpamHistory = Reply<typeof getSpamHistory>

/** The kept counters. */
export interface SpamHistories {
  /** The watched parties, without what is known of them. */
  listed(): SpamHistory
  /** What is known of a party; undefined when it is not watched. */
  historyOf(partyId: string): SpamHistory | undefined
}
