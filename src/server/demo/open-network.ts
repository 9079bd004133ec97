import type { Db, WritableDb } from '../database/db.ts'
import * as tables from './table-rows.ts'
import { marginModeRows } from './table-rows.ts'
import { memberRow, teamRow } from './accounts/teams.ts'
import { hour, type Micros } from './chain/chain.ts'
import { type Network, newNetwork, readNetwork } from './chain/network.ts'
import { hoursOf } from './chain/schedule.ts'
import type { Account } from './market/book.ts'
import { bucketOf, type Candle, fold, intervals } from './market/candle.ts'
import { pastCandles, recentHeights, recentTrades, type Trading } from './market/trading.ts'
import { assetRow, marketRow } from './market/instrument-rows.ts'
import { firstCandleTime, type Past, makeWorld, type World } from './world.ts'
import { chainId } from './random.ts'
import { load, type Row, upsert } from './rows.ts'

const blockReach = 2 * hour

interface FillOptions {
  /** Undefined for a new network. */
  from: Micros | undefined
  now: Micros
  /** Called now and then with what is being written, such as `ledger, 40 %`. */
  onProgress?: ((words: string) => void) | undefined
  /** Ends the work, and so its transaction, with its reason: nothing of a new network is left then. */
  signal?: AbortSignal | undefined
}

/** Writes the past of a new network, or the time after `from`, in the caller's transaction. */
export async function fill(db: WritableDb, network: Network, options: FillOptions): Promise<void> {
  const { from, now, onProgress } = options
  const { world, teams, economy } = network
  const { chain } = world
  if (from === undefined) {
    await db.exec(`insert into chain (id) values ('${chain.id}')`)
    const first = {
      assets: Object.values(world.assets).map((asset) => assetRow(chain, asset)),
      parties: tables.partyRows(world),
      teams: teams.teams.map((team) => teamRow(chain, team)),
      party_margin_modes: marginModeRows(world, now),
      live_liquidity_provisions: tables.provisionRows(world, economy.commitments),
    }
    for (const [table, rows] of Object.entries(first)) await load(db, table, rows)
  }
  onProgress?.('candles')
  await fillCandles(db, network, options)
  await fillLedger(db, network, options)
  const firstTeam = Math.min(...teams.teams.map(({ created }) => created))
  await load(db, 'team_members', [...teams.between(from ?? firstTeam - hour, now)].map(memberRow))
  await fillChain(db, network, from, now)
  await db.exec('delete from markets_current; delete from current_market_data')
  const markets = world.markets.map((market) => marketRow(world, market, now))
  await load(db, 'markets_current', markets)
  await load(db, 'current_market_data', tables.marketDataRows(chain, economy.commitments, now))
}

async function fillCandles(db: WritableDb, network: Network, { from, now, signal }: FillOptions): Promise<void> {
  const { world, tradings } = network
  const { chain, past } = world
  const { trades, candles } = recentTrades(tradings, chain, ...recentHeights(chain, from, now, past))
  await load(db, 'trades', trades)
  const pieces = new Map<Trading, Candle[]>(
    tradings.map((trading) => [trading, [...pastCandles(trading, from, now, past), ...(candles.get(trading) ?? [])]]),
  )
  for (const { table, length } of intervals) {
    signal?.throwIfAborted()
    const reach = firstCandleTime(length, now, past)
    const begun = from === undefined ? undefined : bucketOf(from, length)
    const grown: Row[] = []
    const rows = function* (): Generator<Row, undefined> {
      for (const [{ market }, candles] of pieces) {
        const fine = candles.filter(({ start }) => start >= reach)
        for (const candle of fold(fine, length)) {
          const row = tables.candleRow(market.id, candle)
          if (candle.start === begun) grown.push(row)
          else yield row
        }
      }
    }
    await load(db, table, rows())
    await db.exec(tables.mergeCandles(table, grown))
  }
}

async function fillLedger(
  db: WritableDb,
  network: Network,
  { from, now, onProgress, signal }: FillOptions,
): Promise<void> {
  const { schedule, economy, world } = network
  const start = from ?? now - world.past.ledger
  const opened: Account[] = []
  let tenths = 0
  const rows = function* (): Generator<Row, undefined> {
    if (from === undefined) schedule.begin(start)
    for (const each of hoursOf(start, now)) {
      signal?.throwIfAborted()
      schedule.playHour(each, start, now)
      const played = Math.floor(((each - start) / (now - start)) * 10)
      if (played > tenths) onProgress?.(`ledger, ${String(played * 10)} %`)
      tenths = Math.max(tenths, played)
      const written = economy.book.take()
      opened.push(...written.opened)
      yield* written.entries.map(tables.ledgerRow)
    }
  }
  const loadEntries = (): Promise<void> => load(db, 'ledger', rows())
  await (from === undefined ? withoutIndexes(db, 'ledger', loadEntries) : loadEntries())
  await load(db, 'accounts', opened.map(tables.accountRow))
}

