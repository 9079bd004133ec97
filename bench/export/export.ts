import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { exportLedgerEntries } from '../../src/wire/ledger-export.ts'
import { listAssets } from '../../src/wire/network.ts'
import { writeArchive } from '../data-set/archive.ts'
import { busyParty, end, firstEntry, ledgerSet } from '../data-set/data-set.ts'
import { type BuiltService, importArchives, startBuiltService } from '../shared/built-service.ts'
import { download, speedOf } from '../shared/download.ts'
import { memoryMb, processorSeconds, watchLargest } from '../shared/process-cost.ts'
import { fixed, printRow, quantile, readOptions } from '../shared/program.ts'
import { type BrowserRun, measureBrowser } from './export-browser.ts'

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
  const archive = join(folder, 'ledger.zip')
  if (!existsSync(archive)) {
    const began = performance.now()
    await writeArchive(archive, ledgerSet(rows))
    console.log(`made ${rows} entries in ${fixed((performance.now() - began) / 1000)} s`)
  }
  // A database that holds the archive already skips it.
  console.log(`imported in ${fixed(importArchives([archive], source))} s`)
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
  await download(url, { stopAt: 10 * megabyte })
  const idle = await meanwhile(small)
  const [before, busy] = [memoryMb(pid), processorSeconds(pid)]
  const largest = watchLargest(() => memoryMb(pid))
  const exporting = download(url)
  const during = await meanwhile(small, exporting)
  const whole = await exporting
  const [most, work] = [largest(), ((processorSeconds(pid) - busy) * 1e9) / whole.bytes]
  const zipped = await download(url, { encoding: 'gzip', isHashed: true })
  await Promise.all(Array.from({ length: 8 }, () => download(url, { stopAt: megabyte })))
  const after = await meanwhile(small)
  const { sha256 } = await download(url, { isHashed: true })
  console.log(`\nservice, ${rows} rows, ${fixed(whole.bytes / megabyte)} MB, with small requests at the same time`)
  printRow('first row, ms', fixed(whole.firstRowMs))
  printRow('MB/s', fixed(speedOf(whole)))
  printRow('processor time without the database server, ms per MB', fixed(work))
  printRow('memory (RSS) before and at most, MB', fixed(before, 0), fixed(most, 0))
  for (const [name, times] of Object.entries({ idle, during, 'after 8 clients left': after }))
    printRow(`small request, ${name}: p50 and p99, ms`, fixed(quantile(times, 0.5)), fixed(quantile(times, 0.99)))
  printCurl('curl alone, MB/s', url, whole.bytes)
  printRow('gzip, MB/s unpacked', fixed(speedOf(zipped)))
  printRow('  percent of the size', fixed((100 * zipped.packed) / zipped.bytes))
  printRow('  first row, ms', fixed(zipped.firstRowMs))
  printRow('  bytes', zipped.sha256 === sha256 ? 'same' : 'OTHER')
}

function printRun({ sink, seconds, rightHash, heap, resident, work, verdict }: BrowserRun, bytes: number): void {
  const speed = [fixed(speedOf({ bytes, seconds })), fixed(seconds)]
  const growth = [`+${fixed(heap)}`, `+${fixed(resident, 0)}`]
  printRow(sink, ...speed, rightHash ? 'right' : 'WRONG', ...growth, fixed((work * 1e9) / bytes), `  ${verdict}`)
}

async function measureDashboard({ base }: BuiltService, url: string): Promise<void> {
  // The browser takes a gigabyte of the big ledger: up to the second in which it is reached.
  const start = firstEntry(rows)
  const partUntil = (ms: number): string => `${url}&dateRange.endTimestamp=${ms}000000`
  const sample = options.big ? await download(partUntil(start + 2_000_000)) : undefined
  const to = sample ? start + (Math.ceil(gibibyte / (sample.bytes / 2000)) + 1) * 1000 : end
  const part = partUntil(to)
  const expected = await download(part, { isHashed: true })
  console.log(`\nbrowser, ${fixed(expected.bytes / megabyte)} MB`)
  printRow('into', 'MB/s', 'seconds', 'hash', 'heap MB', 'RSS MB', 'ms CPU/MB', 'verdict')
  printCurl('curl before', part, expected.bytes)
  const address = `${base}/ledger-export?partyId=${busyParty}&to=${to}000000`
  for (const run of await measureBrowser(address, expected, options.sink)) printRun(run, expected.bytes)
  printCurl('curl after', part, expected.bytes)
  // A browser on another machine takes it packed.
  printCurl('curl, packed', part, expected.bytes, 'gzip')
}

const folder = options.folder ? resolve(options.folder) : mkdtempSync(join(tmpdir(), 'lyra-bench-'))
try {
  const service = await startBuiltService(await fillDatabase(folder))
  try {
    const url = `${service.base}${path}?partyId=${busyParty}`
    if (options.only !== 'browser') await measureService(service, url)
    if (options.only !== 'service') await measureDashboard(service, url)
  } finally {
    await service.stop()
  }
} finally {
  if (!options.folder) rmSync(folder, { recursive: true, force: true })
}
