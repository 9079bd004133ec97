import type { WritableDb } from '../../store/db.ts'
import { timestampText } from '../../store/sql.ts'
import type { Account } from './book.ts'
import { type Candle, fold, intervals } from './candle.ts'
import { day, hour, type Micros } from '../chain/chain.ts'
import { blockTrades, pastCandles, reachFor, recentHeights } from '../history.ts'
import { assetRows, marketRows } from './instrument-rows.ts'
import { marginModeRows } from '../accounts/margin-modes.ts'
import type { Network } from '../chain/network.ts'
import { insert, load, type Row } from '../rows.ts'
import { hoursOf } from '../chain/schedule.ts'
import * as tables from '../tables.ts'
import { memberRows, teamRows } from '../accounts/teams.ts'
import { Trading } from './trading.ts'

const epochReach = 2 * day
const blockReach = 2 * hour

/**
 * Writes what happened after `from` (since ever, when undefined) up to now: the past of a new network, or the time the
 * service was off. Nothing here is made block by block, only the last hours of trades and blocks are. The caller gives
 * a transaction: half a past must not stay.
 */
export async function fill(db: WritableDb, network: Network, from: Micros | undefined, now: Micros): Promise<void> {
  const { world, teams, economy } = network
  const { chain } = world
  if (from === undefined) {
    await db.exec(`insert into chain (id) values ('${chain.id}')`)
    await load(db, assetRows(world))
    await load(db, tables.partyRows(world))
    await load(db, teamRows(teams, chain))
    await load(db, marginModeRows(world, now))
    await load(db, tables.provisionRows(world, economy.commitments))
  }
  await fillCandles(db, network, from, now)
  await fillLedger(db, network, from, now)
  const firstTeam = Math.min(...teams.teams.map(({ created }) => created))
  await load(db, memberRows(teams.between(from ?? firstTeam - hour, now)))
  await fillChain(db, network, from, now)
  await db.exec('delete from markets_current; delete from current_market_data')
  await load(db, marketRows(world, now))
  await load(db, tables.marketDataRows(chain, economy.commitments, now))
}

async function fillCandles(db: WritableDb, network: Network, from: Micros | undefined, now: Micros): Promise<void> {
  const { world, tradings, open } = network
  const { chain, past } = world
  const { first, last } = recentHeights(chain, from, now, past)
  const pieces = new Map<Trading, Candle[]>(
    tradings.map((trading) => [trading, [...pastCandles(trading, from, now, past)]]),
  )
  const sequences = new Map<number, number>()
  const trades: { time: Micros; row: Row }[] = []
  for (const trading of tradings)
    for (const { height, time, trades: some } of blockTrades(trading, chain, first, last)) {
      const sequence = sequences.get(height) ?? 1
      sequences.set(height, sequence + some.length)
      const candle = Trading.candleOf(some, time, sequence)
      if (candle) pieces.get(trading)?.push(candle)
      for (const [index, trade] of some.entries())
        trades.push({
          time: time + sequence + index,
          row: tables.tradeRow(trading.market.id, trade, time, sequence + index),
        })
    }
  trades.sort((one, other) => one.time - other.time)
  await load(db, tables.tradeRows(trades.map(({ row }) => row)))
  for (const { table, length } of intervals) {
    const growing = open.get(table)
    const reach = reachFor(length, now, past)
    const starts = [...(growing?.values() ?? [])].map(({ start }) => start)
    // Candles that had begun are written anew with what they have grown by.
    if (starts[0] !== undefined)
      await db.exec(`delete from ${table} where period_start = '${timestampText(starts[0])}'`)
    const rows = function* (): Generator<Row> {
      for (const [{ market }, candles] of pieces) {
        const fine = candles.filter(({ start }) => start >= reach)
        for (const candle of fold(fine, length, growing?.get(market.id))) yield tables.candleRow(market.id, candle)
      }
    }
    await load(db, tables.candleRows(table, rows()))
  }
}

async function fillLedger(db: WritableDb, network: Network, from: Micros | undefined, now: Micros): Promise<void> {
  const { schedule, economy, world } = network
  const start = from ?? now - world.past.ledger
  const opened: Account[] = []
  const rows = function* (): Generator<Row> {
    if (from === undefined) schedule.begin(start)
    for (const each of hoursOf(start, now)) {
      schedule.playHour(each, start, now)
      const written = economy.book.take()
      opened.push(...written.opened)
      for (const entry of written.entries) yield tables.ledgerRow(entry)
    }
  }
  const loadEntries = (): Promise<void> => load(db, tables.ledgerRows(rows()))
  await (from === undefined ? withoutIndexes(db, 'ledger', loadEntries) : loadEntries())
  await load(db, tables.accountRows(opened))
}

/** Building an index of many rows at once takes a third less than keeping it while they come. */
async function withoutIndexes(db: WritableDb, table: string, work: () => Promise<void>): Promise<void> {
  const indexes = await db.rows(
    `select indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index
     where indrelid = $1::text::regclass and not indisunique`,
    [table],
  )
  for (const [name] of indexes) await db.exec(`drop index ${name ?? ''}`)
  await work()
  // More would make PGlite's memory grow for good.
  await db.exec(`set local maintenance_work_mem = '16MB'`)
  for (const [, definition] of indexes) await db.exec(definition ?? '')
}

async function fillChain(db: WritableDb, network: Network, from: Micros | undefined, now: Micros): Promise<void> {
  const { chain } = network.world
  const last = chain.heightAt(now)
  const current = chain.epochAt(chain.timeOf(last))
  const known = from === undefined ? -1 : chain.epochAt(from)
  const earliest = Math.max(known + 1, chain.epochAt(now - epochReach))
  const heights = new Set<number>()
  const epochs: Row[] = []
  const begin = (epoch: number): unknown => heights.add(chain.firstFrom(chain.epochStart(epoch)))
  if (known >= 0 && known < current) {
    epochs.push(tables.epochRow(chain, known, 'ended'))
    begin(known + 1)
  }
  for (let epoch = earliest; epoch <= current; epoch += 1) {
    epochs.push(tables.epochRow(chain, epoch, 'begun'))
    begin(epoch)
    if (epoch < current) epochs.push(tables.epochRow(chain, epoch, 'ended'))
  }
  const first = Math.max(chain.firstFrom(now - blockReach), from === undefined ? 0 : chain.heightAt(from) + 1)
  for (let height = first; height <= last; height += 1) heights.add(height)
  await load(db, tables.epochRows(epochs))
  await load(
    db,
    tables.blockRows(
      chain,
      [...heights].sort((one, other) => one - other),
    ),
  )
  await db.exec(insert(tables.lastBlockRows(chain, last), tables.replaceLastBlock))
}
