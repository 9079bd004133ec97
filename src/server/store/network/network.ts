import type { Asset, Epoch, Party } from '../../../wire/network.ts'
import type { Db } from '../db.ts'
import { type Listing, readOne, readPage } from '../keyset.ts'
import type { Plan } from '../page.ts'
import { id, json, nanosecondsOrZero, optional, record, text, word } from '../record.ts'
import { Parameters, whereId } from '../sql.ts'

/** Reads of one kind of record. Both reject with BadInput for a bad id, `page` also for a bad cursor. */
const readsOf = (idColumn: string, listing: Listing & { from: string }) => ({
  /** All records, or the one that is named. */
  page: (db: Db, id: string | undefined, plan: Plan, signal?: AbortSignal) =>
    readPage(db, listing, plan, { conditions: whereId(idColumn, id), signal }),
  one: (db: Db, id: string, signal?: AbortSignal) => readOne(db, listing, whereId(idColumn, id), signal),
})

export const assets = readsOf('a.id', {
  node: record<Pick<Asset, 'id' | 'details' | 'status'>>({
    id: id('a.id'),
    details: record({
      name: text('a.name'),
      symbol: text('a.symbol'),
      decimals: word(`coalesce(a.decimals, 0)::text`),
      quantum: word(`coalesce(trim_scale(a.quantum)::text, '')`),
      // A token has a contract, a built-in asset the amount its faucet gives.
      erc20: optional({
        ...record({
          contractAddress: text('a.erc20_contract'),
          lifetimeLimit: word('a.lifetime_limit::text'),
          withdrawThreshold: word('a.withdraw_threshold::text'),
          chainId: text(`coalesce(a.chain_id, '')`),
        }),
        when: `coalesce(a.erc20_contract, '') <> ''`,
      }),
      builtinAsset: optional({
        ...record({ maxFaucetAmountMint: text('a.source') }),
        when: `coalesce(a.erc20_contract, '') = '' and coalesce(a.source, '') <> ''`,
      }),
    }),
    status: word('a.status::text'),
  }),
  // A node keeps every version of an asset; the last one counts.
  from: '(select distinct on (b.id) b.* from assets b order by b.id, b.vega_time desc) a',
  cursor: [{ name: 'id', kind: 'id', sql: 'a.id' }],
})

/** Parties, newest first. */
export const parties = readsOf('p.id', {
  node: record<Party & { alias: string; metadata: unknown[] }>({
    id: id('p.id'),
    alias: word(`''`),
    metadata: json(`'[]'`),
  }),
  from: 'parties p',
  cursor: [
    { name: 'ID', kind: 'id', sql: 'p.id' },
    { name: 'TxHash', kind: 'id', sql: 'p.tx_hash' },
    { name: 'VegaTime', kind: 'time', sql: 'p.vega_time' },
  ],
  // The built-in party `network` has no time and counts as later than all others (wire.md 11.3).
  key: [
    { name: 'VegaTime', kind: 'time', sql: `coalesce(p.vega_time, 'infinity')` },
    { name: 'ID', kind: 'id', sql: 'p.id' },
  ],
})

const epoch = record<Epoch & { validators: unknown[]; delegations: unknown[] }>({
  seq: word('e.id::text'),
  timestamps: record<Epoch['timestamps']>({
    startTime: nanosecondsOrZero('e.start_time'),
    expiryTime: nanosecondsOrZero('e.expire_time'),
    endTime: nanosecondsOrZero('e.end_time'),
    firstBlock: word(`coalesce(e.first_block, 0)::text`),
    lastBlock: word(`coalesce(e.last_block, 0)::text`),
  }),
  validators: json(`'[]'`),
  delegations: json(`'[]'`),
})

/** The block at the start of an epoch is its first, the one at its end its last and the first of the next. */
const epochs = `(
  select last.*,
    (select b.height from blocks b where b.vega_time = last.start_time limit 1) as first_block,
    (select b.height from blocks b where b.vega_time = last.end_time limit 1) as last_block
  from (select distinct on (c.id) c.* from epochs c order by c.id desc, c.vega_time desc) last) e`

/** The epoch with that number, or the one that holds a block, or the running one; undefined when there is none. */
export async function readEpoch(
  db: Db,
  wanted: { id: string } | { block: string } | undefined,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const { bind, values } = new Parameters()
  let where = 'true'
  if (wanted && 'id' in wanted) where = `e.id = ${bind(wanted.id, 'numeric')}`
  else if (wanted) {
    const block = bind(wanted.block, 'numeric')
    where = `e.first_block <= ${block} and (e.last_block is null or e.last_block > ${block})`
  }
  const sql = `select ${epoch.json} from ${epochs} where ${where} order by e.id desc limit 1`
  const [row] = await db.rows(sql, values, signal)
  return row?.[0] ?? undefined
}
