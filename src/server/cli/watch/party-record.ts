import type { NodeProxy } from '../../core/core-proxy.ts'
import { Fault, ForeignFault } from '../../fault.ts'
import { listLiquidityProviders } from '../../../wire/liquidity-providers.ts'
import { listMarginModes } from '../../../wire/margin-modes.ts'
import { listParties } from '../../../wire/network.ts'
import { listRefereeHistory } from '../../../wire/referee-history.ts'
import { ErrorBody } from '../../../wire/protocol/error.ts'
import type { PartyRecord } from '../../../wire/spam/spam-verdict.ts'
import { jsonOf } from '../../core/core-error.ts'
import * as v from 'valibot'

export type ReadNode = NodeProxy['read']

const pagination = { first: 1 }

/** The list of parties has every key that was ever active; a node without it may have the others. */
const lookups: readonly ((read: ReadNode, partyId: string, signal: AbortSignal) => Promise<boolean>)[] = [
  async (read, partyId, signal) => {
    const { parties } = await read(listParties, { partyId, pagination }, signal)
    return parties.edges.some(({ node }) => node.id === partyId)
  },
  async (read, partyId, signal) =>
    (await read(listMarginModes, { partyId, pagination }, signal)).partyMarginModes.edges.length > 0,
  async (read, partyId, signal) =>
    (await read(listRefereeHistory, { referee: partyId, pagination }, signal)).teamRefereeHistory.edges.length > 0,
  async (read, partyId, signal) =>
    (await read(listLiquidityProviders, { partyId, pagination }, signal)).liquidityProviders.edges.length > 0,
]

/** False when the node refuses the key; undefined when it lacks the operation: its 404 then has no detail (wire.md 4.2). */
function foundAfter(error: unknown): false | undefined {
  if (!(error instanceof ForeignFault) || ![400, 404, 501].includes(error.status)) throw error
  const body = v.safeParse(ErrorBody, jsonOf(error.text))
  return error.status === 400 || (body.success && body.output.details.length > 0) ? false : undefined
}

/** Whether the node knows a key at all. A node that can look up no keys, as a core node, leaves it unchecked. */
export async function partyRecord(read: ReadNode, partyId: string, signal: AbortSignal): Promise<PartyRecord> {
  let record: PartyRecord = 'unchecked'
  try {
    for (const lookup of lookups) {
      const found = await lookup(read, partyId, signal).catch(foundAfter)
      if (found) return 'known'
      if (found === false) record = 'none'
    }
    return record
  } catch (error) {
    if (error instanceof Fault) return 'unchecked'
    throw error
  }
}
