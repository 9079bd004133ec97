import { queryOptions } from '@tanstack/react-query'
import { listKnownParties, type KnownParty } from '../../../wire/known-parties.ts'
import { listParties } from '../../../wire/network.ts'
import { isAbsentRoute } from '../../client/node-failure.ts'
import { ask } from '../../client/request.ts'
import { foldId } from '../../format/id.ts'
import { readableName } from '../../format/name.ts'
import { setPublishedNames } from '../../preferences/party-names.ts'

/** A party to start with; one without a name is just listed by the node. */
export type NodeParty = Pick<KnownParty, 'partyId' | 'role'> & Partial<Pick<KnownParty, 'name'>>

/** As many as the watch room takes, and the network. */
const few = { pagination: { first: 51 } }

/** Before anything is drawn with the parties: else ids would stand for a moment where names come. */
export const publishNames = (parties: readonly NodeParty[] = []): void =>
  setPublishedNames(
    Object.fromEntries(parties.flatMap(({ partyId, name }) => (name === undefined ? [] : [[partyId, name] as const]))),
  )

/** Lyra's own service may name parties; its list is optional, and other nodes do not have it. */
async function named({ signal }: { signal: AbortSignal }): Promise<{ parties: NodeParty[]; invented: boolean }> {
  try {
    const { parties, invented } = await ask(listKnownParties, {}, { signal })
    const readable = parties.map(({ partyId, name, role }) => ({
      partyId: foldId(partyId),
      name: readableName(name),
      ...(role !== undefined && { role: readableName(role) }),
    }))
    publishNames(readable)
    return { parties: readable, invented }
  } catch (error) {
    if (isAbsentRoute(error)) return { parties: [], invented: false }
    throw error
  }
}

/** Some parties of the node (wire.md 11.3). The network is one too, but it sends nothing. */
async function listed(signal: AbortSignal): Promise<NodeParty[]> {
  const { parties } = await ask(listParties, few, { signal })
  return parties.edges.filter(({ node }) => node.id !== 'network').map(({ node }) => ({ partyId: foldId(node.id) }))
}

/** The list is requested once per page load. */
const once = { staleTime: Infinity, refetchOnWindowFocus: false } as const

export const namedPartiesQuery = queryOptions({ queryKey: ['named-parties'], queryFn: named, ...once })

export const nodePartiesQuery = (lyra: boolean) =>
  queryOptions({
    queryKey: ['node-parties', lyra],
    queryFn: async ({ signal, client }) => {
      const { parties, invented } = lyra ? await client.query(namedPartiesQuery) : { parties: [], invented: false }
      // The demo names those worth a look; an operator names some parties of a network that has others.
      if (invented) return parties
      const others = await listed(signal)
      return [...parties, ...others.filter((other) => !parties.some(({ partyId }) => partyId === other.partyId))]
    },
    ...once,
  })
