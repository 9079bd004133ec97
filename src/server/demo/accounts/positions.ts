import { hour, type Micros } from '../chain/chain.ts'
import type { Market } from '../market/instruments.ts'
import { deviateAt, seedOf, uniformAt } from '../random.ts'
import type { Party, Role, World } from '../world.ts'

const appetite: Partial<Record<Role, number>> = { taker: 1, whale: 4, newcomer: 0.2, referee: 0.3, captain: 0.6 }
const follow: Readonly<Record<string, number>> = { BTC: 8, ETH: 7, SOL: 5, DOGE: 4 }

interface Holder {
  party: Party
  seed: number
  /** In position decimals. */
  scale: number
  /** How long a position is held. */
  hold: Micros
}

/** The positions of a market as a function of time, so that settlements need no memory; makers take the other side. */
export class Positions {
  private readonly holders: Holder[]
  private readonly makers: readonly Party[]

  constructor(world: World, market: Market) {
    const eager = (party: Party): number => uniformAt(seedOf(world.seed, 'position', market.baseName, party.name), 0)
    this.holders = world.parties
      .filter((party) => appetite[party.role] !== undefined)
      .sort((one, other) => eager(one) - eager(other))
      .slice(0, follow[market.baseName] ?? 0)
      .map((party) => {
        const seed = seedOf(world.seed, 'holder', market.baseName, party.name)
        const scale = market.trades.size * 70 * (appetite[party.role] ?? 1)
        return { party, seed, scale, hold: Math.floor((3 + 30 * uniformAt(seed, 1)) * hour) }
      })
    this.makers = world
      .byRole('maker')
      .filter((_, index) => (index + world.markets.indexOf(market)) % 2 === 0)
      .slice(0, market.trades.thin ? 2 : 3)
  }

  /** Signed sizes in position decimals; they add up to zero. Parties without a position are left out. */
  at(time: Micros): Map<Party, number> {
    const positions = new Map<Party, number>()
    let open = 0
    for (const { party, seed, scale, hold } of this.holders) {
      if (party.created > time) continue
      const deviate = deviateAt(seed, Math.floor((time + (seed % hold)) / hold))
      const size = Math.abs(deviate) < 0.35 ? 0 : Math.round(scale * deviate)
      if (size !== 0) positions.set(party, size)
      open += size
    }
    let left = -open
    for (const [index, maker] of this.makers.entries()) {
      const share = index === this.makers.length - 1 ? left : Math.round(left / 2)
      if (share !== 0) positions.set(maker, share)
      left -= share
    }
    return positions
  }
}
