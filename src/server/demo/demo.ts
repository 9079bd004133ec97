import { setTimeout as wait } from 'node:timers/promises'
import type { Core } from '../core/core.ts'
import type { Db, SqlRow, WritableDb } from '../database/db.ts'
import { log } from '../log.ts'
import { timestampText } from '../sql/statement.ts'
import * as tables from './table-rows.ts'
import { marginModeChange } from './table-rows.ts'
import { memberRow } from './accounts/teams.ts'
import { day, hour, type Micros, parseTime, second } from './chain/chain.ts'
import { demoCore, include, lastBalance, type Network } from './chain/network.ts'
import { accountType } from './market/book.ts'
import { fold, intervals } from './market/candle.ts'
import { marketRow } from './market/instrument-rows.ts'
import { byMarket } from './market/liquidity.ts'
import { recentTrades } from './market/trading.ts'
import { catchUp, type NetworkRequest, openNetwork, reopenNetwork } from './open-network.ts'
import { insert, insertNew, type Row, upsert } from './rows.ts'
import { firstCandleTime, type Past } from './world.ts'

const maxAge = 90 * day
/** About half a gigabyte with the indexes: more than three weeks of the present besides the past. */
const maxRows = 1_500_000
const maxRowsAtOnce = 20_000
/** Pruning is rare, because each time all balances are written again. */
const step = 6 * hour

const restore = 'TRANSFER_TYPE_CHECKPOINT_BALANCE_RESTORE'
const external = String(accountType.external)

const lastBalances = `
  select a.id::text, a.asset_id::text, a.type::text, last.balance::text
  from accounts a cross join lateral (${lastBalance('ledger_entry_time < $1::timestamptz')}) last
  where last.balance > 0 or a.type = ${external}
  order by a.id`

/** The time before which entries are deleted: by their age, or by their number when the present writes a lot. */
async function cutOf(db: Db, now: Micros, keep: number): Promise<Micros> {
  const byAge = Math.floor((now - maxAge) / step) * step
  const [estimate] = await db.rows(`select greatest(reltuples, 0)::bigint::text from pg_class where relname = 'ledger'`)
  const excess = Math.min(maxRowsAtOnce, Number(estimate?.[0] ?? 0) - keep)
  if (excess <= 0) return byAge
  const [row] = await db.rows(
    `select (extract(epoch from ledger_entry_time) * 1000000)::bigint::text from ledger
     order by ledger_entry_time offset $1::bigint limit 1`,
    [String(excess)],
  )
  return Math.max(byAge, Number(row?.[0] ?? 0))
}

/** Entries just before the cut that give every account its balance out of the external account of its asset. */
function restored(balances: readonly SqlRow[], cut: Micros): Row[] {
  const rows: Row[] = []
  for (const [source = '', asset, , left] of balances.filter(([, , type]) => type === external)) {
    const accounts = balances.filter(([, other, type]) => other === asset && type !== external)
    let outside = accounts.reduce((sum, [, , , balance]) => sum + BigInt(balance ?? '0'), BigInt(left ?? '0'))
    for (const [account = '', , , balance = '0'] of accounts) {
      outside -= BigInt(balance ?? '0')
      rows.push({
        account_from_id: source,
        account_to_id: account,
        quantity: balance,
        account_from_balance: outside,
        account_to_balance: balance,
      })
    }
  }
  const block = cut - rows.length
  return rows.map((row, index) => ({
    ...row,
    ledger_entry_time: timestampText(block + index),
    vega_time: timestampText(block),
    type: restore,
  }))
}

/** Deletes old entries, and restores the balances in their place as a network does after a checkpoint. */
export async function pruneLedger(db: WritableDb, now: Micros, keep = maxRows): Promise<void> {
  await db.transaction(async (transaction) => {
    const cut = await cutOf(transaction, now, keep)
    const old = `select 1 from ledger where ledger_entry_time < $1::timestamptz and type is distinct from '${restore}' limit 1`
    if ((await transaction.rows(old, [timestampText(cut)])).length === 0) return
    const balances = await transaction.rows(lastBalances, [timestampText(cut)])
    await transaction.rows('delete from ledger where ledger_entry_time < $1::timestamptz', [timestampText(cut)])
    await transaction.exec(insert('ledger', restored(balances, cut)))
  })
}

