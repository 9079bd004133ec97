import type { listKnownParties } from '../../wire/known-parties.ts'
import type { Handler } from './handler.ts'

/**
 * The parties that the service can name: those that its operator watches under a name, then those of the demo. Lyra's own, not
 * part of the network's interface.
 */
export const knownParties: Handler<typeof listKnownParties> = async ({ core, spamWatch }) => {
  const { parties, invented } = core.knownParties?.() ?? { parties: [], invented: false }
  const named = Array.from(spamWatch?.names ?? [], ([partyId, name]) => {
    return { ...parties.find((known) => known.partyId === partyId), partyId, name }
  })
  return { parties: [...named, ...parties.filter(({ partyId }) => !spamWatch?.names.has(partyId))], invented }
}
