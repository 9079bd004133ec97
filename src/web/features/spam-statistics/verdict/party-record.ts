import { queryOptions, type UseQueryResult } from '@tanstack/react-query'
import { untilItComes } from '../../../ui/feedback/later.tsx'
import { historyOf } from '../history/samples.ts'

/** Whether the node knows a key at all: spam statistics answer zeros for any text (wire.md 9.5). */
export type PartyRecord = 'known' | 'none' | 'checking' | 'unchecked'

/** Asked once for each key in a session, and only by those to whom all counters are zero. */
export const partyRecordQuery = (partyId: string) =>
  queryOptions({
    queryKey: ['party-record', partyId],
    queryFn: async ({ signal }) => (await untilItComes(() => import('./has-record.ts'))).hasRecord(partyId, signal),
    staleTime: Infinity,
    gcTime: Infinity,
  })

/** A key that this browser has seen counting on this node needs no other proof. */
export const hasCounted = (partyId: string): boolean =>
  Object.values(historyOf(partyId)).some((runs) => runs.some(({ used }) => used !== '0'))

/** What is known of a key by now; a check that is under way or failed claims nothing. */
export function recordOf(
  partyId: string,
  { data, isError }: Pick<UseQueryResult<boolean>, 'data' | 'isError'>,
): PartyRecord {
  if (data === true || hasCounted(partyId)) return 'known'
  if (data === false) return 'none'
  return isError ? 'unchecked' : 'checking'
}