type Task = (db: WritableDb, now: Micros) => Promise<void>

const older =
  (table: string, column: string, limit: (now: Micros) => Micros, also = ''): Task =>
  (db, now) =>
    db.exec(`delete from ${table} where ${column} < '${timestampText(limit(now))}' ${also}`)

const epochEdges = `and not exists (select from epochs where start_time = blocks.vega_time)`

const tasks: readonly Task[] = [
  (db, now) => pruneLedger(db, now),
  older('trades', 'synthetic_time', (now) => now - day),
  older('epochs', 'start_time', (now) => now - 14 * day),
  older('blocks', 'vega_time', (now) => now - day, epochEdges),
  // Weekly candles stay: there are few, and the year they cover may begin in the middle of a week.
  ...intervals
    .filter(({ length }) => length < 7 * day)
    .map(({ table, length }) => older(table, 'period_start', (now) => firstCandleTime(length, now))),
]

/** Deletes old rows of one table a call, in turn, so that no call takes long. */
export async function prune(db: WritableDb, now: Micros, turn: number): Promise<void> {
  await tasks[turn % tasks.length]?.(db, now)
}

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
  const settled = expired.map((market) => marketRow(world, market, time))
  const data = upsert('current_market_data', 'market', tables.marketDataRows(world.chain, due, time))
  return data + upsert('markets_current', 'id', settled)
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

/** A longer gap is filled in at once and not block by block. */
const maxBehind = 90 * second
const pruneEvery = 60

export interface DemoOptions extends Pick<NetworkRequest, 'onProgress' | 'signal'> {
  /** Determines parties and prices; by default the seed of the network in the database. */
  seed?: number | undefined
  /** The network's clock at the start, RFC3339. Without it, the clock of the machine. */
  time?: string | undefined
  /** How far back it reaches; by default a year of candles and 90 days of the ledger. */
  past?: Past
  frozen?: boolean | undefined
  /** Milliseconds since 1970. */
  now?: () => number
}

/**
 * Makes the demo network in an empty database, or resumes an existing one after filling in the time it was off. Then
 * makes a block a second, unless `frozen`. Rejects when the database holds another network, and with RangeError for an
 * invalid time. `stop` resolves when nothing is written any more.
 */
export async function openDemo(
  db: WritableDb,
  { time, frozen = false, now: clock = Date.now, ...making }: DemoOptions = {},
): Promise<{ core: Core; stop(): Promise<void> }> {
  const wall = (): Micros => Math.floor(clock() * 1000)
  const start = time === undefined ? Math.floor(wall() / second) * second : parseTime(time)
  const offset = time === undefined ? 0 : start - wall()
  let network = await openNetwork(db, { ...making, time: start, frozen, exact: time !== undefined, maxBehind })
  const headTime = (): Micros => network.world.chain.timeOf(network.height)
  // If the clock was set back a little, the network's time continues from its last block.
  let lead = Math.max(0, headTime() - (wall() + offset))
  let latest = 0
  // A clock that is set back while it runs would stop the network for as long.
  const running = (): Micros => {
    const read = wall() + offset
    lead = Math.max(lead, latest - read)
    return (latest = read + lead)
  }
  const now = frozen ? headTime : running
  const stopping = new AbortController()
  const sleep = (ms: number): Promise<void> => wait(ms, undefined, { signal: stopping.signal }).catch(() => undefined)

  async function advance(): Promise<void> {
    const { world, height } = network
    const due = world.chain.dueTime(height + 1) - now()
    if (due > 0) return sleep(Math.min(due, second) / 1000)
    if (-due > maxBehind) {
      network = await catchUp(db, world, now())
      return undefined
    }
    await produceBlock(db, network)
    if (height % pruneEvery === 30) await prune(db, headTime(), Math.floor(height / pruneEvery))
    return undefined
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await advance()
      } catch (error) {
        log.error(`The demo network missed a block: ${error instanceof Error ? error.message : String(error)}`)
        await sleep(1000)
        // The network in memory may be ahead of the database.
        network = await reopenNetwork(db, network.world).catch(() => network)
      }
    }
  }

  const ended = frozen ? Promise.resolve() : run()
  const stop = async (): Promise<void> => {
    stopping.abort()
    await ended
  }
  return { core: demoCore(() => network, now), stop }
}