/** Building the indexes once after many rows takes a third less than updating them for each. */
async function withoutIndexes(db: WritableDb, table: string, work: () => Promise<void>): Promise<void> {
  const indexes = await db.rows(
    `select indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index
     where indrelid = $1::text::regclass and not indisunique`,
    [table],
  )
  for (const [name] of indexes) await db.exec(`drop index ${name ?? ''}`)
  await work()
  // PGlite never gives memory back: a larger value would make it grow for good.
  await db.exec(`set local maintenance_work_mem = '16MB'`)
  for (const [, definition] of indexes) await db.exec(definition ?? '')
}

async function fillChain(db: WritableDb, network: Network, from: Micros | undefined, now: Micros): Promise<void> {
  const { chain } = network.world
  const last = chain.heightAt(now)
  await load(db, 'epochs', tables.epochRows(chain, from, now))
  const heights = new Set(tables.epochBlocks(chain, from, now))
  const first = Math.max(chain.firstFrom(now - blockReach), from === undefined ? 0 : chain.heightAt(from) + 1)
  for (let height = first; height <= last; height += 1) heights.add(height)
  const sorted = [...heights].sort((one, other) => one - other)
  const blocks = sorted.map((height) => tables.blockRow(chain, height))
  await load(db, 'blocks', blocks)
  await db.exec(upsert('last_block', 'onerow_check', [tables.blockRow(chain, last)]))
}

/** Must be raised when the same seed makes other data: networks of an older edition are made again. */
const edition = 3
const defaultSeed = 7

export interface NetworkRequest extends Pick<FillOptions, 'onProgress' | 'signal'> {
  /** By default the seed of the network in the database. */
  seed?: number | undefined
  time: Micros
  /** No blocks will be made. A frozen network must be at `time` if `exact`. */
  frozen: boolean
  exact: boolean
  past?: Past | undefined
  /** How far the last block may be from the present before the network is caught up or made again. */
  maxBehind: Micros
}

/** The network in the database, caught up, or made again for another seed or time. Rejects for one that is no demo. */
export async function openNetwork(db: WritableDb, request: NetworkRequest): Promise<Network> {
  await refuseOthers(db)
  const origin = await readOrigin(db)
  const seed = request.seed ?? origin?.seed ?? defaultSeed
  if (origin?.seed === seed) {
    const world = makeWorld(seed, origin.anchor, request.past)
    const height = await readHeight(db)
    const behind = request.time - world.chain.timeOf(height)
    if (request.frozen && (behind === 0 || !request.exact)) return readNetwork(db, world, height)
    if (!request.frozen && behind > request.maxBehind) return catchUp(db, world, request.time)
    if (!request.frozen && behind >= -request.maxBehind) return readNetwork(db, world, height)
  }
  return create(db, makeWorld(seed, request.time, request.past), request)
}

export async function reopenNetwork(db: Db, world: World): Promise<Network> {
  return readNetwork(db, world, await readHeight(db))
}

/** Fills in the time between the last block in the database and `now`. */
export async function catchUp(db: WritableDb, world: World, now: Micros): Promise<Network> {
  const network = await reopenNetwork(db, world)
  const { chain } = world
  const time = chain.timeOf(chain.heightAt(now))
  await db.transaction((transaction) => fill(transaction, network, { from: chain.timeOf(network.height), now: time }))
  return reopenNetwork(db, world)
}

async function create(db: WritableDb, world: World, { onProgress, signal }: NetworkRequest): Promise<Network> {
  const { chain, seed } = world
  await db.transaction(async (transaction) => {
    await clear(transaction)
    const options = { from: undefined, now: chain.anchor, onProgress, signal }
    await fill(transaction, newNetwork(world, chain.heightAt(chain.anchor)), options)
    await transaction.exec(`create table lyra_demo (edition int, seed bigint, anchor bigint);
      insert into lyra_demo values (${String(edition)}, ${String(seed)}, ${String(chain.anchor)})`)
  })
  return reopenNetwork(db, world)
}

async function refuseOthers(db: Db): Promise<void> {
  const [row] = await db.rows(`select (select id from chain limit 1), (select count(*)::text from lyra_segments)`)
  const [id, segments] = row ?? []
  if ((id && id !== chainId) || (segments && segments !== '0'))
    throw new Error(
      `The directory holds the network ${id || 'of an archive'}: name another one for the demo network with --demo-data DIR.`,
    )
}

/** The seed and the time of the first start; undefined without a demo of this edition. */
async function readOrigin(db: Db): Promise<{ seed: number; anchor: Micros } | undefined> {
  const [table] = await db.rows(`select to_regclass('lyra_demo')::text`)
  if (!table?.[0]) return undefined
  const found = 'select seed::text, anchor::text from lyra_demo where edition = $1::int'
  const [row] = await db.rows(found, [String(edition)])
  return row && { seed: Number(row[0]), anchor: Number(row[1]) }
}

async function readHeight(db: Db): Promise<number> {
  const [row] = await db.rows('select height::text from last_block')
  return Number(row?.[0] ?? 0)
}

async function clear(db: WritableDb): Promise<void> {
  await db.exec('drop table if exists lyra_demo')
  const tables = await db.rows(`select oid::regclass::text from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname not in ('lyra_segments', 'lyra_schema')`)
  await db.exec(`truncate ${tables.map(([name]) => name ?? '').join(', ')}`)
}
