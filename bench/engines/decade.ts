import { execFileSync } from 'node:child_process'
import { candleTable } from '../../src/wire/candle-interval.ts'
import { listCandles } from '../../src/wire/candles.ts'
import { formatUrl } from '../../src/wire/protocol/url.ts'
import { main, startBuiltService } from '../shared/built-service.ts'
import { fixed, grouped, printRow } from '../shared/program.ts'
import { bestRates } from './rates.ts'
import { Server, type Workplace, ask } from './processes.ts'

const long = '7a'.repeat(32)
const short = '7b'.repeat(32)
const table = candleTable('1 minute')
const end = '2023-12-30'

/** A candle a minute of a market from a day on. */
const candles = (market: string, from: string): string => `
  insert into ${table} select decode('${market}', 'hex'), t, 100000, 100010, 100100, 99900, 500, 50000000, t + interval '59 seconds'
  from generate_series(timestamptz '${from}', timestamptz '${end}', interval '1 minute') t`

/** Bytes of the table of one-minute candles with its index, and its rows. */
async function sizeOf(url: string): Promise<{ bytes: number; rows: number }> {
  const sql = `select pg_total_relation_size('${table}')::text, count(*)::text from ${table}`
  const [[bytes, rows] = []] = await ask(url, sql)
  return { bytes: Number(bytes), rows: Number(rows) }
}

/**
 * Two predictions of docs/scale.md at a thousandth of its network, which is one of its markets over ten years: the room of its
 * candles by that of ten days, and that a page costs what the page has and not what the history has. True when both hold.
 */
export async function tryDecade(place: Workplace, seconds: number): Promise<boolean> {
  const server = await Server.primary(place, 'decade')
  await ask(server.url('postgres'), 'create database lyra')
  const url = server.url()
  await ask(url, execFileSync(process.execPath, [main, 'schema'], { encoding: 'utf8' }))
  await ask(url, `insert into last_block (vega_time, height, hash) values ('${end}', 1, '\\x00')`)
  await ask(url, candles(short, '2023-12-20'))
  const few = await sizeOf(url)
  await ask(url, candles(long, '2014-01-01'))
  await ask(url, `vacuum analyze ${table}`)
  const many = await sizeOf(url)
  const predicted = (few.bytes / few.rows) * many.rows
  printRow('one market, ten years of one-minute candles', 'predicted', 'measured', 'ratio')
  printRow(
    `  MB of ${grouped(many.rows)} candles`,
    ...[predicted, many.bytes].map((bytes) => fixed(bytes / 1e6, 0)),
    fixed(many.bytes / predicted, 2),
  )
  // Pages of the index may be half full where another market stands behind the one that grows.
  let isTrue = many.bytes / predicted < 1.5
  const service = await startBuiltService(['--database', url, '--cache', '0'])
  try {
    const pages = [
      ['newest 1000', {}],
      [
        '1000 of a day',
        { fromTimestamp: `${Date.UTC(2023, 11, 24)}000000`, toTimestamp: `${Date.UTC(2023, 11, 25)}000000` },
      ],
    ] as const
    for (const [name, bounds] of pages) {
      const urls = [short, long].map((market) => {
        const params = { candleId: `${table}_${market}`, ...bounds, pagination: { first: 1000 } }
        return service.base + formatUrl(listCandles, params)
      })
      const rates = await bestRates(urls, seconds)
      const [ofFew = 0, ofMany = 0] = rates
      printRow(
        `  ${name}, requests/s of ten days and of ten years`,
        fixed(ofFew, 1),
        fixed(ofMany, 1),
        fixed(ofMany / ofFew, 2),
      )
      isTrue &&= ofMany / ofFew > 0.5
    }
  } finally {
    service.stop()
  }
  return isTrue
}
