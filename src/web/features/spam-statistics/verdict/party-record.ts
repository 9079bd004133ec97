import { queryOptions, type UseQueryResult } from '@tanstack/react-query'
import { listLiquidityProviders } from '../../../../wire/liquidity-providers.ts'
import { listMarginModes } from '../../../../wire/margin-modes.ts'
import { listParties } from '../../../../wire/network.ts'
import { listRefereeHistory } from '../../../../wire/referee-history.ts'
import { ask } from '../../../client/request.ts'
import { isAbsentRoute, NodeFailure } from '../../../client/node-failure.ts'
import type { PartyRecord } from '../../../../wire/spam/spam-verdict.ts'
import { historyOf } from '../history/samples.ts'

const pagination = { first: 1 }

/** The list of parties has every key that was ever active. The others are requested only when it lacks the key. */
const lookups: readonly ((partyId: string, signal: AbortSignal) => Promise<boolean>)[] = [
  async (partyId, signal) => {
    const { parties } = await ask(listParties, { partyId, pagination }, { signal })
    return parties.edges.some(({ node }) => node.id === partyId)
  },
  async (partyId, signal) =>
    (await ask(listMarginModes, { partyId, pagination }, { signal })).partyMarginModes.edges.length > 0,
  async (partyId, signal) =>
    (await ask(listRefereeHistory, { referee: partyId, pagination }, { signal })).teamRefereeHistory.edges.length > 0,
  async (partyId, signal) =>
    (await ask(listLiquidityProviders, { partyId, pagination }, { signal })).liquidityProviders.edges.length > 0,
]

/** False when the node refuses the key, undefined when it lacks the operation: its 404 then has no detail (wire.md 4.2). */
function foundAfter(error: unknown): false | undefined {
  if (isAbsentRoute(error)) return undefined
  if (error instanceof NodeFailure && (error.kind === 'unknown' || error.status === 400)) return false
  throw error
}

/** Whether any list has the key. Throws when none could tell. */
async function hasRecord(partyId: string, signal: AbortSignal): Promise<boolean> {
  let answered = false
  for (const lookup of lookups) {
    const found = await lookup(partyId, signal).catch(foundAfter)
    if (found) return true
    answered ||= found === false
  }
  if (!answered) throw new Error('This node cannot look up parties.')
  return false
}

/** Requested once per key and session, and only while all counters are zero. */
export const partyRecordQuery = (partyId: string) =>
  queryOptions({
    queryKey: ['party-record', partyId],
    queryFn: ({ signal }) => hasRecord(partyId, signal),
    staleTime: Infinity,
    gcTime: Infinity,
  })

/** A key that this browser or the node itself has seen counting on this node needs no other proof. */
export const hasCounted = (partyId: string): boolean =>
  Object.values(historyOf(partyId)).some((runs) => runs.some(({ used }) => used !== '0'))

/** What is known about a key; a check that is running or failed claims nothing. */
export function recordOf(
  partyId: string,
  { data, isError }: Pick<UseQueryResult<boolean>, 'data' | 'isError'>,
): PartyRecord {
  if (data === true || hasCounted(partyId)) return 'known'
  if (data === false) return 'none'
  return isError ? 'unchecked' : 'checking'
}
