import type { getSpamStatistics } from '../../wire/spam-statistics.ts'
import { invalid } from '../fault.ts'
import type { Handler } from './handler.ts'

/** How much of its limits a party has used in this epoch; only the core node knows. */
export const spamStatistics: Handler<typeof getSpamStatistics> = async ({ core, signal }, { partyId }) => {
  if (partyId === '') throw invalid('empty or missing party ID', '', 10_006)
  return core.spamStatistics(partyId, signal)
}
