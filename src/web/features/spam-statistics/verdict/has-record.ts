import { listLiquidityProviders } from '../../../../wire/liquidity-providers.ts'
import { listMarginModes } from '../../../../wire/margin-modes.ts'
import { listParties } from '../../../../wire/network.ts'
import { listRefereeHistory } from '../../../../wire/referee-history.ts'
import { ask } from '../../../api/client.ts'
import { NodeFailure } from '../../../api/node-error.ts'

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

/** Whether the node knows a key: asks one list after the other, no further than needed. Throws when the node could not tell. */
export async function hasRecord(partyId: string, signal: AbortSignal): Promise<boolean> {
  let told = false
  for (const look of looks) {
    const answer = await answerTo(look, partyId, signal)
    if (answer === 'yes') return true
    told ||= answer === 'no'
  }
  if (!told) throw new Error('This node has no operation that knows parties.')
  return false
}
