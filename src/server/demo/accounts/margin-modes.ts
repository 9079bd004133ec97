import type { Micros } from '../chain/chain.ts'
import type { Market } from '../market/markets.ts'
import { Random, seedOf } from '../random.ts'
import { bytes, type Row } from '../rows.ts'
import type { Party, World } from '../world.ts'

const cross = 1
const isolated = 2
/** One divided by a leverage, as traders choose it; the last ones were typed in. */
const factors = '0.5 0.2 0.1 0.05 0.04 0.3333333333333333 0.1428571428571429 0.025 0.075 0.9'.split(' ')

function modeRow(random: Random, market: Market, party: Party, epoch: number): Row {
  const isCross = party.role === 'maker' || party.role === 'provider' || random.chance(0.55)
  const factor = isCross ? null : random.pick(factors)
  // A real v0.77 network never fills the theoretical columns; a few rows show what they would look like.
  const isTheoretical = !isCross && random.chance(0.05)
  return {
    market_id: bytes(market.id),
    party_id: bytes(party.id),
    at_epoch: epoch,
    margin_mode: isCross ? cross : isolated,
    margin_factor: factor,
    min_theoretical_margin_factor: isTheoretical ? '0.0125' : null,
    max_theoretical_leverage: isTheoretical ? '80' : null,
  }
}

/** The latest mode of nearly every party on nearly every derivative market; the spot market has none (wire.md 8.1). */
export function marginModeRows({ seed, chain, markets, parties }: World, now: Micros): Row[] {
  const random = new Random(seedOf(seed, 'margin modes'))
  const latest = chain.epochAt(now)
  const rows: Row[] = []
  for (const market of markets.filter(({ kind }) => kind !== 'spot'))
    for (const party of parties) {
      if (!random.chance(party.role === 'reckless' ? 0.2 : 0.78)) continue
      const earliest = Math.max(chain.epochAt(party.created), chain.epochAt(market.proposed))
      rows.push(modeRow(random, market, party, random.integer(Math.min(earliest, latest), latest)))
    }
  return rows
}

/** The change of a party's mode that happens in a block about every two minutes. */
export function marginModeChange({ seed, chain, markets, byRole }: World, height: number): Row[] {
  const random = new Random(seedOf(seed, 'margin mode changes'), height)
  if (!random.chance(1 / 120)) return []
  const market = random.pick(markets.filter(({ kind, opened }) => kind !== 'spot' && opened !== undefined))
  const party = random.pick([...byRole('taker'), ...byRole('whale'), ...byRole('referee')])
  return [modeRow(random, market, party, chain.epochAt(chain.timeOf(height)))]
}
