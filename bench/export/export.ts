import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { exportLedgerEntries } from '../../src/wire/ledger-export.ts'
import { listAssets } from '../../src/wire/network.ts'
import { busyParty, end, firstEntry, ledgerSet } from '../data-set/data-set.ts'
import { archiveOf, importSet } from '../service/imported-set.ts'
import { type BuiltService, importArchives, withService } from '../shared/built-service.ts'
import { type Download, download, speedOf } from '../shared/download.ts'
import { memoryMb, processorSeconds, rendererMb, watchLargest } from '../shared/process-cost.ts'
import { fixed, printRow, quantile, readOptions } from '../shared/program.ts'
import { withPlainPage } from '../shared/browser.ts'

const usage = `Measures the ledger export: the service by a plain client, and the dashboard in a browser beside it.

  npm run bench -- export [options]

  --rows N          entries of the made-up ledger (300000, about 100 MB of CSV)
  --big             5000000 entries; the browser takes the first gigabyte (1 GiB) of them
  --database URL    an empty PostgreSQL, or one that an earlier run filled; else PGlite

The archive and the PGlite directory are kept in .lyra/bench for the next run.`

const options = readOptions(usage, {
  rows: { type: 'string', default: '300000' },
  big: { type: 'boolean', default: false },
  database: { type: 'string' },
})

const rows = options.big ? 5_000_000 : Number(options.rows)
const gibibyte = 2 ** 30
const megabyte = 1_000_000
const { path } = exportLedgerEntries

/** How a browser came through an export. */
interface BrowserRun {
  sink: string
  seconds: number
  rightHash: boolean
  verdict: string
  /** Growth of what the page's heap holds, and the largest growth of the renderer's memory with its worker, in MB. */
  heap: number
  resident: number
  /** Seconds of processor time of all the browser's processes. */
  work: number
}

const sinks = {
  'file the reader chose': () => {
    const pick = async () => (await navigator.storage.getDirectory()).getFileHandle('chosen.csv', { create: true })
    Reflect.set(globalThis, 'showSaveFilePicker', pick)
  },
  'private storage': () => void Reflect.deleteProperty(globalThis, 'showSaveFilePicker'),
  memory: () => {
    Reflect.deleteProperty(globalThis, 'showSaveFilePicker')
    navigator.storage.getDirectory = () => Promise.reject(new DOMException('off', 'SecurityError'))
  },
} as const

const button = `[...document.querySelectorAll('button')].find((one) => one.textContent === 'Export CSV' && !one.disabled)`
const verdict = `[...document.querySelectorAll('h2')].map((one) => one.textContent)
  .find((words) => /complete: |^Incomplete|refused|not checked/i.test(words))`
const hashes = `[...document.querySelectorAll('dd [title]')].map((one) => one.title)`

async function measure(sink: keyof typeof sinks, address: string, expected: Download): Promise<BrowserRun> {
  return withPlainPage(address, `(${String(sinks[sink])})()`, async (page) => {
    await page.until(`Boolean(${button})`)
    await sleep(1000)
    const [heapBefore, before, busy] = [await page.heapMb(), rendererMb(page.pid), processorSeconds(page.pid)]
    let heap = heapBefore
    const largest = watchLargest(() => rendererMb(page.pid))
    const began = performance.now()
    await page.evaluate(`${button}.click()`)
    const sample = (now: number): void => void (heap = Math.max(heap, now))
    const sampling = setInterval(() => void page.heapMb().then(sample, () => undefined), 2000)
    const words = await page.until<string>(verdict, 1800)
    const seconds = (performance.now() - began) / 1000
    clearInterval(sampling)
    return {
      sink,
      seconds,
      rightHash: (await page.evaluate<string[]>(hashes)).includes(expected.sha256),
      verdict: words,
      heap: heap - heapBefore,
      resident: largest() - before,
      work: processorSeconds(page.pid) - busy,
    }
  })
}

/** Exports from the dashboard's page at an address once into each kind of place. */
async function measureBrowser(address: string, expected: Download): Promise<BrowserRun[]> {
  const runs: BrowserRun[] = []
  for (const sink of Object.keys(sinks) as (keyof typeof sinks)[]) runs.push(await measure(sink, address, expected))
  return runs
}

/** Imports the ledger unless an earlier run did; resolves to the options that serve it. */
async function fillDatabase(): Promise<readonly string[]> {
  const { database } = options
  if (database === undefined) return (await importSet(ledgerSet(rows), undefined, false))[0]?.options ?? []
  // A database that holds the archive already skips it.
  console.log(`imported in ${fixed(importArchives([await archiveOf(ledgerSet(rows))], ['--database', database]))} s`)
  return ['--database', database]
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
  for (const run of await measureBrowser(address, expected)) printRun(run, expected.bytes)
  printCurl('curl after', part, expected.bytes)
  // A browser on another machine takes it packed.
  printCurl('curl, packed', part, expected.bytes, 'gzip')
}

await withService(await fillDatabase(), async (service) => {
  const url = `${service.base}${path}?partyId=${busyParty}`
  await measureService(service, url)
  await measureDashboard(service, url)
})
