import type { Reply } from '../../wire/protocol/operation.ts'
import type { getSpamHistory } from '../../wire/spam-history.ts'
import { notFound } from '../fault.ts'
import type { Handler } from './handler.ts'

/** The reply of a service without watched parties. */
const nobody = (): Reply<typeof getSpamHistory> => ({
  now: new Date().toISOString(),
  watched: [],
  samples: [],
  gaps: [],
})

/** The counters of a party that the service watches, as it read them in the last 24 hours. */
export const spamHistory: Handler<typeof getSpamHistory> = async ({ spamWatch }, { partyId }) => {
  if (partyId === '') return spamWatch?.listed() ?? nobody()
  const history = spamWatch?.historyOf(partyId)
  if (history) return history
  throw notFound('partyId: this service does not watch that party', 10_000, 'start it with --watch and the party')
}
