import type { Db, WritableDb } from '../database/db.ts'
import type { Micros } from './chain/chain.ts'
import { fill, type Filling } from './fill.ts'
import { type Network, newNetwork, readNetwork } from './chain/network.ts'
import type { Past } from './past.ts'
import { makeWorld, type World } from './world.ts'

/** Must be raised when the same seed makes other data: networks of an older edition are made again. */
const edition = 2
const defaultSeed = 7

export interface NetworkRequest {
  /** By default the seed of the network in the database. */
  seed: number | undefined
  /** The network's present. */
  time: Micros
  /** No blocks will be made. A frozen network must be at `time` if `exact`. */
  frozen: boolean
  exact: boolean
  past?: Past | undefined
  /** How far the last block may be from the present before the network is caught up or made again. */
  maxBehind: Micros
  /** Told what is being written while a network is made. */
  onProgress?: Filling['onProgress']
  /** Ends the making of a network. */
  signal?: AbortSignal | undefined
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

/** The network after the last block in the database. */
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
    const filling = { from: undefined, now: chain.anchor, onProgress, signal }
    await fill(transaction, newNetwork(world, chain.heightAt(chain.anchor)), filling)
    await transaction.exec(`create table lyra_demo (edition int, seed bigint, anchor bigint);
      insert into lyra_demo values (${String(edition)}, ${String(seed)}, ${String(chain.anchor)})`)
  })
  return reopenNetwork(db, world)
}

async function refuseOthers(db: Db): Promise<void> {
  const [row] = await db.rows(`select (select id from chain limit 1), (select count(*)::text from lyra_segments)`)
  const [id, segments] = row ?? []
  if ((id && id !== 'lyra-demo-1') || (segments && segments !== '0'))
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
