import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { frozenDemo, startBuiltService } from './built-service.ts'
import { type Download, type Load, download, load } from './load.ts'
import { type Target, chooseTargets } from './targets.ts'

const usage = `Measures every operation of the service beside bare node:http serving the same bytes.

  --base URL         measure a service that runs already
  --data DIR         start the built service over this data directory
  --database URL     start the built service over this PostgreSQL
  --core URL         give that service a core node
  --connections N    keep-alive connections, one request in flight each (8)
  --seconds N        for how long each (2)
  --gzip             ask for compressed answers
  --only TEXT        only operations whose name contains this

Without --base, --data and --database: the demo network, standing still, in node_modules/.cache/bench-demo.`

const { values: options } = parseArgs({
  options: {
    base: { type: 'string' },
    data: { type: 'string' },
    database: { type: 'string' },
    core: { type: 'string' },
    connections: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '2' },
    gzip: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
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

async function tell(bare: ChildProcess, response: Response, streamed: number): Promise<number> {
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

const cell = (text: string, width: number): string => text.padStart(width)
const number = (value: number, digits = 0): string => (Number.isFinite(value) ? value.toFixed(digits) : '-')

function line(name: string, bytes: number, lyra: Load, bare: Load): string {
  const side = (one: Load): string =>
    cell(number(one.perSecond), 9) + cell(number(one.p50, 2), 8) + cell(number(one.p99, 2), 8)
  const ratio = cell(`${number(lyra.perSecond / bare.perSecond, 3)}x`, 9)
  const failed = lyra.failed > 0 ? `  ${lyra.failed} not 200` : ''
  return name.padEnd(26) + cell(String(bytes), 8) + side(lyra) + side(bare) + ratio + failed
}

async function measureReads(base: string, bare: ChildProcess, reference: string, reads: Target[]): Promise<void> {
  const side = `${cell('req/s', 9)}${cell('p50 ms', 8)}${cell('p99 ms', 8)}`
  console.log(`\n${''.padEnd(34)}${'Lyra'.padStart(13).padEnd(25)}${'bare node:http'.padStart(18)}`)
  console.log(`${'operation'.padEnd(26)}${cell('bytes', 8)}${side}${side}${cell('ratio', 9)}`)
  for (const { name, path } of reads.filter((target) => target.name.includes(options.only))) {
    const response = await fetch(base + path)
    if (!response.ok) {
      console.log(`${name.padEnd(26)}  HTTP ${response.status}: ${(await response.text()).slice(0, 90)}`)
      continue
    }
    const bytes = await tell(bare, response, 0)
    const headers = `Accept-Encoding: ${encoding}\r\n`
    const lyra = await load(new URL(base + path), headers, connections, seconds)
    console.log(line(name, bytes, lyra, await load(new URL(reference), headers, connections, seconds)))
  }
}

async function measureFile(base: string, bare: ChildProcess, reference: string, file: Target): Promise<void> {
  if (!file.name.includes(options.only)) return
  await tell(bare, await fetch(base + file.path), 1)
  console.log(`\n${'file'.padEnd(26)}${cell('bytes', 10)}${cell('MB/s', 9)}${cell('first byte ms', 15)}`)
  for (const [name, url] of [
    [`Lyra ${file.name}`, new URL(base + file.path)],
    ['bare node:http', new URL(reference)],
  ] as const) {
    const runs: Download[] = []
    const until = performance.now() + seconds * 1000
    while (runs.length < 3 || performance.now() < until) runs.push(await download(url, { 'accept-encoding': encoding }))
    const middle = (of: (run: Download) => number): number =>
      runs.map(of).sort((a, b) => a - b)[runs.length >> 1] ?? NaN
    console.log(
      name.padEnd(26) +
        cell(String(middle((run) => run.bytes)), 10) +
        cell(
          number(
            middle((run) => run.megabytesPerSecond),
            1,
          ),
          9,
        ) +
        cell(
          number(
            middle((run) => run.firstByte),
            1,
          ),
          15,
        ),
    )
  }
}

async function main(): Promise<void> {
  if (options.help) {
    console.log(usage)
    return
  }
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
