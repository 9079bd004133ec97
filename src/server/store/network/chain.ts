import type { Db } from '../db.ts'

/** The newest block: decimal height, Unix nanoseconds, lower-case hex hash. */
export interface LastBlock {
  height: string
  time: string
  hash: string
}

const lastBlock = `
  select height::text, (extract(epoch from vega_time) * 1000000)::bigint::text || '000', encode(hash, 'hex')
  from last_block`

/** Undefined before the first block. Rejects as Db.rows does. */
export async function readLastBlock(db: Db, signal?: AbortSignal): Promise<LastBlock | undefined> {
  const [row] = await db.rows(lastBlock, [], signal)
  return row && { height: row[0] ?? '0', time: row[1] ?? '0', hash: row[2] ?? '' }
}

const rfc3339 = (column: string): string =>
  `regexp_replace(to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '\\.?0+Z$', 'Z')`

const chain = `
  select
    coalesce((select id from chain limit 1), ''),
    coalesce(block.height::text, '0'),
    coalesce(upper(encode(block.hash, 'hex')), ''),
    coalesce(${rfc3339('block.vega_time')}, ''),
    coalesce(epoch.id::text, '0'),
    coalesce(${rfc3339('epoch.start_time')}, ''),
    coalesce(${rfc3339('epoch.expire_time')}, '')
  from (select 1) as one
  left join (select height, hash, vega_time from last_block limit 1) as block on true
  left join (select id, start_time, expire_time from epochs order by id desc, vega_time desc limit 1) as epoch on true`

/** What the store knows of the chain; times in RFC3339Nano, empty or `0` where nothing is stored. */
export interface Chain {
  chainId: string
  blockHeight: string
  blockHash: string
  vegaTime: string
  epochSeq: string
  epochStartTime: string
  epochExpiryTime: string
}

/** Rejects as Db.rows does. */
export async function readChain(db: Db, signal?: AbortSignal): Promise<Chain> {
  const [row] = await db.rows(chain, [], signal)
  const [chainId, blockHeight, blockHash, vegaTime, epochSeq, epochStartTime, epochExpiryTime] = (row ?? []).map(
    (value) => value ?? '',
  )
  return {
    chainId: chainId ?? '',
    blockHeight: blockHeight ?? '0',
    blockHash: blockHash ?? '',
    vegaTime: vegaTime ?? '',
    epochSeq: epochSeq ?? '0',
    epochStartTime: epochStartTime ?? '',
    epochExpiryTime: epochExpiryTime ?? '',
  }
}
