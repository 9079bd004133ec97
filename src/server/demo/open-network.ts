import type { Db, WritableDb } from '../store/db.ts'
import type { Micros } from './chain/chain.ts'
import { fill } from './fill.ts'
import { type Network, newNetwork, readNetwork } from './chain/network.ts'
import type { Past } from './past.ts'
import { makeWorld, type World } from './world.ts'

/** Raised whenever the same seed would make something else: what an older edition made is thrown away. */
const edition = 2
const defaultSeed = 7

export interface Wanted {
  /** Without it, the seed that the database was made with. */
  seed: number | undefined
  /** The network's present. */
  time: Micros
  /** It must stand at `time`, or where it stands when `time` was not asked for. */
  frozen: boolean
  exact: boolean
  /** What it begins with when it is made. */
  past?: Past | undefined
  /** How far its last block may be from the present without being caught up or made anew. */
  maxBehind: Micros
}

/**
 * The network in the database at the time it is wanted: as it is, caught up, or made anew when it is another or stands
 * at another time. Rejects when the database holds a network that is no demo, which is never touched.
 */
export async function openNetwork(db: WritableDb, wanted: Wanted): Promise<Network> {
  await refuseOthers(db)
  const origin = await readOrigin(db)
  const seed = wanted.seed ?? origin?.seed ?? defaultSeed
  if (origin?.seed === seed) {
    const world = makeWorld(seed, origin.anchor, wanted.past)
    const height = await readHeight(db)
    const behind = wanted.time - world.chain.timeOf(height)
    if (wanted.frozen && (behind === 0 || !wanted.exact)) return readNetwork(db, world, height)
    if (!wanted.frozen && behind > wanted.maxBehind) return catchUp(db, world, wanted.time)
    if (!wanted.frozen && behind >= -wanted.maxBehind) return readNetwork(db, world, height)
  }
  return create(db, makeWorld(seed, wanted.time, wanted.past))
}

/** The network after the last block in the database. */
export async function reopenNetwork(db: Db, world: World): Promise<Network> {
  return readNetwork(db, world, await readHeight(db))
}

/** Fills in the time between the last block in the database and now. */
export async function catchUp(db: WritableDb, world: World, now: Micros): Promise<Network> {
  const network = await reopenNetwork(db, world)
  const { chain } = world
  const time = chain.timeOf(chain.heightAt(now))
  await db.transaction((transaction) => fill(transaction, network, chain.timeOf(network.height), time))
  return reopenNetwork(db, world)
}

async function create(db: WritableDb, world: World): Promise<Network> {
  const { chain, seed } = world
  await db.transaction(async (transaction) => {
    await clear(transaction)
    await fill(transaction, newNetwork(world, chain.heightAt(chain.anchor)), undefined, chain.anchor)
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

/** The seed, and the present at its first start; undefined when there is no demo of this edition. */
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
    where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname <> 'lyra_segments'`)
  await db.exec(`truncate ${tables.map(([name]) => name ?? '').join(', ')}`)
}
