import { join } from 'node:path'
import { blockInterval, candleTable, defaultIntervals } from '../../src/wire/candle-interval.ts'
import { importArchives, startBuiltService } from '../shared/built-service.ts'
import { fixed, grouped } from '../shared/program.ts'
import { columns } from '../../src/server/questions/candles/source.ts'
import { writeArchive } from '../data-set/archive.ts'
import { markets } from '../data-set/data-set.ts'
import { allRows, compareRows, minuteRows } from './chunk-rows.ts'
import { Server, type Workplace, ask, runSettings, until } from '../shared/postgres.ts'

const settings = [
  ...runSettings,
  'shared_preload_libraries=timescaledb',
  'timescaledb.telemetry_level=off',
  'max_locks_per_transaction=1024',
  'max_wal_size=8GB',
]

export const startTimescale = (place: Workplace): Promise<Server> => Server.primary(place, 'timescale', settings)

/** Hypertables by time, as a data node has them. Candles are made anew as aggregates. */
const hypertables = `
do $$
declare
  candle text;
begin
  for candle in select relname from pg_class where relname like 'trades\\_candle\\_%' and relkind = 'r' loop
    execute format('drop table %I', candle);
  end loop;
end $$;
drop index trades_market_block;
select create_hypertable('trades', 'synthetic_time', chunk_time_interval => interval '1 day', migrate_data => true);
select create_hypertable('ledger', 'ledger_entry_time', chunk_time_interval => interval '1 day', migrate_data => true);
select create_hypertable('blocks', 'vega_time', chunk_time_interval => interval '1 day', migrate_data => true);
`

const aggregates = defaultIntervals
  .filter((name) => name !== blockInterval)
  .map((interval) => ({ interval, name: candleTable(interval) }))

/** Materialises the candles but for the last hour, as a node's policies leave the newest. */
async function refresh(url: string): Promise<void> {
  const until = `(select vega_time from last_block) - interval '1 hour'`
  const [[end = ''] = []] = await ask(url, `select (${until})::text`)
  for (const { name } of aggregates) await ask(url, `call refresh_continuous_aggregate('${name}', null, '${end}')`)
  await ask(url, 'vacuum analyze')
}

/** Turns Lyra's tables into those of a data node: hypertables, and candles that are aggregates of the trades. */
export async function makeHypertables(url: string): Promise<void> {
  await ask(url, 'create extension if not exists timescaledb')
  await ask(url, hypertables)
  for (const { interval, name } of aggregates) {
    await ask(
      url,
      `create materialized view ${name} with (timescaledb.continuous, timescaledb.materialized_only = false) as
        select market_id, time_bucket('${interval}', synthetic_time) as period_start,
          first(price, synthetic_time) as open, last(price, synthetic_time) as close, max(price) as high, min(price) as low,
          sum(size) as volume, sum(size * price) as notional, last(synthetic_time, synthetic_time) as last_update_in_period
        from trades group by market_id, time_bucket('${interval}', synthetic_time) with no data`,
    )
  }
  await refresh(url)
}

/** Copies the one-minute candles of the first market for nine others, but for the last hour, which is not materialised. */
const moreCandles = (table: string): string => `insert into ${table} (market_id, ${columns})
  select decode(m.id, 'hex'), ${columns} from ${table},
    unnest(array['${markets.slice(10, 19).join(`', '`)}']) as m (id)
  where market_id = decode('${markets[0] ?? ''}', 'hex')
    and period_start < (select vega_time from last_block) - interval '1 hour' order by period_start;
  analyze ${table}`

const minutes = candleTable('1 minute')
const behindMinutes = `
  select format('%I.%I', materialization_hypertable_schema, materialization_hypertable_name)
  from timescaledb_information.continuous_aggregates where view_name = '${minutes}'`

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now()
  await work()
  console.log(`${what}, ${fixed((performance.now() - began) / 1000)} s`)
}

/**
 * The service's table over Lyra's own tables and over those of a data node in a chunk a day, and its pages of candles again where ten
 * markets have as many. True when all answers are the same and no row costs more than twice as much in chunks.
 */
export async function compareChunks(place: Workplace, server: Server, days: number, ledger: number): Promise<boolean> {
  const [plain, chunked] = [server.url('plain_table'), server.url('chunked_table')]
  const create = (what: string) => ask(server.url('postgres'), `create database ${what}`)
  const archive = join(place.folder, 'table.zip')
  await timed(`\n${grouped(days * 1440)} one-minute candles and ${grouped(ledger)} entries imported`, async () => {
    const candles = [days * 1440, days * 144, 10_000, 10_000] as const
    await writeArchive(archive, { name: 'table', candles, ledger, marginModes: [100_000, 10_000, 1000] })
    await create('plain_table')
    importArchives([archive], ['--database', plain])
    await ask(plain, 'vacuum analyze')
  })
  // A vacuum that the server has begun on its own would be in the way.
  await timed('copied', () =>
    until('it is copied', async () => Array.isArray(await create('chunked_table template plain_table'))),
  )
  await timed(`turned into chunks of a day`, () => makeHypertables(chunked))
  const services = [
    await startBuiltService(['--database', plain, '--cache', '0']),
    await startBuiltService(['--database', chunked, '--cache', '0']),
  ]
  const subjects = services.map((service) => ({ service, serverPid: server.pid ?? 0 }))
  const [one, other] = subjects
  if (!one || !other) return false
  try {
    const isWithin = await compareRows(`one market of ${days} chunks, 4 connections`, allRows, one, other)
    await timed('\nnine markets more of as many one-minute candles', async () => {
      const [[table = ''] = []] = await ask(chunked, behindMinutes)
      await ask(chunked, moreCandles(table))
      await ask(plain, moreCandles(minutes))
    })
    return (await compareRows('ten markets', minuteRows, one, other)) && isWithin
  } finally {
    for (const service of services) await service.stop()
  }
}
