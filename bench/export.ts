import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { exportLedgerEntries } from '../src/wire/ledger-export.ts'
import { listAssets } from '../src/wire/network.ts'
import { busyOf, measureBrowser } from './export-browser.ts'
import { startRecordedNode } from './recorded-node.ts'
import { benchParty, firstSecond, rowsPerSecond, writeLedgerArchive } from './ledger-archive.ts'

const usage = `Measures the ledger export: the service by a plain client, and the dashboard in a browser beside it.

  npm run bench -- export [options]

  --rows N          entries of the made-up ledger (300000, about 100 MB of CSV)
  --big             5000000 entries; the browser takes the first gigabyte (1 GiB) of them
  --database URL    an empty PostgreSQL, or one that an earlier run filled; else PGlite
  --folder DIR      keeps the archive and the PGlite directory there for the next run
  --only TEXT       "service" or "browser" alone
  --sink TEXT       only places whose name contains this: file, private, memory`

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '300000' },
    big: { type: 'boolean', default: false },
    database: { type: 'string' },
    folder: { type: 'string' },
    only: { type: 'string' },
    sink: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
  args: process.argv.slice(2).filter((name) => name !== 'export'),
})

const rows = options.big ? 5_000_000 : Number(options.rows)
const gibibyte = 2 ** 30
const megabyte = 1_000_000
const main = resolve('dist/server/main.js')
const { path } = exportLedgerEntries

const fixed = (value: number, digits = 1): string => value.toFixed(digits)
const residentOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000
const quantile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

async function filled(folder: string): Promise<string[]> {
  const data = join(folder, 'data')
  const where = options.database ? ['--database', options.database] : ['--data', data]
  if (!options.database && existsSync(data)) return where
  const archive = join(folder, `bench-ledger-1-115-1-2.zip`)
  let began = performance.now()
  if (!existsSync(archive)) {
    await writeLedgerArchive(archive, rows)
    console.log(`made ${rows} entries in ${fixed((performance.now() - began) / 1000)} s`)
    began = performance.now()
  }
  // A database that holds the archive already passes over it.
  const { status, stderr } = spawnSync(process.execPath, [main, 'import', archive, ...where], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the import failed:\n${stderr}`)
  console.log(`imported in ${fixed((performance.now() - began) / 1000)} s`)
  return where
}

interface Service {
  base: string
  pid: number
  stop(): void
}

async function started(where: string[], folder: string): Promise<Service> {
  const child = spawn(process.execPath, [main, 'serve', '--port', '0', ...where], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (data: Buffer) => (said += data.toString()))
  for (let tries = 0; tries < 600; tries++) {
    const base = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0]
    if (base !== undefined) return { base, pid: child.pid ?? 0, stop: () => child.kill('SIGTERM') }
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}: ${said}`)
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('the service did not start within a minute')
}

interface Download {
  firstByte: number
  seconds: number
  bytes: number
  packed: number
  sha256: string
}

/** Takes a file as curl does: reads, hashes, keeps nothing. `stopAt` leaves after so many bytes. */
function download(url: string, encoding = 'identity', stopAt = Infinity): Promise<Download> {
  const began = performance.now()
  return new Promise((done, fail) => {
    const request = get(url, { headers: { 'accept-encoding': encoding }, agent: false }, (response) => {
      const hash = createHash('sha256')
      let [bytes, packed, firstByte] = [0, 0, Number.NaN]
      const result = (): Download => ({
        firstByte,
        bytes,
        packed,
        seconds: (performance.now() - began) / 1000,
        sha256: hash.digest('hex'),
      })
      response.on('data', (chunk: Buffer) => (packed += chunk.length))
      const plain = response.headers['content-encoding'] === 'gzip' ? response.pipe(createGunzip()) : response
      plain.on('data', (chunk: Buffer) => {
        if (bytes === 0) firstByte = performance.now() - began
        bytes += chunk.length
        hash.update(chunk)
        if (bytes < stopAt) return
        request.destroy()
        done(result())
      })
      plain.on('end', () => done(result()))
      plain.on('error', fail)
    })
    request.on('error', (error) => (stopAt === Infinity ? fail(error) : undefined))
  })
}

/** curl itself, which is the yardstick of the browser, for a file of so many bytes: megabytes a second. */
function curl(url: string, bytes: number, encoding = 'identity'): number | undefined {
  const given = ['-s', '-o', '/dev/null', '-w', '%{time_total}', '-H', `Accept-Encoding: ${encoding}`, url]
  const run = spawnSync('curl', given, { encoding: 'utf8' })
  return run.status === 0 ? bytes / megabyte / Number(run.stdout) : undefined
}

/** How long a small question takes while `work` goes on, or for two seconds. */
async function meanwhile(url: string, work?: Promise<unknown>): Promise<number[]> {
  let busy = true
  const until = performance.now() + 2000
  void work?.finally(() => (busy = false))
  const times: number[] = []
  while (work ? busy : performance.now() < until) {
    const began = performance.now()
    await (await fetch(url)).arrayBuffer()
    times.push(performance.now() - began)
    await new Promise((done) => setTimeout(done, 20))
  }
  return times
}

