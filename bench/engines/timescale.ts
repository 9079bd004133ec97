import { blockInterval, candleTable, defaultIntervals } from '../../src/wire/candle-interval.ts'
import { archiveOf } from '../service/imported-set.ts'
import { type BuiltService, importArchives, withService } from '../shared/built-service.ts'
import { fixed, grouped, printRow, quantile } from '../shared/program.ts'
import { columns } from '../../src/server/questions/candles/source.ts'
import { busyParty, markets, quietParty } from '../data-set/data-set.ts'
import { ask, runSettings, Server, until, type Workplace } from '../shared/postgres.ts'
import { candleIdOf, listCandles } from '../../src/wire/candles.ts'
import { exportLedgerEntries } from '../../src/wire/ledger-export.ts'
import { download } from '../shared/download.ts'
import { loadPlain } from '../shared/load-generator.ts'
import { processorSeconds } from '../shared/process-cost.ts'
import { chooseRows, oneDay, readRow } from '../service/rows.ts'
import type { Target } from '../shared/targets.ts'

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

/** What a row may cost in chunks, as a multiple of what it costs on plain tables. */
const most = 1.5
/** Turns of each row on both databases: other work on the machine changes from second to second. */
const turns = 3

const pagination = { first: 1000 }

/** Pages of the intervals that the service's table does not have. */
const intervalRows: readonly Target[] = ['1 hour', '1 day', 'block'].flatMap((interval) => {
  const candleId = candleIdOf(interval, markets[0] ?? '')
  return [
    readRow(`candles, newest 1000, ${interval}`, listCandles, { candleId, pagination }),
    readRow(`candles, one day, ${interval}`, listCandles, { candleId, ...oneDay, pagination }),
  ]
})

/** Rows of the service's table that read the database. */
const tableRows: readonly Target[] = chooseRows('').filter(
  ({ name, isCached = false }) => !isCached && name !== 'spam statistics',
)
/** Pages of one-minute candles, of one of the markets that were added too. */
const minuteRows: readonly Target[] = [
  ...tableRows.filter(({ name }) => name.includes('candles, ')),
  readRow('candles, newest 1000 of the tenth market', listCandles, {
    candleId: candleIdOf('1 minute', markets[18] ?? ''),
    pagination,
  }),
]
const allRows: readonly Target[] = [
  ...tableRows,
  ...intervalRows,
  readRow('export of half the ledger', exportLedgerEntries, { partyId: busyParty }),
  readRow('export of 200 rows', exportLedgerEntries, { partyId: quietParty }),
]

/** A service over a database, and the process of its server. */
interface ServedDatabase {
  service: BuiltService
  serverPid: number
}

/** What a row came to on a database: its best rate, and the median processor time of service and server in ms for a request. */
class Work {
  perSecond = 0
  readonly #turns: number[] = []

  get ms(): number {
    return quantile(this.#turns, 0.5)
  }

  async turn({ service, serverPid }: ServedDatabase, { path }: Target): Promise<void> {
    const busy = (): number => 1000 * (processorSeconds(service.pid) + processorSeconds(serverPid))
    const [before, began] = [busy(), performance.now()]
    const requests = await (path.startsWith(exportLedgerEntries.path) ? exported : loaded)(service.base + path)
    this.#turns.push((busy() - before) / requests)
    this.perSecond = Math.max(this.perSecond, (1000 * requests) / (performance.now() - began))
  }
}

/** Requests that were answered in a second. Throws when one was refused. */
async function loaded(url: string): Promise<number> {
  const { perSecond, failed } = await loadPlain(url, 4, 1)
  if (failed > 0) throw new Error(`${failed} requests failed: ${url}`)
  return perSecond
}

/** Exports until half a second is over: one of 200 rows is too short to be measured alone. */
async function exported(url: string): Promise<number> {
  const began = performance.now()
  let count = 0
  do {
    await download(url)
    count += 1
  } while (performance.now() - began < 500)
  return count
}

const bodyOf = async (url: string): Promise<string> => {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`HTTP ${response.status} of ${url}: ${await response.text()}`)
  return response.text()
}

/**
 * Measures rows on plain tables and on chunks in turns. True when all answers are the same and none costs more than `most` of the
 * processor time; rates depend on what else runs, and are printed beside it.
 */
async function compareRows(title: string, rows: readonly Target[], plain: ServedDatabase, chunked: ServedDatabase) {
  printRow(`\n${title}`, 'plain /s', 'chunks /s', 'ratio', 'plain ms', 'chunks ms', 'ratio')
  let isWithin = true
  for (const row of rows) {
    const bodies = await Promise.all([plain, chunked].map(({ service }) => bodyOf(service.base + row.path)))
    let [one, other] = [new Work(), new Work()]
    for (let turn = 0; turn <= turns; turn += 1) {
      // In the first one each connection reads the catalogue and makes its plans.
      if (turn === 1) [one, other] = [new Work(), new Work()]
      await one.turn(plain, row)
      await other.turn(chunked, row)
    }
    const ratio = other.ms / one.ms
    const same = bodies[0] === bodies[1]
    isWithin &&= same && ratio <= most
    const figures = [one.perSecond, other.perSecond, one.perSecond / other.perSecond, one.ms, other.ms, ratio]
    const remarks = [...(ratio > most ? [`  ABOVE ${most}`] : []), ...(same ? [] : ['  OTHER ANSWER'])]
    printRow(`  ${row.name}`, ...figures.map((value) => fixed(value, 2)), ...remarks)
  }
  return isWithin
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
 * markets have as many. True when all answers are the same and no row costs more than `most` in chunks.
 */
export async function compareChunks(server: Server, days: number, ledger: number): Promise<boolean> {
  const [plain, chunked] = [server.url('plain_table'), server.url('chunked_table')]
  const create = (what: string) => ask(server.url('postgres'), `create database ${what}`)
  await timed(`\n${grouped(days * 1440)} one-minute candles and ${grouped(ledger)} entries imported`, async () => {
    const candles = [days * 1440, days * 144, 10_000, 10_000] as const
    const set = { name: `chunks-${days}-${ledger}`, candles, ledger, marginModes: [100_000, 10_000, 1000] } as const
    await create('plain_table')
    importArchives([await archiveOf(set)], ['--database', plain])
    await ask(plain, 'vacuum analyze')
  })
  // A vacuum that the server has begun on its own would be in the way.
  await timed('copied', () =>
    until('it is copied', async () => Array.isArray(await create('chunked_table template plain_table'))),
  )
  await timed(`turned into chunks of a day`, () => makeHypertables(chunked))
  const over = (url: string): string[] => ['--database', url, '--cache', '0']
  const serverPid = server.pid ?? 0
  const compare = async (one: ServedDatabase, other: ServedDatabase): Promise<boolean> => {
    const isWithin = await compareRows(`one market of ${days} chunks, 4 connections`, allRows, one, other)
    await timed('\nnine markets more of as many one-minute candles', async () => {
      const [[table = ''] = []] = await ask(chunked, behindMinutes)
      await ask(chunked, moreCandles(table))
      await ask(plain, moreCandles(minutes))
    })
    return (await compareRows('ten markets', minuteRows, one, other)) && isWithin
  }
  return withService(over(plain), (one) =>
    withService(over(chunked), (other) => compare({ service: one, serverPid }, { service: other, serverPid })),
  )
}
