import type { WritableDb } from '../../database/db.ts'
import { marginModeChange } from '../accounts/margin-modes.ts'
import { memberRow } from '../accounts/teams.ts'
import { fold, intervals } from '../market/candle.ts'
import { recentTrades } from '../market/trading.ts'
import { byMarket } from '../market/liquidity.ts'
import { marketRow } from '../market/instrument-rows.ts'
import { insert, insertNew, upsert } from '../rows.ts'
import * as tables from '../table-rows.ts'
import type { Micros } from './chain.ts'
import { include, type Network } from './network.ts'

/** The SQL of a block's trades and of the candles that they change. */
function tradesOf({ tradings, world }: Network, height: number): string {
  const { trades, candles } = recentTrades(tradings, world.chain, height, height)
  const merged = intervals.map(({ table, length }) => {
    const rows = [...candles].flatMap(([{ market }, pieces]) =>
      [...fold(pieces, length)].map((candle) => tables.candleRow(market.id, candle)),
    )
    return tables.mergeCandles(table, rows)
  })
  return insert('trades', trades) + merged.join('')
}

/** Each market's data every ten seconds, one market at a time; a market itself when its future has expired. */
function marketsOf({ world, economy }: Network, height: number, time: Micros, before: Micros): string {
  const due = [...byMarket(economy.commitments).values()].filter((_, index) => height % 10 === index * 2).flat()
  const expired = world.markets.filter(({ expires }) => expires !== undefined && expires <= time && expires > before)
  return (
    upsert('current_market_data', 'market', tables.marketDataRows(world.chain, due, time)) +
    upsert(
      'markets_current',
      'id',
      expired.map((market) => marketRow(world, market, time)),
    )
  )
}

/** Makes the next block: everything it changes in one short transaction, then in memory. */
export async function produceBlock(db: WritableDb, network: Network): Promise<void> {
  const { world, economy, schedule, teams } = network
  const { chain } = world
  const height = network.height + 1
  const [before, time] = [chain.timeOf(height - 1), chain.timeOf(height)]
  economy.book.begin(time)
  schedule.playBlock(height)
  const { opened, entries } = economy.book.take()
  const block = [tables.blockRow(chain, height)]
  const sql = [
    insert('blocks', block),
    upsert('last_block', 'onerow_check', block),
    insertNew('epochs', tables.epochRows(chain, before, time)),
    tradesOf(network, height),
    insertNew('accounts', opened.map(tables.accountRow)),
    insert('ledger', entries.map(tables.ledgerRow)),
    insertNew('team_members', [...teams.between(before, time)].map(memberRow)),
    upsert('party_margin_modes', 'market_id, party_id', marginModeChange(world, height)),
    marketsOf(network, height, time, before),
  ]
  await db.transaction((transaction) => transaction.exec(sql.join('')))
  include(network, height)
  network.height = height
}
