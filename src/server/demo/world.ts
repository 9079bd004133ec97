import { Chain, day, type Micros } from './chain/chain.ts'
import { idOf, makeAssets, makeMarkets } from './market/instruments.ts'
import { type Past, wholePast } from './past.ts'
import { Random, seedOf } from './random.ts'

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
