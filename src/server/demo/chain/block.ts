import type { WritableDb } from '../../store/db.ts'
import { type Candle, fold, intervals } from '../market/candle.ts'
import type { Micros } from './chain.ts'
import { marketRows } from '../market/instrument-rows.ts'
import { marginModeChange, replaceMarginMode } from '../accounts/margin-modes.ts'
import { include, type Network } from './network.ts'
import { bytes, insert, type Row } from '../rows.ts'
import * as tables from '../tables.ts'
import { memberRows } from '../accounts/teams.ts'
import { Trading } from '../market/trading.ts'

/** The SQL of the trades of a block and of the candles they change, whose growing ones move on in memory. */
function tradesOf({ tradings, open }: Network, height: number, time: Micros): string {
  let sequence = 1
  const trades: Row[] = []
  const changed = new Map<string, Row[]>(intervals.map(({ table }) => [table, []]))
  for (const trading of tradings) {
    const some = trading.tradesOf(height)
    const piece = Trading.candleOf(some, time, sequence)
    if (!piece) continue
    const { id } = trading.market
    for (const trade of some) {
      trades.push(tables.tradeRow(id, trade, time, sequence))
      sequence += 1
    }
    for (const { table, length } of intervals) {
      const growing = open.get(table)
      const grown: Candle[] = [...fold([piece], length, growing?.get(id))]
      const candle = grown.at(-1)
      if (!candle) continue
      growing?.set(id, candle)
      changed.get(table)?.push(tables.candleRow(id, candle))
    }
  }
  const candles = [...changed].map(([table, rows]) => insert(tables.candleRows(table, rows), tables.replaceCandle))
  return insert(tables.tradeRows(trades)) + candles.join('')
}

function epochOf({ world: { chain } }: Network, time: Micros, before: Micros): string {
  const epoch = chain.epochAt(time)
  if (epoch === chain.epochAt(before)) return ''
  return insert(
    tables.epochRows([tables.epochRow(chain, epoch - 1, 'ended'), tables.epochRow(chain, epoch, 'begun')]),
    'on conflict do nothing',
  )
}

/** Each market's data every ten seconds, one market at a time; markets themselves when a future has expired. */
function marketsOf({ world, economy }: Network, height: number, time: Micros, before: Micros): string {
  const markets = [...new Set(economy.commitments.map(({ market }) => market))]
  const due = markets.filter((_, index) => height % 10 === index * 2)
  const data = tables.marketDataRows(
    world.chain,
    economy.commitments.filter(({ market }) => due.includes(market)),
    time,
  )
  const expired = world.markets.filter(({ expires }) => expires !== undefined && expires <= time && expires > before)
  const ids = new Set(expired.map(({ id }) => bytes(id)))
  const { into, rows } = marketRows(world, time)
  const settled = [...rows].filter(([id]) => ids.has(id ?? ''))
  const gone = [...ids].map((id) => `delete from markets_current where id = '${id}';`).join('')
  return insert(data, tables.replaceMarketData) + gone + insert({ into, rows: settled })
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
  const sql = [
    insert(tables.blockRows(chain, [height])),
    insert(tables.lastBlockRows(chain, height), tables.replaceLastBlock),
    epochOf(network, time, before),
    tradesOf(network, height, time),
    insert(tables.accountRows(opened), 'on conflict do nothing'),
    insert(tables.ledgerRows(entries.map(tables.ledgerRow))),
    insert(memberRows(teams.between(before, time)), 'on conflict do nothing'),
    insert(marginModeChange(world, height), replaceMarginMode),
    marketsOf(network, height, time, before),
  ]
  await db.transaction((transaction) => transaction.exec(sql.join('')))
  include(network, height)
  network.height = height
}
