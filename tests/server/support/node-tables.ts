import { bucketOrigin } from '../../../src/wire/candle-interval.ts'
import { intervalOf } from '../../../src/server/questions/candles/source.ts'
import type { WritableDb } from '../../../src/server/database/db.ts'

const day = 86_400_000

/** Days of trades from `first` on, and the instant up to which candles are materialised; both in Unix milliseconds. */
export interface Chunks {
  first: number
  days: number
  materialised: number
  /** Whether the database says what it materialises where, as TimescaleDB does in its catalog. */
  catalog: boolean
}

const text = (milliseconds: number): string => `'${new Date(milliseconds).toISOString()}'::timestamptz`

const columns = 'market_id, period_start, open, close, high, low, volume, notional, last_update_in_period'

const fromTrades = `(array_agg(price order by synthetic_time))[1], (array_agg(price order by synthetic_time desc))[1],
  max(price), min(price), sum(size), sum(size * price), max(synthetic_time)`

/**
 * Turns the trades and candles of a filled test database into what TimescaleDB keeps on a real node: trades in a chunk a
 * day without the indexes that are Lyra's own, and each interval a view over candles that are materialised up to a
 * watermark, with the index of time that every hypertable has, and an aggregate of the trades behind it. The watermark is a
 * function, so its value is not known while a statement is planned.
 */
export async function chunkTrades(db: WritableDb, { first, days, materialised, catalog }: Chunks): Promise<void> {
  const [block] = await db.rows(`select pg_get_viewdef('trades_candle_block'::regclass)`)
  const partitions = Array.from({ length: days }, (_, number) => {
    const [from, to] = [first + number * day, first + (number + 1) * day]
    return `create table trades_chunk_${String(number)} partition of trades for values from (${text(from)}) to (${text(to)});`
  })
  await db.exec(`
    drop view trades_candle_block;
    alter table trades rename to trades_whole;
    drop index trades_market, trades_market_block;
    create table trades (like trades_whole) partition by range (synthetic_time)`)
  // Some at a time: a transaction that makes hundreds of tables needs more locks than a server keeps room for.
  for (let at = 0; at < days; at += 100) await db.exec(partitions.slice(at, at + 100).join('\n'))
  await db.exec('insert into trades select * from trades_whole')
  await db.exec('drop table trades_whole')
  await db.exec('alter table trades add primary key (synthetic_time)')
  await db.exec('create index trades_market on trades (market_id, synthetic_time desc)')
  await db.exec(`
    create view trades_candle_block as ${block?.[0] ?? ''};
    create table candle_watermarks (relation text primary key, at timestamptz not null);
    create function candle_watermark(candle text) returns timestamptz stable language sql as
      'select at from candle_watermarks where relation = candle';`)
  const found = await db.rows(
    `select relname::text from pg_class where relname like 'trades\\_candle\\_%' and relkind = 'r'`,
  )
  await db.exec(found.map(([relation]) => makeView(relation ?? '')).join('\n'))
  await refreshCandles(db, materialised)
  if (catalog) {
    await db.exec(`
      create schema timescaledb_information;
      create view timescaledb_information.continuous_aggregates as
        select 'public'::name as view_schema, relation::name as view_name,
          'public'::name as materialization_hypertable_schema,
          replace(relation, 'trades', 'materialised')::name as materialization_hypertable_name
        from candle_watermarks`)
  }
  await db.exec('analyze')
}

const bucketSql = (relation: string, at: string): string =>
  `date_bin('${String(intervalOf(relation).step)} microseconds', ${at}, timestamptz '${bucketOrigin}')`
const watermarkOf = (relation: string): string => `coalesce(candle_watermark('${relation}'), '-infinity'::timestamptz)`
const tableOf = (relation: string): string => relation.replace('trades', 'materialised')
const grouped = (relation: string, where: string): string => `
  select market_id, ${bucketSql(relation, 'synthetic_time')}, ${fromTrades} from trades
  where synthetic_time ${where} ${watermarkOf(relation)} group by 1, 2`

const makeView = (relation: string): string => `
  alter table ${relation} rename to ${tableOf(relation)};
  create index on ${tableOf(relation)} (period_start desc);
  create view ${relation} (${columns}) as
    select ${columns} from ${tableOf(relation)} where period_start < ${watermarkOf(relation)}
    union all ${grouped(relation, '>=')};
  insert into candle_watermarks values ('${relation}', '-infinity');`

/** Materialises the candles of all buckets that end before an instant in Unix milliseconds, and no others. */
export async function refreshCandles(db: WritableDb, until: number): Promise<void> {
  for (const [relation = ''] of await db.rows('select relation from candle_watermarks')) {
    if (relation === null) continue
    await db.exec(`
      update candle_watermarks set at = ${bucketSql(relation, text(until))} where relation = '${relation}';
      truncate ${tableOf(relation)};
      insert into ${tableOf(relation)} (${columns}) ${grouped(relation, '<')}`)
  }
}
