import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { frozenDemo, startBuiltService } from './built-service.ts'
import { type Download, download } from './download.ts'
import { type Load, load } from './load.ts'
import { fixed, printRow, quantile, readOptions } from './program.ts'
import { type Target, chooseTargets } from './targets.ts'

const usage = `Measures every operation of the service beside bare node:http serving the same bytes.

  --base URL         measure a service that runs already
  --data DIR         start the built service over this data directory
  --database URL     start the built service over this PostgreSQL
  --core URL         give that service a core node
  --connections N    keep-alive connections, one request in flight each (8)
  --seconds N        for how long each (2)
  --gzip             request compressed responses
  --only TEXT        only operations whose name contains this

Without --base, --data and --database: the demo network, standing still, in node_modules/.cache/bench-demo.`

const options = readOptions(usage, {
  base: { type: 'string' },
  data: { type: 'string' },
  database: { type: 'string' },
  core: { type: 'string' },
  connections: { type: 'string', default: '8' },
  seconds: { type: 'string', default: '2' },
  gzip: { type: 'boolean', default: false },
  only: { type: 'string', default: '' },
})
const connections = Number(options.connections)
const seconds = Number(options.seconds)
const encoding = options.gzip ? 'gzip' : 'identity'

function startService(): Promise<{ base: string; stop: () => void }> {
  if (options.base !== undefined)
    return Promise.resolve({ base: options.base.replace(/\/+$/, ''), stop: () => undefined })
  const data = options.data ? ['--data', resolve(options.data)] : frozenDemo
  const core = options.core ? ['--core', options.core] : []
  return startBuiltService([...(options.database ? ['--database', options.database] : data), ...core])
}

async function imitate(bare: ChildProcess, response: Response, streamed: number): Promise<number> {
  const body = Buffer.from(await response.arrayBuffer())
  const headers = Object.fromEntries(
    [...response.headers].filter(
      ([name]) => !/^(?:date|connection|keep-alive|content-length|transfer-encoding)$/.test(name),
    ),
  )
  // fetch has unpacked the body; what is compared is the same number of plain bytes.
  delete headers['content-encoding']
  bare.send({ headers, body: body.toString('base64'), streamed })
  await once(bare, 'message')
  return body.byteLength
}

const cellsOf = ({ perSecond, p50, p99 }: Load): string[] => [fixed(perSecond, 0), fixed(p50, 2), fixed(p99, 2)]

async function measureReads(base: string, bare: ChildProcess, reference: string, reads: Target[]): Promise<void> {
  const side = ['req/s', 'p50 ms', 'p99 ms']
  console.log()
  printRow('operation', 'bytes', ...side, ...side.map((name) => `bare ${name}`), 'ratio')
  for (const { name, path } of reads.filter((target) => target.name.includes(options.only))) {
    const response = await fetch(base + path)
    if (!response.ok) {
      printRow(name, `HTTP ${response.status}: ${(await response.text()).slice(0, 90)}`)
      continue
    }
    const bytes = await imitate(bare, response, 0)
    const headers = `Accept-Encoding: ${encoding}\r\n`
    const lyra = await load(new URL(base + path), headers, connections, seconds)
    const plain = await load(new URL(reference), headers, connections, seconds)
    const failed = lyra.failed > 0 ? [`${lyra.failed} not 200`] : []
    const ratio = `${fixed(lyra.perSecond / plain.perSecond, 3)}x`
    printRow(name, String(bytes), ...cellsOf(lyra), ...cellsOf(plain), ratio, ...failed)
  }
}

async function measureFile(base: string, bare: ChildProcess, reference: string, file: Target): Promise<void> {
  if (!file.name.includes(options.only)) return
  await imitate(bare, await fetch(base + file.path), 1)
  console.log()
  printRow('file', 'bytes', 'MB/s', 'first byte ms')
  for (const [name, url] of [
    [`Lyra ${file.name}`, base + file.path],
    ['bare node:http', reference],
  ] as const) {
    const runs: Download[] = []
    const until = performance.now() + seconds * 1000
    while (runs.length < 3 || performance.now() < until) runs.push(await download(url, encoding))
    const median = (of: (run: Download) => number): number => quantile(runs.map(of), 0.5)
    const speed = median(({ packed, seconds }) => packed / 1e6 / seconds)
    printRow(name, String(median(({ packed }) => packed)), fixed(speed), fixed(median(({ firstByte }) => firstByte)))
  }
}

async function main(): Promise<void> {
  const service = await startService()
  const bare = fork(new URL('./bare.mjs', import.meta.url))
  try {
    const [port] = (await once(bare, 'message')) as [number]
    const reference = `http://127.0.0.1:${port}/`
    const { reads, file } = await chooseTargets(service.base)
    console.log(`${connections} connections, ${seconds} s each, ${encoding}, Node ${process.version}`)
    await measureReads(service.base, bare, reference, reads)
    await measureFile(service.base, bare, reference, file)
  } finally {
    bare.disconnect()
    service.stop()
  }
}

await main()
