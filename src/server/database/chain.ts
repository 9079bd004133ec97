import type { Db, Reads } from './db.ts'
import { nanoseconds, rfc3339 } from '../sql/statement.ts'
import { atOnce, type MaybePromise, RecentRead } from '../recent-read.ts'

/** The newest block: decimal height, Unix nanoseconds. */
export interface LastBlock {
  height: string
  time: string
  /** The block and what is visible to readers: it changes with every commit, with a new block or without (decision 30). */
  state: string
}

const state = `concat_ws(' ', height, encode(hash, 'hex'), pg_current_snapshot())`
const lastBlock = `select height::text, ${nanoseconds('vega_time')}, ${state} from last_block`

/** SQL of the state of the newest block; NULL before the first one. */
export const stateSql = `(select ${state} from last_block limit 1)`

/** Undefined before the first block. Rejects as Db.rows does. */
export async function readLastBlock(db: Pick<Reads, 'rows'>, signal?: AbortSignal): Promise<LastBlock | undefined> {
  const [row] = await db.rows(lastBlock, [], signal)
  return row && { height: row[0] ?? '0', time: row[1] ?? '0', state: row[2] ?? '' }
}

/** Whether the tables hold no network, as where a first import failed. */
export const isEmpty = async (db: Pick<Reads, 'rows'>): Promise<boolean> =>
  (await db.rows('select 1 from chain limit 1')).length === 0

/** What the store knows of the chain: times in RFC3339Nano; empty or `0` where nothing is stored. */
const chain = {
  chainId: `coalesce((select id from chain limit 1), '')`,
  blockHeight: `coalesce(block.height::text, '0')`,
  blockHash: `coalesce(upper(encode(block.hash, 'hex')), '')`,
  vegaTime: `coalesce(${rfc3339('block.vega_time')}, '')`,
  epochSeq: `coalesce(epoch.id::text, '0')`,
  epochStartTime: `coalesce(${rfc3339('epoch.start_time')}, '')`,
  epochExpiryTime: `coalesce(${rfc3339('epoch.expire_time')}, '')`,
}
type ChainState = Record<keyof typeof chain, string>

const statement = `
  select ${Object.values(chain).join(', ')}
  from (select 1) as one
  left join (select height, hash, vega_time from last_block limit 1) as block on true
  left join (select id, start_time, expire_time from epochs order by id desc, vega_time desc limit 1) as epoch on true`

export async function readChain(db: Db, signal?: AbortSignal): Promise<ChainState> {
  const [row = []] = await db.rows(statement, [], signal)
  return Object.fromEntries(Object.keys(chain).map((name, index) => [name, row[index]])) as ChainState
}

/** The newest stored block; null when there is none, undefined when the database does not answer. */
export type NewestBlock = LastBlock | null | undefined
/** The same, at most 200 ms old. */
export type RecentBlock = () => MaybePromise<NewestBlock>

const maxAgeMs = 200
/** A response that needs no database does not wait longer for its headers. */
const timeoutMs = 1000

export function recentBlockOf(db: Db): RecentBlock {
  // The response itself reports a database that fails; its headers are then left out.
  const read = (): Promise<NewestBlock> =>
    readLastBlock(db, AbortSignal.timeout(timeoutMs)).then(
      (block) => block ?? null,
      () => undefined,
    )
  const newest = new RecentRead(read, maxAgeMs)
  return () => {
    const shown = db.shownHeight?.()
    // A page has shown a newer one in the meantime.
    const checked = (found: NewestBlock): ReturnType<RecentBlock> =>
      found && shown !== undefined && BigInt(found.height) < shown ? newest.again() : found
    return atOnce(newest.last() ?? newest.get(), checked)
  }
}
