import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { exportLedgerEntries } from '../../src/wire/ledger-export.ts'
import { listAssets } from '../../src/wire/network.ts'
import { type BuiltService, main, startBuiltService } from '../shared/built-service.ts'
import { download } from '../shared/download.ts'
import { type BrowserRun, busyOf, measureBrowser, residentOf } from './export-browser.ts'
import { benchParty, firstSecond, rowsPerSecond, writeLedgerArchive } from '../shared/ledger-archive.ts'
import { fixed, printRow, quantile, readOptions } from '../shared/program.ts'
import { startRecordedNode } from './recorded-node.ts'

const usage = `Measures the ledger export: the service by a plain client, and the dashboard in a browser beside it.

  npm run bench -- export [options]

  --rows N          entries of the made-up ledger (300000, about 100 MB of CSV)
  --big             5000000 entries; the browser takes the first gigabyte (1 GiB) of them
  --database URL    an empty PostgreSQL, or one that an earlier run filled; else PGlite
  --folder DIR      keeps the archive and the PGlite directory there for the next run
  --only TEXT       "service" or "browser" alone
  --sink TEXT       only places whose name contains this: file, private, memory`

const options = readOptions(usage, {
  rows: { type: 'string', default: '300000' },
  big: { type: 'boolean', default: false },
  database: { type: 'string' },
  folder: { type: 'string' },
  only: { type: 'string' },
  sink: { type: 'string', default: '' },
})

const rows = options.big ? 5_000_000 : Number(options.rows)
const gibibyte = 2 ** 30
const megabyte = 1_000_000
const { path } = exportLedgerEntries

