import type { KnownParty } from '../../wire/known-parties.ts'
import type { World } from './world.ts'

/** Parties of the demo with a part to play, by their names in the world: those with something to see come first. */
const parts: readonly (readonly [party: string, name: string, role: string])[] = [
  ['reckless-1', 'quote-bot-7', 'bot'],
  ['reckless-2', 'tick-bot-2', 'bot'],
  ['taker-10', 'arb-hydra', 'bot'],
  ['validator-1', 'delta-validator', 'validator'],
  ['applicant-1', 'ferry-referrals', 'referral agent'],
  ['maker-1', 'northwind-mm', 'market maker'],
  ['taker-9', 'carry-desk', 'bot'],
  ['provider-1', 'corvid-capital', 'liquidity provider'],
  ['provider-4', 'slackwater-lp', 'liquidity provider'],
  ['referee-1', 'kestrel', 'referee of many teams'],
  ['delegator-1', 'orrery-stake', 'delegates stake'],
  ['sender-1', 'harbour-payouts', 'pays out rewards'],
  ['newcomer-3', 'larder-cold', 'idle key'],
  ['treasury-1', 'lyr-treasury', 'treasury'],
]

/** The named parties, with the ids that they have in this world. */
export const namedParties = ({ parties }: World): KnownParty[] =>
  parts.flatMap(([key, name, role]) => {
    const party = parties.find((candidate) => candidate.name === key)
    return party ? [{ partyId: party.id, name, role }] : []
  })
