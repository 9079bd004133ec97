import { queryOptions, type UseQueryResult } from '@tanstack/react-query'
import { listLiquidityProviders } from '../../../wire/liquidity-providers.ts'
import { listMarginModes } from '../../../wire/margin-modes.ts'
import { listParties } from '../../../wire/network.ts'
import { listRefereeHistory } from '../../../wire/referee-history.ts'
import { ask } from '../../node/client.ts'
import { NodeFailure } from '../../node/failure.ts'
import { historyOf } from './samples.ts'

/** Whether the node knows a key at all: spam statistics answer zeros for any text (wire.md 9.5). */
export type PartyRecord = 'known' | 'none' | 'checking' | 'unchecked'

/** One question to the node: whether anything speaks for the key. */
type Look = (partyId: string, signal: AbortSignal) => Promise<boolean>

const pagination = { first: 1 }

/** The list of parties knows every key that ever did anything, so the others are asked only when it does not. */
const looks: readonly Look[] = [
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

type Answer = 'yes' | 'no' | 'absent'

/** A node that names no detail with its 404 lacks the operation; with one it lacks the party (wire.md 4.2). */
function refused(failure: unknown): Answer {
  if (!(failure instanceof NodeFailure) || failure.kind !== 'answer') throw failure
  const { status, detail } = failure
  if (status === 400 || (status === 404 && detail?.code !== undefined)) return 'no'
  if (status === 404 || status === 501) return 'absent'
  throw failure
}

async function answerTo(look: Look, partyId: string, signal: AbortSignal): Promise<Answer> {
  try {
    return (await look(partyId, signal)) ? 'yes' : 'no'
  } catch (failure) {
    return refused(failure)
  }
}

/** One after the other and no further than needed. Throws when the node could not tell. */
async function hasRecord(partyId: string, signal: AbortSignal): Promise<boolean> {
  let told = false
  for (const look of looks) {
    const answer = await answerTo(look, partyId, signal)
    if (answer === 'yes') return true
    told ||= answer === 'no'
  }
  if (!told) throw new Error('This node has no operation that knows parties.')
  return false
}

/** Asked once for each key in a session, and only by those to whom all counters are zero. */
export const partyRecordQuery = (partyId: string) =>
  queryOptions({
    queryKey: ['party-record', partyId],
    queryFn: ({ signal }) => hasRecord(partyId, signal),
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
