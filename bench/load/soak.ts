import { type IncomingMessage, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { streamCandles } from '../../src/wire/candles.ts'
import { formatUrl } from '../../src/wire/protocol/url.ts'
import { type BuiltService, withService } from '../shared/built-service.ts'
import { download } from '../shared/download.ts'
import { fixed, printRow, quantile, readOptions } from '../shared/program.ts'
import { memoryMb } from '../shared/process-cost.ts'
import { type Targets, chooseTargets } from '../shared/targets.ts'

const usage = `Mixed load on the service over a running demo network, and the memory of the service as a curve. Fails when the
memory is not flat after the warm-up, or a request fails.

  npm run bench -- soak [options]

  --minutes N        for how long (20)
  --short            for a minute and a half, as CI does
  --database URL     over this PostgreSQL in place of the demo network`

const options = readOptions(usage, {
  minutes: { type: 'string', default: '20' },
  short: { type: 'boolean', default: false },
  database: { type: 'string' },
})
const durationMs = options.short ? 90_000 : Number(options.minutes) * 60_000
/** The service may grow until here: its caches fill, and its code is compiled. */
const warmShare = 0.4
/** What the last quarter may have more than the first one after the warm-up. */
const maxGrowth = 1.1
const maxGrowthMb = 20
const samples = 60

const counts = { pages: 0, refused: 0, exports: 0, left: 0, streams: 0, busy: 0, failed: 0 }

/** Asks and leaves after the first bytes, or reads nothing for a while before. */
function leave(url: string, waitMs: number): Promise<void> {
  return new Promise((done) => {
    const request = get(url, { agent: false }, (response: IncomingMessage) => {
      response.pause()
      void sleep(waitMs).then(() => request.destroy())
    })
    request.on('error', () => undefined)
    request.on('close', done)
  })
}

/** Counts an answer: 503 says that the database is busy, which this load may make it. */
function count(status: number, kind: 'pages' | 'refused'): void {
  if (status === 503) counts.busy += 1
  else if (status === (kind === 'pages' ? 200 : 400)) counts[kind] += 1
  else counts.failed += 1
}

async function pages(base: string, { reads }: Targets, running: () => boolean): Promise<void> {
  for (let at = 0; running(); at += 1) {
    const { path } = reads[at % reads.length] ?? { path: '/health' }
    const headers: Record<string, string> = at % 2 ? { 'accept-encoding': 'gzip' } : { 'accept-encoding': 'identity' }
    const response = await fetch(base + path, { headers })
    await response.arrayBuffer()
    count(response.status, 'pages')
  }
}

async function refusals(base: string, running: () => boolean): Promise<void> {
  for (let at = 0; running(); at += 1) {
    const response = await fetch(`${base}/api/v2/margin-modes?pagination.first=x${at}`)
    await response.arrayBuffer()
    count(response.status, 'refused')
    await sleep(20)
  }
}

async function exporting(base: string, { file }: Targets, running: () => boolean): Promise<void> {
  while (running()) {
    await download(base + file.path, { encoding: counts.exports % 2 ? 'gzip' : 'identity' })
    counts.exports += 1
  }
}

async function leaving(base: string, { file }: Targets, running: () => boolean): Promise<void> {
  for (; running(); counts.left += 1) await leave(base + file.path, 50 * (counts.left % 20))
}

async function following(base: string, { candleId }: Targets, running: () => boolean): Promise<void> {
  const url = base + formatUrl(streamCandles, { candleId })
  for (; running(); counts.streams += 1) await leave(url, 500 + 200 * (counts.streams % 10))
}

/** One line of the curve for each sample. */
function printCurve(curve: readonly { seconds: number; mb: number }[]): void {
  const most = Math.max(...curve.map(({ mb }) => mb))
  console.log()
  printRow('memory of the service', 's', 'MB')
  for (const { seconds, mb } of curve) {
    printRow('#'.repeat(Math.round((mb / most) * 50)), fixed(seconds, 0), fixed(mb))
  }
}

async function loaded(service: BuiltService): Promise<{ seconds: number; mb: number }[]> {
  const targets = await chooseTargets(service.base)
  const began = performance.now()
  const running = (): boolean => performance.now() - began < durationMs
  const { base, pid } = service
  const curve: { seconds: number; mb: number }[] = []
  const watch = async (): Promise<void> => {
    while (running()) {
      curve.push({ seconds: (performance.now() - began) / 1000, mb: memoryMb(pid) })
      await sleep(durationMs / samples)
    }
  }
  const many = <T>(number: number, work: () => Promise<T>): Promise<T>[] => Array.from({ length: number }, work)
  await Promise.all([
    watch(),
    ...many(4, () => pages(base, targets, running)),
    ...many(2, () => leaving(base, targets, running)),
    ...many(20, () => following(base, targets, running)),
    exporting(base, targets, running),
    refusals(base, running),
  ])
  return curve
}

/** Why this run is a failure; undefined for a good one. */
function verdict(curve: readonly { mb: number }[]): string | undefined {
  const after = curve.slice(Math.floor(curve.length * warmShare)).map(({ mb }) => mb)
  const quarter = Math.ceil(after.length / 4)
  const [first, last] = [quantile(after.slice(0, quarter), 0.5), quantile(after.slice(-quarter), 0.5)]
  console.log()
  console.log(`After the warm-up ${fixed(first)} MB, at the end ${fixed(last)} MB.`)
  console.log(counts)
  if (counts.failed > 0) return `${counts.failed} requests were answered with another status than they should.`
  if (!(last <= Math.max(first * maxGrowth, first + maxGrowthMb)))
    return 'The memory of the service grew after the warm-up.'
  return undefined
}

const { database } = options
await withService(database === undefined ? ['--demo-seed', '2'] : ['--database', database], async (service) => {
  console.log(`Mixed load for ${fixed(durationMs / 60_000)} minutes, Node ${process.version}`)
  const curve = await loaded(service)
  printCurve(curve)
  const why = verdict(curve)
  if (why !== undefined) console.error(why)
  process.exitCode = why === undefined ? 0 : 1
})
