import * as v from 'valibot'
import { operation } from './protocol/operation.ts'
import { Id } from './scalar.ts'

/** A party that the service can name. */
export const KnownParty = v.object({
  partyId: Id,
  name: v.string(),
  /** What the party does, in a few plain words, such as `market maker`. */
  role: v.optional(v.string()),
})
export type KnownParty = v.InferOutput<typeof KnownParty>

/** Lyra's own, not part of the network's interface: parties to start with. Another node does not have it. */
export const listKnownParties = operation({
  name: 'listKnownParties',
  summary: 'Parties that this service can name',
  path: '/lyra/v1/parties',
  optional: true,
  params: v.object({}),
  reply: v.object({
    /** The most interesting first; empty when the service names none. */
    parties: v.array(KnownParty),
    /** True when the network is invented: a demo. */
    invented: v.boolean(),
  }),
})

export const descriptions = {
  listKnownParties:
    "Lyra's own, not part of the network's interface: parties that this service can name, the most interesting first. Watched parties to which the service's operator gave names (`--watch-file`) come first; the demo also names the parties of its invented network.",
  'listKnownParties parties': 'The most interesting first; empty when the service names none.',
  'listKnownParties invented': 'True when the network is invented: a demo.',
  KnownParty: 'A party that the service can name.',
  'KnownParty name': 'Its name here.',
  'KnownParty role': 'What it does, in a few words.',
}
