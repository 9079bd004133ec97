import { spawn } from 'node:child_process'
import { exportLedgerEntries } from '../../src/wire/ledger-export.ts'
import { formatUrl } from '../../src/wire/protocol/url.ts'
import { type Download, download, speedOf } from '../shared/download.ts'
import { quantile } from '../shared/program.ts'
import { busyParty, quietParty } from '../data-set/data-set.ts'
import type { BareServer, Rounds, MeasuredService } from './reads.ts'
import type { Result } from './results.ts'
import type { ReadRow } from './rows.ts'

const exportOf = (partyId: string): string => formatUrl(exportLedgerEntries, { partyId })
const pieceBytes = 4 << 20

type Timed = Pick<Download, 'bytes' | 'seconds' | 'firstRowMs'>

async function repeated(times: number, run: () => Promise<Timed>): Promise<Timed> {
  const runs: Timed[] = []
  for (let time = 0; time < times; time += 1) runs.push(await run())
  const median = (of: (run: Timed) => number): number => quantile(runs.map(of), 0.5)
  return {
    bytes: median(({ bytes }) => bytes),
    seconds: median(({ seconds }) => seconds),
    firstRowMs: median(({ firstRowMs }) => firstRowMs),
  }
}

/** The export of half of the ledger, beside bare node:http that streams as many bytes. */
export async function measureExport(
  row: string,
  { database, service }: MeasuredService,
  bare: BareServer,
  rounds: number,
): Promise<Result> {
  const whole = await repeated(rounds, () => download(service.base + exportOf(busyParty)))
  const piece = new Response(Buffer.alloc(pieceBytes, 'x'), { headers: { 'content-type': 'text/csv' } })
  await bare.imitate(piece, Math.max(1, Math.round(whole.bytes / pieceBytes)))
  const plain = speedOf(await repeated(rounds, () => download(bare.url)))
  const value = speedOf(whole)
  const { bytes, firstRowMs } = whole
  return { row, database, unit: 'MB/s', value, ratio: value / plain, bare: plain, bytes, firstRowMs }
}

/** The export of a party with two hundred entries: seconds. */
export async function measureSmallExport(row: string, { database, service }: MeasuredService): Promise<Result> {
  const { bytes, seconds, firstRowMs } = await repeated(15, () => download(service.base + exportOf(quietParty)))
  return { row, database, unit: 's', value: seconds, goal: 0.015, bytes, firstRowMs }
}

/** How fast a page is while four exports run. */
export async function measureBesideExports(
  row: string,
  page: ReadRow,
  { database, service }: MeasuredService,
  { generator, connections, seconds }: Rounds,
): Promise<Result> {
  const ended = new AbortController()
  const url = service.base + exportOf(busyParty)
  const exports = Array.from({ length: 4 }, async () => {
    while (!ended.signal.aborted) await download(url, { signal: ended.signal }).catch(() => undefined)
  })
  const load = await generator.run(service.base + page.path, { connections, seconds })
  ended.abort()
  await Promise.all(exports)
  return { row, database, unit: 'requests/s', value: load.perSecond, p50Ms: load.p50, p99Ms: load.p99 }
}

const hex = (column: string): string => `encode(${column}, 'hex')`
const party = String.raw`'\x${busyParty}'::bytea`
/** The plainest statement for an export: both accounts joined, one COPY. */
const plainCopy = `copy (
  select l.vega_time, l.quantity,
    case when t.party_id = f.party_id then 0 when f.party_id = ${party} then -l.quantity else l.quantity end as effect,
    l.type, ${hex('f.asset_id')}, ${hex('f.market_id')}, ${hex('f.party_id')}, f.type, l.account_from_balance,
    ${hex('t.market_id')}, ${hex('t.party_id')}, t.type, l.account_to_balance
  from ledger l
  join accounts f on f.id = l.account_from_id
  join accounts t on t.id = l.account_to_id
  where f.party_id = ${party} or t.party_id = ${party}
  order by l.ledger_entry_time) to stdout with (format csv, header)`

/** The same rows by one plain COPY through psql, which is what an export costs without Lyra. */
export async function measurePlainCopy(row: string, psql: string, url: string, rounds: number): Promise<Result> {
  const run = (): Promise<Timed> =>
    new Promise((resolve, reject) => {
      const began = performance.now()
      const child = spawn(psql, ['-X', '-q', url, '-c', plainCopy], { stdio: ['ignore', 'pipe', 'inherit'] })
      let [bytes, firstRowMs] = [0, Number.NaN]
      child.stdout.on('data', (chunk: Buffer) => {
        if (bytes === 0) firstRowMs = performance.now() - began
        bytes += chunk.length
      })
      child.on('error', reject)
      child.on('close', () => resolve({ bytes, firstRowMs, seconds: (performance.now() - began) / 1000 }))
    })
  const whole = await repeated(rounds, run)
  const { bytes, firstRowMs } = whole
  return { row, database: 'PostgreSQL', unit: 'MB/s', value: speedOf(whole), bytes, firstRowMs }
}
