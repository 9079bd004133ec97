import type { KnownParty } from '../../wire/known-parties.ts'
import { Chain, day, hour, type Micros, minute } from './chain/chain.ts'
import { bucketOf } from './market/candle.ts'
import { makeAssets, makeMarkets } from './market/markets.ts'
import { idOf, Random, seedOf } from './random.ts'

/** How far back a demo network reaches: candles of an hour and more, finer ones, single trades and the ledger. */
const wholePast = {
  hours: 365 * day,
  fiveMinutes: 60 * day,
  minutes: 14 * day,
  blocks: 6 * hour,
  ledger: 90 * day,
}
export type Past = typeof wholePast

/** Where each resolution of the past begins. Hours begin on a Monday, so that even the first week is whole. */
export const startsOf = (now: Micros, past: Past = wholePast): Omit<Past, 'ledger'> => ({
  hours: bucketOf(now - past.hours, 7 * day),
  fiveMinutes: bucketOf(now - past.fiveMinutes, day),
  minutes: bucketOf(now - past.minutes, day),
  blocks: bucketOf(now - past.blocks, hour),
})

/** From when on candles of this length exist. */
export function firstCandleTime(length: Micros, now: Micros, past?: Past): Micros {
  const starts = startsOf(now, past)
  if (length < 5 * minute) return starts.minutes
  return length < hour ? starts.fiveMinutes : starts.hours
}

/** How many parties have each role, and what each of them owns, in whole units. */
export const roles = {
  maker: { count: 6, dollars: 3_000_000, weth: 500, lyr: 40_000 },
  taker: { count: 10, dollars: 150_000, weth: 40, lyr: 9_000 },
  provider: { count: 8, dollars: 400_000, weth: 20, lyr: 25_000 },
  captain: { count: 6, dollars: 90_000, weth: 25, lyr: 6_000 },
  referee: { count: 7, dollars: 25_000, weth: 8, lyr: 2_500 },
  validator: { count: 5, dollars: 20_000, weth: 5, lyr: 60_000 },
  treasury: { count: 1, dollars: 2_500_000, weth: 100, lyr: 4_000_000 },
  whale: { count: 2, dollars: 6_000_000, weth: 900, lyr: 900_000 },
  newcomer: { count: 3, dollars: 4_000, weth: 2, lyr: 4_000 },
  sender: { count: 1, dollars: 120_000, weth: 3, lyr: 8_000 },
  applicant: { count: 1, dollars: 900, weth: 0, lyr: 300 },
  delegator: { count: 1, dollars: 700, weth: 0, lyr: 15_000 },
  reckless: { count: 2, dollars: 400, weth: 0, lyr: 0 },
}
export type Role = keyof typeof roles

export interface Party {
  id: string
  /** The role and its number, such as `maker-2`. */
  name: string
  role: Role
  created: Micros
}

/** The only party that is no key: the network itself. */
export const network = 'network'

function makeParties(seed: number, chain: Chain): Party[] {
  const random = new Random(seedOf(seed, 'parties'))
  const names = Object.entries(roles).flatMap(([role, { count }]) =>
    Array.from({ length: count }, (_, index) => ({ role: role as Role, name: `${role}-${String(index + 1)}` })),
  )
  return names.map(({ role, name }) => {
    const age = role === 'newcomer' ? (0.5 + 6 * random.next()) * day : (300 + 380 * random.next()) * day
    return {
      id: idOf(seed, 'party', name),
      name,
      role,
      created: chain.timeOf(chain.heightAt(chain.anchor - Math.floor(age))),
    }
  })
}

/** What never changes: parties, assets and markets. Equal arguments (`anchor`: the first start) give equal ids. */
export function makeWorld(seed: number, anchor: Micros, past: Past = wholePast) {
  const chain = new Chain(seedOf(seed, 'chain'), anchor)
  const assets = makeAssets(seed)
  const parties = makeParties(seed, chain)
  const markets = makeMarkets(seed, chain, assets)
  const byRole = (role: Role): readonly Party[] => parties.filter((party) => party.role === role)
  return { chain, seed, past, assets, markets, parties, byRole }
}
export type World = Readonly<ReturnType<typeof makeWorld>>

/** Parties of the demo with a part to play, by their names in the world: those with something to see come first. */
const parts: readonly (readonly [party: string, name: string, role: string])[] = [
  ['reckless-1', 'quote-bot-7', 'bot'],
  ['reckless-2', 'tick-bot-2', 'bot'],
  ['taker-10', 'arb-hydra', 'bot'],
  ['maker-6', 'squall-mm', 'quotes in bursts'],
  ['validator-1', 'delta-validator', 'validator'],
  ['applicant-1', 'ferry-referrals', 'referral agent'],
  ['maker-1', 'northwind-mm', 'market maker'],
  ['taker-9', 'carry-desk', 'bot'],
  ['provider-1', 'corvid-capital', 'liquidity provider'],
  ['provider-3', 'ebb-liquidity', 'liquidity provider'],
  ['provider-4', 'slackwater-lp', 'liquidity provider'],
  ['referee-1', 'kestrel', 'referee of many teams'],
  ['delegator-1', 'orrery-stake', 'delegates stake'],
  ['sender-1', 'harbour-payouts', 'pays out rewards'],
  ['newcomer-3', 'larder-cold', 'idle key'],
  ['treasury-1', 'lyr-treasury', 'treasury'],
]

export const namedParties = ({ parties }: World): KnownParty[] =>
  parts.flatMap(([key, name, role]) => {
    const party = parties.find((candidate) => candidate.name === key)
    return party ? [{ partyId: party.id, name, role }] : []
  })
