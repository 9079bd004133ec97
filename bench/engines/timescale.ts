import { blockInterval, candleTable, defaultIntervals } from '../../src/wire/candle-interval.ts'
import { buildCandles } from '../../src/server/archive/candles.ts'
import { openPostgres } from '../../src/server/store/drivers/postgres/postgres.ts'
import { execFileSync } from 'node:child_process'
import { listCandles } from '../../src/wire/candles.ts'
import { formatUrl } from '../../src/wire/protocol/url.ts'
import { main, startBuiltService } from '../built-service.ts'
import { fixed, printRow } from '../program.ts'
import { bestRates } from './rates.ts'
import { Server, type Workplace, ask } from './processes.ts'

const market = '7a'.repeat(32)
const settings = [
  'shared_preload_libraries=timescaledb',
  'timescaledb.telemetry_level=off',
  'max_locks_per_transaction=1024',
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

/** Turns Lyra's tables into those of a data node: hypertables, and candles that are aggregates of the trades. */
export async function makeHypertables(url: string): Promise<void> {
  await ask(url, 'create extension if not exists timescaledb')
  await ask(url, hypertables)
  for (const interval of defaultIntervals.filter((name) => name !== blockInterval)) {
    const view = candleTable(interval)
    await ask(
      url,
      `create materialized view ${view} with (timescaledb.continuous, timescaledb.materialized_only = false) as
        select market_id, time_bucket('${interval}', synthetic_time) as period_start,
          first(price, synthetic_time) as open, last(price, synthetic_time) as close, max(price) as high, min(price) as low,
          sum(size) as volume, sum(size * price) as notional, last(synthetic_time, synthetic_time) as last_update_in_period
        from trades group by market_id, time_bucket('${interval}', synthetic_time) with no data`,
    )
    await ask(url, `call refresh_continuous_aggregate('${view}', null, null)`)
  }
  await ask(url, 'analyze')
}

const first = '2024-01-01 00:00:00+00'

/** A trade a minute of one market for so many days. */
export async function fillTrades(url: string, days: number): Promise<void> {
  await ask(url, execFileSync(process.execPath, [main, 'schema'], { encoding: 'utf8' }))
  await ask(
    url,
    `insert into trades (synthetic_time, vega_time, seq_num, market_id, price, size)
      select t + interval '1 microsecond', t, 1, decode('${market}', 'hex'), 100000 + (n * 7919) % 1000, 1 + n % 50
      from (select n, timestamptz '${first}' + n * interval '1 minute' as t from generate_series(0, ${days * 1440 - 1}) n) m`,
  )
  await ask(
    url,
    `insert into last_block (vega_time, height, hash) select max(vega_time), count(*), decode('00', 'hex') from trades;
      insert into chain (id) values ('bench-1'); analyze`,
  )
}

/** Builds Lyra's own candles of these trades. */
export async function fillCandles(url: string): Promise<void> {
  const db = openPostgres(url, { writable: true })
  await buildCandles(db, first)
  await db.exec('analyze')
  await db.close()
}

/** Requests a second for pages of candles on both databases; true when no page costs more than twice as much in chunks. */
export async function compareCandles(plain: string, chunked: string, seconds: number): Promise<boolean> {
  printRow('\npages of candles, 4 connections', 'plain req/s', 'chunks req/s', 'plain/chunks')
  const services = [
    await startBuiltService(['--database', plain, '--cache', '0']),
    await startBuiltService(['--database', chunked, '--cache', '0']),
  ]
  let isWithin = true
  const end = Date.UTC(2025, 5, 1)
  const between = { fromTimestamp: `${end}000000`, toTimestamp: `${end + 86_400_000}000000` }
  const pages = ['1 minute', '1 hour', '1 day', 'block'].flatMap((interval) => [
    [`newest 1000, ${interval}`, interval, {}] as const,
    [`a day of 2025, ${interval}`, interval, between] as const,
  ])
  try {
    for (const [name, interval, bounds] of pages) {
      const candleId = `${candleTable(interval)}_${market}`
      const path = formatUrl(listCandles, { candleId, ...bounds, pagination: { first: 1000 } })
      const urls = services.map(({ base }) => base + path)
      const bodies = await Promise.all(urls.map(async (url) => (await fetch(url)).text()))
      const rates = await bestRates(urls, seconds)
      const [one = 0, other = 0] = rates
      const same = bodies[0] === bodies[1] ? '' : '  OTHER CANDLES'
      isWithin &&= one / other <= 2 && same === ''
      printRow(`  ${name}`, fixed(one, 1), fixed(other, 1), `${fixed(one / other, 2)}${same}`)
    }
  } finally {
    for (const service of services) service.stop()
  }
  return isWithin
}
