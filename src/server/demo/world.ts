import { Chain, day, type Micros } from './chain/chain.ts'
import { type Assets, idOf, makeAssets, makeMarkets, type Market } from './market/instruments.ts'
import { type Past, wholePast } from './past.ts'
import { Random, seedOf } from './random.ts'

export const roles = {
  maker: 6,
  taker: 10,
  provider: 8,
  captain: 6,
  referee: 7,
  validator: 5,
  treasury: 1,
  whale: 2,
  newcomer: 3,
  sender: 1,
  applicant: 1,
  delegator: 1,
  reckless: 2,
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

/** What never changes: parties, assets and markets. A function of the seed and the time of the first start. */
export interface World {
  chain: Chain
  seed: number
  past: Past
  assets: Assets
  markets: readonly Market[]
  parties: readonly Party[]
  byRole: (role: Role) => readonly Party[]
}

function makeParties(seed: number, chain: Chain): Party[] {
  const random = new Random(seedOf(seed, 'parties'))
  const names = Object.entries(roles).flatMap(([role, count]) =>
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

/** Two calls with the same arguments describe the same network, id by id. */
export function makeWorld(seed: number, anchor: Micros, past: Past = wholePast): World {
  const chain = new Chain(seedOf(seed, 'chain'), anchor)
  const assets = makeAssets(seed)
  const parties = makeParties(seed, chain)
  const markets = makeMarkets(seed, chain, assets)
  const byRole = (role: Role): readonly Party[] => parties.filter((party) => party.role === role)
  return { chain, seed, past, assets, markets, parties, byRole }
}
