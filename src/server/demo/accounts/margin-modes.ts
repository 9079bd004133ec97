import type { Micros } from '../chain/chain.ts'
import { Random, seedOf } from '../random.ts'
import { bytes, type Row, type Rows } from '../rows.ts'
import type { Market } from '../market/instruments.ts'
import type { Party, World } from '../world.ts'

const cross = '1'
const isolated = '2'
/** One divided by a leverage, as traders choose it; the last ones were typed by hand. */
const factors = [
  '0.5',
  '0.2',
  '0.1',
  '0.05',
  '0.04',
  '0.3333333333333333',
  '0.1428571428571429',
  '0.025',
  '0.075',
  '0.9',
]

function modeOf(random: Random, market: Market, party: Party, epoch: number): Row {
  const ids = [bytes(market.id), bytes(party.id), String(epoch)]
  if (party.role === 'maker' || party.role === 'provider' || random.chance(0.55))
    return [...ids, cross, null, null, null]
  const factor = random.pick(factors)
  // A real v0.77 network never fills the theoretical columns; a few rows show what they would look like.
  const least = random.chance(0.05) ? '0.0125' : null
  return [...ids, isolated, factor, least, least && '80']
}

const into = `party_margin_modes (market_id, party_id, at_epoch, margin_mode, margin_factor, min_theoretical_margin_factor,
  max_theoretical_leverage)`

/** The latest mode of nearly every party on nearly every derivative market; the spot market has none (wire.md 8.1). */
export function marginModeRows(world: World, now: Micros): Rows {
  const random = new Random(seedOf(world.seed, 'margin modes'))
  const { chain } = world
  const rows: Row[] = []
  for (const market of world.markets.filter(({ kind }) => kind !== 'spot'))
    for (const party of world.parties) {
      if (!random.chance(party.role === 'reckless' ? 0.2 : 0.78)) continue
      const earliest = Math.max(chain.epochAt(party.created), chain.epochAt(market.proposed))
      const latest = chain.epochAt(now)
      rows.push(modeOf(random, market, party, random.integer(Math.min(earliest, latest), latest)))
    }
  return { into, rows }
}

/** Now and then, about every two minutes, a party changes its mind. */
export function marginModeChange(world: World, height: number): Rows {
  const { chain } = world
  const random = new Random(seedOf(world.seed, 'margin mode changes'), height)
  if (!random.chance(1 / 120)) return { into, rows: [] }
  const market = random.pick(world.markets.filter(({ kind, opened }) => kind !== 'spot' && opened !== undefined))
  const party = random.pick([...world.byRole('taker'), ...world.byRole('whale'), ...world.byRole('referee')])
  return { into, rows: [modeOf(random, market, party, chain.epochAt(chain.timeOf(height)))] }
}

/** What an INSERT of a change ends with: the latest mode counts. */
export const replaceMarginMode = `on conflict (market_id, party_id) do update set at_epoch = excluded.at_epoch,
  margin_mode = excluded.margin_mode, margin_factor = excluded.margin_factor,
  min_theoretical_margin_factor = excluded.min_theoretical_margin_factor,
  max_theoretical_leverage = excluded.max_theoretical_leverage`