/** Makes and imports the ledger unless an earlier run did; resolves to the options that serve it. */
async function fillDatabase(folder: string): Promise<string[]> {
  const data = join(folder, 'data')
  const source = options.database ? ['--database', options.database] : ['--data', data]
  if (!options.database && existsSync(data)) return source
  const archive = join(folder, `bench-ledger-1-115-1-2.zip`)
  let began = performance.now()
  if (!existsSync(archive)) {
    await writeLedgerArchive(archive, rows)
    console.log(`made ${rows} entries in ${fixed((performance.now() - began) / 1000)} s`)
    began = performance.now()
  }
  // A database that holds the archive already skips it.
  const { status, stderr } = spawnSync(process.execPath, [main, 'import', archive, ...source], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the import failed:\n${stderr}`)
  console.log(`imported in ${fixed((performance.now() - began) / 1000)} s`)
  return source
}

/** The speed of curl, the yardstick of the browser, for a file of so many bytes: megabytes a second, if there is curl. */
function printCurl(name: string, url: string, bytes: number, encoding = 'identity'): void {
  const args = ['-s', '-o', '/dev/null', '-w', '%{time_total}', '-H', `Accept-Encoding: ${encoding}`, url]
  const run = spawnSync('curl', args, { encoding: 'utf8' })
  if (run.status === 0) printRow(name, fixed(bytes / megabyte / Number(run.stdout)))
}

/** Milliseconds of each small request while `work` goes on, or for two seconds. */
async function meanwhile(url: string, work?: Promise<unknown>): Promise<number[]> {
  let busy = true
  const until = performance.now() + 2000
  void work?.finally(() => (busy = false))
  const times: number[] = []
  while (work ? busy : performance.now() < until) {
    const began = performance.now()
    await (await fetch(url)).arrayBuffer()
    times.push(performance.now() - began)
    await sleep(20)
  }
  return times
}

async function measureService({ base, pid }: BuiltService, url: string): Promise<void> {
  const small = `${base}${listAssets.path}`
  await download(url, 'identity', 10 * megabyte)
  const idle = await meanwhile(small)
  const before = residentOf(pid)
  let max = before
  const watch = setInterval(() => (max = Math.max(max, residentOf(pid))), 100)
  const busy = busyOf(pid)
  const exporting = download(url)
  const during = await meanwhile(small, exporting)
  const whole = await exporting
  clearInterval(watch)
  const work = ((busyOf(pid) - busy) * 1e9) / whole.bytes
  const zipped = await download(url, 'gzip')
  await Promise.all(Array.from({ length: 8 }, () => download(url, 'identity', megabyte)))
  const after = await meanwhile(small)
  console.log(`\nservice, ${rows} rows, ${fixed(whole.bytes / megabyte)} MB, with small requests at the same time`)
  printRow('first byte, ms', fixed(whole.firstByte))
  printRow('MB/s', fixed(whole.bytes / megabyte / whole.seconds))
  printRow('processor time without the database server, ms per MB', fixed(work))
  printRow('memory (RSS) before and at most, MB', fixed(before / megabyte, 0), fixed(max / megabyte, 0))
  for (const [name, times] of Object.entries({ idle, during, 'after 8 clients left': after }))
    printRow(`small request, ${name}: p50 and p99, ms`, fixed(quantile(times, 0.5)), fixed(quantile(times, 0.99)))
  printCurl('curl alone, MB/s', url, whole.bytes)
  printRow('gzip, MB/s unpacked', fixed(zipped.bytes / megabyte / zipped.seconds))
  printRow('  percent of the size', fixed((100 * zipped.packed) / zipped.bytes))
  printRow('  first byte, ms', fixed(zipped.firstByte))
  printRow('  bytes', zipped.sha256 === whole.sha256 ? 'same' : 'OTHER')
}

function printRun({ sink, megabytesPerSecond, seconds, rightHash, heap, resident, work, verdict }: BrowserRun): void {
  const growth = [`+${fixed(heap)}`, `+${fixed(resident, 0)}`]
  const hash = rightHash ? 'right' : 'WRONG'
  printRow(sink, fixed(megabytesPerSecond), fixed(seconds), hash, ...growth, fixed(work), `  ${verdict}`)
}

async function measureDashboard({ base }: BuiltService, url: string): Promise<void> {
  // The browser takes a gigabyte of the big ledger: up to the second in which it is reached.
  const sample = await download(`${url}&dateRange.endTimestamp=${firstSecond + 2000}000000000`)
  const seconds = options.big ? Math.ceil(gibibyte / (sample.bytes / 2000)) + 1 : Math.ceil(rows / rowsPerSecond) + 1
  const to = `${firstSecond + seconds}000000000`
  const part = `${url}&dateRange.endTimestamp=${to}`
  const expected = await download(part)
  const query = `partyId=${benchParty}&to=${to}`
  console.log(`\nbrowser, ${fixed(expected.bytes / megabyte)} MB`)
  printRow('into', 'MB/s', 'seconds', 'hash', 'heap MB', 'RSS MB', 'ms CPU/MB', 'verdict')
  printCurl('curl before', part, expected.bytes)
  for (const run of await measureBrowser({ base, query, expected }, options.sink)) printRun(run)
  printCurl('curl after', part, expected.bytes)
  const recorded = await startRecordedNode(path, Buffer.from(await (await fetch(part)).arrayBuffer()))
  const alone = await measureBrowser({ base: recorded.url, query, expected }, 'file').finally(recorded.stop)
  for (const run of alone) printRun({ ...run, sink: 'file, made before' })
  // A browser on another machine takes it packed.
  printCurl('curl, packed', part, expected.bytes, 'gzip')
}

const folder = options.folder ? resolve(options.folder) : mkdtempSync(join(tmpdir(), 'lyra-bench-'))
try {
  const service = await startBuiltService(await fillDatabase(folder))
  try {
    const url = `${service.base}${path}?partyId=${benchParty}`
    if (options.only !== 'browser') await measureService(service, url)
    if (options.only !== 'service') await measureDashboard(service, url)
  } finally {
    service.stop()
  }
} finally {
  if (!options.folder) rmSync(folder, { recursive: true, force: true })
}