async function measureService({ base, pid }: Service, url: string): Promise<void> {
  const small = `${base}${listAssets.path}`
  await download(url, 'identity', 10 * megabyte)
  const idle = await meanwhile(small)
  const before = residentOf(pid)
  let most = before
  const watch = setInterval(() => (most = Math.max(most, residentOf(pid))), 100)
  const busy = busyOf(pid)
  const exporting = download(url)
  const during = await meanwhile(small, exporting)
  const whole = await exporting
  clearInterval(watch)
  const work = ((busyOf(pid) - busy) * 1e9) / whole.bytes
  console.log(`\nservice, ${rows} rows, ${fixed(whole.bytes / megabyte)} MB, others asking at the same time`)
  console.log(`  first byte               ${fixed(whole.firstByte)} ms`)
  console.log(`  speed                    ${fixed(whole.bytes / megabyte / whole.seconds)} MB/s`)
  console.log(`  work of the service      ${fixed(work)} ms of processor time per MB, without the database server`)
  console.log(`  memory (RSS)             ${fixed(before, 0)} MB before, ${fixed(most, 0)} MB at most`)
  console.log(`  small question, idle     p50 ${fixed(quantile(idle, 0.5))} ms, p99 ${fixed(quantile(idle, 0.99))} ms`)
  console.log(
    `  small question, meanwhile p50 ${fixed(quantile(during, 0.5))} ms, p99 ${fixed(quantile(during, 0.99))} ms`,
  )
  const speed = curl(url, whole.bytes)
  if (speed !== undefined) console.log(`  curl alone               ${fixed(speed)} MB/s`)
  const zipped = await download(url, 'gzip')
  const ratio = (100 * zipped.packed) / zipped.bytes
  console.log(
    `  gzip                     ${fixed(zipped.bytes / megabyte / zipped.seconds)} MB/s unpacked, ${fixed(ratio)} % of the size, ` +
      `first byte ${fixed(zipped.firstByte)} ms, ${zipped.sha256 === whole.sha256 ? 'same' : 'OTHER'} bytes`,
  )
  const left = Array.from({ length: 8 }, () => download(url, 'identity', megabyte))
  await Promise.all(left)
  const after = await meanwhile(small)
  console.log(
    `  after 8 readers left     p50 ${fixed(quantile(after, 0.5))} ms, p99 ${fixed(quantile(after, 0.99))} ms`,
  )
}

async function run(): Promise<void> {
  if (options.help) return console.log(usage)
  const folder = options.folder ? resolve(options.folder) : mkdtempSync(join(tmpdir(), 'lyra-bench-'))
  const where = await filled(folder)
  const service = await started(where, folder)
  try {
    const url = `${service.base}${path}?partyId=${benchParty}`
    if (options.only !== 'browser') await measureService(service, url)
    if (options.only === 'service') return
    // The browser takes a gigabyte of the big ledger: up to the second in which it is reached.
    const sample = await download(`${url}&dateRange.endTimestamp=${firstSecond + 2000}000000000`)
    const seconds = options.big ? Math.ceil(gibibyte / (sample.bytes / 2000)) + 1 : Math.ceil(rows / rowsPerSecond) + 1
    const to = `${firstSecond + seconds}000000000`
    const part = `${url}&dateRange.endTimestamp=${to}`
    const expected = await download(part)
    const speed = curl(part, expected.bytes)
    const query = `partyId=${benchParty}&to=${to}`
    const runs = await measureBrowser(service.base, query, expected, options.sink)
    const again = curl(part, expected.bytes)
    const recorded = await startRecordedNode(path, Buffer.from(await (await fetch(part)).arrayBuffer()))
    const [alone] = await measureBrowser(recorded.url, query, expected, 'file').finally(recorded.stop)
    if (alone) runs.push({ ...alone, sink: 'file, made before' })
    const packed = curl(part, expected.bytes, 'gzip')
    console.log(`\nbrowser, ${fixed(expected.bytes / megabyte)} MB`)
    console.log(
      `${'into'.padEnd(24)}${'MB/s'.padStart(8)}${'seconds'.padStart(9)}${'hash'.padStart(7)}${'heap MB'.padStart(9)}${'RSS MB'.padStart(8)}${'ms CPU/MB'.padStart(11)}  verdict`,
    )
    for (const one of runs) {
      const hash = one.rightHash ? 'right' : 'WRONG'
      console.log(
        one.sink.padEnd(24) +
          fixed(one.megabytesPerSecond).padStart(8) +
          fixed(one.seconds).padStart(9) +
          hash.padStart(7) +
          `+${fixed(one.heap)}`.padStart(9) +
          `+${fixed(one.resident, 0)}`.padStart(8) +
          fixed(one.work).padStart(11) +
          `  ${one.verdict}`,
      )
    }
    for (const one of [speed, again])
      if (one !== undefined) console.log(`${'curl, before and after'.padEnd(24)}${fixed(one).padStart(8)}`)
    // What another machine's browser takes.
    if (packed !== undefined) console.log(`${'curl, packed'.padEnd(24)}${fixed(packed).padStart(8)}`)
  } finally {
    service.stop()
    if (!options.folder) rmSync(folder, { recursive: true, force: true })
  }
}

await run()
