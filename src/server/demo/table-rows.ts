import { timestampText } from '../sql/statement.ts'
import { type Account, accountType, type Entry } from './market/book.ts'
import { bucketOf, type Candle } from './market/candle.ts'
import { type Chain, day, type Micros, second } from './chain/chain.ts'
import type { Market } from './market/markets.ts'
import { byMarket, type Commitment, liquidityOf } from './market/liquidity.ts'
import { bytes, insert, type Row } from './rows.ts'
import { network, type World, type Party } from './world.ts'
import { idOf, Random, seedOf } from './random.ts'

/** The demo's records as rows of the data node's tables (wire.md 12). */

export const blockRow = (chain: Chain, height: number): Row => ({
  vega_time: timestampText(chain.timeOf(height)),
  height,
  hash: bytes(chain.hashOf(height)),
})

/** An epoch has a row from its beginning and another from its end; both are times of blocks. */
function epochRow(chain: Chain, epoch: number, event: 'begun' | 'ended'): Row {
  const startOf = (number: number): string => timestampText(chain.timeOf(chain.firstFrom(chain.epochStart(number))))
  const [start, end] = [startOf(epoch), startOf(epoch + 1)]
  return {
    id: epoch,
    start_time: start,
    expire_time: timestampText(chain.epochStart(epoch + 1)),
    end_time: event === 'ended' ? end : null,
    vega_time: event === 'ended' ? end : start,
  }
}

const epochReach = 12 * day

/** The epochs that end and those that begin after `from`, at most twelve days back, up to `now`, the time of a block. */
function epochChanges(chain: Chain, from: Micros | undefined, now: Micros): { ended: number[]; begun: number[] } {
  const current = chain.epochAt(now)
  const open = from === undefined || chain.epochAt(from) === current ? [] : [chain.epochAt(from)]
  const first = Math.max(chain.epochAt(from ?? 0) + 1, chain.epochAt(now - epochReach))
  const begun = Array.from({ length: current - first + 1 }, (_, index) => first + index)
  return { ended: [...open, ...begun.slice(0, -1)], begun }
}

export function epochRows(chain: Chain, from: Micros | undefined, now: Micros): Row[] {
  const { ended, begun } = epochChanges(chain, from, now)
  return [
    ...begun.map((epoch) => epochRow(chain, epoch, 'begun')),
    ...ended.map((epoch) => epochRow(chain, epoch, 'ended')),
  ]
}

/** The blocks whose times the rows of epochs refer to. */
export function epochBlocks(chain: Chain, from: Micros | undefined, now: Micros): number[] {
  const { ended, begun } = epochChanges(chain, from, now)
  return [...begun, ...ended.map((epoch) => epoch + 1)].map((epoch) => chain.firstFrom(chain.epochStart(epoch)))
}

export const candleRow = (marketId: string, { start, lastUpdate, ...values }: Candle): Row => ({
  market_id: bytes(marketId),
  period_start: timestampText(start),
  ...values,
  last_update_in_period: timestampText(lastUpdate),
})

/** SQL that inserts candles, or adds them to those that have begun. */
export const mergeCandles = (table: string, rows: readonly Row[]): string =>
  insert(
    table,
    rows,
    `on conflict (market_id, period_start) do update set close = excluded.close,
      high = greatest(${table}.high, excluded.high), low = least(${table}.low, excluded.low),
      volume = ${table}.volume + excluded.volume, notional = ${table}.notional + excluded.notional,
      last_update_in_period = greatest(${table}.last_update_in_period, excluded.last_update_in_period)`,
  )

export const ledgerRow = ({ time, block, from, to, quantity, fromBalance, toBalance, type }: Entry): Row => ({
  ledger_entry_time: timestampText(time),
  account_from_id: bytes(from.id),
  account_to_id: bytes(to.id),
  quantity,
  vega_time: timestampText(block),
  account_from_balance: fromBalance,
  account_to_balance: toBalance,
  type,
})

export const accountRow = ({ id, owner, asset, market, type }: Account): Row => ({
  id: bytes(id),
  party_id: bytes(owner),
  asset_id: bytes(asset.id),
  market_id: bytes(market),
  type: accountType[type],
})

/** All parties, and the network itself, which has no time. */
export const partyRows = ({ seed, parties }: World): Row[] => [
  { id: bytes(network), tx_hash: '\\x01', vega_time: null },
  ...parties.map(({ id, created }) => ({
    id: bytes(id),
    tx_hash: bytes(idOf(seed, 'arrival', id)),
    vega_time: timestampText(created),
  })),
]

export const marketDataRows = (chain: Chain, commitments: readonly Commitment[], time: Micros): Row[] =>
  [...byMarket(commitments)].map(([market, own]) => {
    const { feeShares, sla } = liquidityOf(chain, own, time)
    return {
      market: bytes(market.id),
      vega_time: timestampText(time),
      liquidity_provider_fee_shares: JSON.stringify(feeShares),
      liquidity_provider_sla: JSON.stringify(sla),
    }
  })

export const provisionRows = ({ seed, chain }: World, commitments: readonly Commitment[]): Row[] =>
  commitments.map(({ market, party, amount, fee, conduct, age }, index) => {
    const blockTime = (time: Micros): string => timestampText(chain.timeOf(chain.heightAt(time)))
    const updated = blockTime(bucketOf(chain.anchor - Math.floor((age * day) / 3), second))
    return {
      id: bytes(idOf(seed, 'provision', market.id, party.id)),
      party_id: bytes(party.id),
      created_at: blockTime(chain.anchor - Math.floor(age * day)),
      updated_at: updated,
      market_id: bytes(market.id),
      commitment_amount: amount,
      fee,
      version: 2,
      status: conduct === 'waiting' ? 'STATUS_PENDING' : 'STATUS_ACTIVE',
      reference: `commitment-${index + 1}`,
      vega_time: updated,
    }
  })

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
