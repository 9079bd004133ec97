import { timestampText } from '../store/sql.ts'
import { type Account, accountType, type Entry } from './market/book.ts'
import { bucketOf, type Candle } from './market/candle.ts'
import { type Chain, day, type Micros, second } from './chain/chain.ts'
import { idOf } from './market/instruments.ts'
import { type Commitment, liquidityOf } from './market/liquidity.ts'
import { bytes, type Row, type Rows } from './rows.ts'
import { network, type World } from './world.ts'
import type { Trade } from './market/trading.ts'

/** The demo's records as rows of the data node's tables (wire.md 12). */

export const blockRows = (chain: Chain, heights: Iterable<number>): Rows => ({
  into: 'blocks (vega_time, height, hash)',
  rows: [...heights].map((height): Row => [
    timestampText(chain.timeOf(height)),
    String(height),
    bytes(chain.hashOf(height)),
  ]),
})

export const lastBlockRows = (chain: Chain, height: number): Rows => ({
  into: 'last_block (vega_time, height, hash)',
  rows: blockRows(chain, [height]).rows,
})
/** What an INSERT of the last block ends with: there is only one. */
export const replaceLastBlock = `on conflict (onerow_check) do update set vega_time = excluded.vega_time,
  height = excluded.height, hash = excluded.hash`

/** An epoch is written when it begins and again when it ends; both moments are those of blocks. */
export function epochRow(chain: Chain, epoch: number, event: 'begun' | 'ended'): Row {
  const startOf = (number: number): string => timestampText(chain.timeOf(chain.firstFrom(chain.epochStart(number))))
  const [start, end] = [startOf(epoch), startOf(epoch + 1)]
  const expiry = timestampText(chain.epochStart(epoch + 1))
  return event === 'begun' ? [String(epoch), start, expiry, null, start] : [String(epoch), start, expiry, end, end]
}
export const epochRows = (rows: Iterable<Row>): Rows => ({
  into: 'epochs (id, start_time, expire_time, end_time, vega_time)',
  rows,
})

/** A trade's own time is that of its block and a microsecond for each before it in the block. */
export const tradeRow = (marketId: string, { price, size }: Trade, block: Micros, sequence: number): Row => [
  timestampText(block + sequence),
  timestampText(block),
  String(sequence),
  bytes(marketId),
  String(price),
  String(size),
]
export const tradeRows = (rows: Iterable<Row>): Rows => ({
  into: 'trades (synthetic_time, vega_time, seq_num, market_id, price, size)',
  rows,
})

export const candleRow = (marketId: string, candle: Candle): Row => [
  bytes(marketId),
  timestampText(candle.start),
  String(candle.open),
  String(candle.close),
  String(candle.high),
  String(candle.low),
  String(candle.volume),
  String(candle.notional),
  timestampText(candle.lastUpdate),
]
export const candleRows = (table: string, rows: Iterable<Row>): Rows => ({
  into: `${table} (market_id, period_start, open, close, high, low, volume, notional,
    last_update_in_period)`,
  rows,
})

/** What an INSERT of candles ends with: a growing candle is replaced whole. */
export const replaceCandle = `on conflict (market_id, period_start) do update set open = excluded.open,
  close = excluded.close, high = excluded.high, low = excluded.low, volume = excluded.volume,
  notional = excluded.notional, last_update_in_period = excluded.last_update_in_period`

export const ledgerRow = ({ time, block, from, to, quantity, fromBalance, toBalance, type }: Entry): Row => [
  timestampText(time),
  bytes(from.id),
  bytes(to.id),
  String(quantity),
  timestampText(block),
  String(fromBalance),
  String(toBalance),
  type,
]
export const ledgerRows = (rows: Iterable<Row>): Rows => ({
  into: `ledger (ledger_entry_time, account_from_id, account_to_id, quantity, vega_time, account_from_balance,
    account_to_balance, type)`,
  rows,
})

export const accountRows = (accounts: Iterable<Account>): Rows => ({
  into: 'accounts (id, party_id, asset_id, market_id, type)',
  rows: [...accounts].map(({ id, owner, asset, market, type }): Row => [
    bytes(id),
    bytes(owner),
    bytes(asset.id),
    bytes(market),
    String(accountType[type]),
  ]),
})

/** Everybody, and the network itself, which has no time. */
export const partyRows = ({ seed, parties }: World): Rows => ({
  into: 'parties (id, tx_hash, vega_time)',
  rows: [
    [bytes(network), '\\x01', null],
    ...parties.map(({ id, created }): Row => [bytes(id), bytes(idOf(seed, 'arrival', id)), timestampText(created)]),
  ],
})

/** Market data of the markets with commitments, as of this time. */
export function marketDataRows(chain: Chain, commitments: readonly Commitment[], time: Micros): Rows {
  const markets = [...new Set(commitments.map(({ market }) => market))]
  return {
    into: 'current_market_data (market, vega_time, liquidity_provider_fee_shares, liquidity_provider_sla)',
    rows: markets.map((market): Row => {
      const own = commitments.filter((commitment) => commitment.market === market)
      const { feeShares, sla } = liquidityOf(chain, own, time)
      return [bytes(market.id), timestampText(time), JSON.stringify(feeShares), JSON.stringify(sla)]
    }),
  }
}

/** What an INSERT of market data ends with: the latest counts. */
export const replaceMarketData = `on conflict (market) do update set vega_time = excluded.vega_time,
  liquidity_provider_fee_shares = excluded.liquidity_provider_fee_shares,
  liquidity_provider_sla = excluded.liquidity_provider_sla`

export function provisionRows({ seed, chain }: World, commitments: readonly Commitment[]): Rows {
  const row = ({ market, party, amount, fee, conduct, age }: Commitment, index: number): Row => {
    const created = timestampText(chain.timeOf(chain.heightAt(chain.anchor - Math.floor(age * day))))
    const amended = chain.anchor - Math.floor((age * day) / 3)
    const updated = timestampText(chain.timeOf(chain.heightAt(bucketOf(amended, second))))
    const status = conduct === 'waiting' ? 'STATUS_PENDING' : 'STATUS_ACTIVE'
    const id = bytes(idOf(seed, 'provision', market.id, party.id))
    const ids = [id, bytes(party.id), created, updated, bytes(market.id)]
    return [...ids, String(amount), fee, '2', status, `commitment-${String(index + 1)}`, updated]
  }
  return {
    into: `live_liquidity_provisions (id, party_id, created_at, updated_at, market_id, commitment_amount, fee, version,
      status, reference, vega_time)`,
    rows: commitments.map(row),
  }
}
