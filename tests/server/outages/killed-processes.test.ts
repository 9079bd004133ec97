import { once } from 'node:events'
import { readdirSync, readFileSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { blockTime, writeSegment } from '../support/small-segment.ts'
import { openPglite, startWorker } from '../../../src/server/database/pglite/pglite.ts'
import { openEngine } from '../../../src/server/database/pglite/engine.ts'
import { Started, builtService } from '../support/built-service.ts'
import { figure, isLong, share } from '../support/share.ts'

const rounds = share(2, 50)
/** Blocks of an archive. */
const blocks = share(1000, 3000)
const archives = share(3, 6)

let folder: string
let main: string
let remove: () => Promise<void>
const files: string[] = []
const started: Started[] = []

function start(args: readonly string[]): Started {
  const process = new Started(main, args)
  started.push(process)
  return process
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lyra-killed-'))
  ;({ main, remove } = await builtService())
  for (let at = 0; at < archives; at += 1) {
    const from = at * blocks + 1
    const trades = Array.from({ length: blocks }, (_, height) => ({
      synthetic_time: blockTime(from + height),
      vega_time: blockTime(from + height),
      seq_num: '0',
      market_id: String.raw`\xaa`,
      price: String(100 + (height % 7)),
      size: '2',
    }))
    files.push(await writeSegment(folder, { from, to: from + blocks - 1, rows: { trades } }))
  }
})
afterAll(async () => {
  // A test that fails leaves its process running.
  await Promise.all(started.map((process) => process.kill('SIGKILL')))
  await remove()
  await rm(folder, { recursive: true, force: true })
})

/** Starts a command and kills it `delayMs` after what it says first. Returns what it printed. */
async function killed(args: readonly string[], first: RegExp, delayMs: number): Promise<string> {
  const process = start(args)
  await process.says(first)
  await new Promise((resolve) => setTimeout(resolve, delayMs))
  await process.kill('SIGKILL')
  return process.printed
}

const completed = (printed: string): number => [...printed.matchAll(/ imported in /g)].length

/** The blocks, trades and archives that are stored, and whether every block is there once. */
async function stored(data: string): Promise<{ blocks: number; trades: number; archives: number; whole: boolean }> {
  const db = await openPglite(data, openEngine)
  try {
    const [row] = await db.rows(`
      select (select count(*) from blocks)::text, (select count(*) from trades)::text,
        (select count(*) from lyra_segments)::text,
        (select count(distinct height) = count(*) and coalesce(max(height), 0) = count(*) from blocks)::text`)
    const [b, t, a, whole] = row ?? []
    return { blocks: Number(b), trades: Number(t), archives: Number(a), whole: whole === 'true' }
  } finally {
    await db.close()
  }
}

/** A moment of each round, spread over what a command takes. */
const moment = (round: number, longestMs: number): number => ((round * 0.618) % 1) * longestMs

test(`${rounds} imports that are killed lose no archive that was reported, and the next one goes on`, async () => {
  const data = join(folder, 'imported')
  let committed = 0
  for (let round = 0; round < rounds; round += 1) {
    const printed = await killed(['import', ...files, '--data', data], /blocks/, moment(round, share(600, 1500)))
    const found = await stored(data)
    committed = Math.max(committed, completed(printed) + (printed.match(/already imported/g)?.length ?? 0))
    expect(found.archives).toBeGreaterThanOrEqual(committed)
    expect(found).toEqual({
      blocks: found.archives * blocks,
      trades: found.archives * blocks,
      archives: found.archives,
      whole: true,
    })
    if (found.archives === archives) await rm(data, { recursive: true })
    if (found.archives === archives) committed = 0
  }
  const last = start(['import', ...files, '--data', data])
  expect(await last.exited).toBe(0)
  expect(await stored(data)).toEqual({ blocks: archives * blocks, trades: archives * blocks, archives, whole: true })
})

test(`${rounds} services that are killed leave no lock behind and answer again`, async () => {
  // A folder of its own: the imports before may be cut off by their time limit, and would go on in theirs.
  const data = join(folder, 'served')
  expect(await start(['import', ...files.slice(0, 1), '--data', data]).exited).toBe(0)
  const times: number[] = []
  let answer = ''
  for (let round = 0; round < rounds; round += 1) {
    const startMs = performance.now()
    const service = start(['serve', '--port', '0', '--data', data])
    const url = await service.says(/at (http:\S+)/)
    times.push(performance.now() - startMs)
    const text = await (await fetch(`${url}/api/v2/vega/time`)).text()
    expect(answer === '' || answer === text).toBe(true)
    answer = text
    // A second one is told who has the folder.
    if (round === 0) {
      const second = start(['serve', '--port', '0', '--data', data])
      expect(await second.exited).toBe(1)
      expect(second.printed).toContain(`is in use by process ${service.pid} of `)
    }
    const asking = Promise.all(
      Array.from({ length: 20 }, () => fetch(`${url}/api/v2/margin-modes`).catch(() => undefined)),
    )
    await service.kill('SIGKILL')
    await asking
    expect(readdirSync(data).filter((name) => name.startsWith('lock-'))).toHaveLength(1)
  }
  figure(
    `PGlite after kill -9, ${rounds} rounds: serves again at most ${Math.max(...times).toFixed(0)} ms after its start`,
  )
})

test('a receiver gets exactly the worsened and recovered verdicts over a service that is killed and started again', async () => {
  const partyId = 'ab'.repeat(32)
  let transfers: Record<string, string> | undefined = { countForEpoch: '3' }
  const counter = { countForEpoch: '0', maxForEpoch: '20', minTokensRequired: '0' }
  const core = createServer((_, response) => {
    response.setHeader('content-type', 'application/json')
    const statistics = { epochSeq: '7', transfers: { ...counter, ...transfers } }
    response.end(JSON.stringify({ chainId: 'killed', statistics }))
  })
  const told: string[] = []
  let status = 200
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      response.writeHead(status).end()
      if (status === 200) told.push((JSON.parse(body) as { text: string }).text)
    })
  })
  for (const server of [core, receiver]) await once(server.listen(0, '127.0.0.1'), 'listening')
  const [coreUrl, receiverUrl] = [core, receiver].map(
    (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  )
  const data = join(folder, 'told')
  expect(await start(['import', ...files.slice(0, 1), '--data', data]).exited).toBe(0)
  const options = [
    '--core',
    String(coreUrl),
    '--notify',
    String(receiverUrl),
    '--notify-state',
    join(folder, 'told.json'),
  ]
  const serve = async () => {
    const service = start([
      'serve',
      '--port',
      '0',
      '--data',
      data,
      '--watch',
      partyId,
      '--metrics',
      '/metrics',
      ...options,
    ])
    const url = await service.says(/serves .* at (http:\S+)/)
    const reads = async (value: string) =>
      vi.waitUntil(async () => (await (await fetch(`${url}/metrics`)).text()).includes(value), { timeout: 60_000 })
    return { kill: () => service.kill('SIGKILL'), reads }
  }
  const counts = (used: string) => `lyra_spam_used{party="${partyId}",counter="transfers"} ${used}`

  const first = await serve()
  await first.reads(counts('3'))
  transfers = { countForEpoch: '20' }
  await vi.waitUntil(() => told.length === 1, { timeout: 60_000 })
  await first.reads('lyra_notify_sent_total{receiver="')
  await first.kill()
  // Worse while nobody looks; then the receiver is out of order, and the service is killed before it could tell.
  transfers = { countForEpoch: '20', bannedUntil: '2100-01-01T00:00:00Z' }
  status = 500
  const second = await serve()
  await second.reads('lyra_notify_waiting{receiver="127.0.0.1:')
  await vi.waitUntil(async () => readFileSync(join(folder, 'told.json'), 'utf8').includes('Can’t transfer until'), {
    timeout: 60_000,
  })
  await second.kill()
  status = 200
  const third = await serve()
  await vi.waitUntil(() => told.length === 2, { timeout: 60_000 })
  await third.reads(counts('20'))
  transfers = { countForEpoch: '2' }
  await vi.waitUntil(() => told.length === 3, { timeout: 60_000 })
  await third.kill()
  expect(told.map((text) => text.replace(/^\S+: /, '').replace(/ \(Read at .*/, ''))).toEqual([
    'Transfers: limit reached (20 of 20).',
    'Can’t transfer until 2100-01-01 00:00:00 UTC.',
    'Transfers no longer banned.',
  ])
  for (const server of [core, receiver]) server.close()
}, 300_000)

// Making a demo takes ten seconds of a processor, so that this is for the long share.
test.skipIf(!isLong)('a demo network that is killed while it is made, or runs, starts again', async () => {
  const data = join(folder, 'demo')
  const args = ['serve', '--port', '0', '--demo-data', data]
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    // The first rounds fall into the making; the others into a running network.
    if (round < 10) await killed(args, /Making the demo|Lyra serves/, moment(round, 9000))
    const startMs = performance.now()
    const service = start(args)
    const url = await service.says(/at (http:\S+)/)
    // It refuses while its database takes longer than a second, as on a busy machine.
    await vi.waitUntil(async () => (await fetch(`${url}/ready`)).status === 200)
    if (round >= 10) times.push(performance.now() - startMs)
    const markets = await (await fetch(`${url}/api/v2/markets`)).text()
    expect(markets).toContain('"edges":[{')
    await service.kill('SIGKILL')
    if (round < 9) await rm(data, { recursive: true, force: true })
  }
  figure(
    `demo after kill -9, ${rounds} rounds: ready again at most ${Math.max(...times).toFixed(0)} ms after its start`,
  )
})

test('a statement that never ends costs the thread of PGlite: its reader is refused, and all rows are there', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const script = pathToFileURL(join(dirname(main), 'pglite-worker.js'))
  const directory = join(folder, 'endless')
  const db = await openPglite(directory, (files) => startWorker(files, script))
  await db.exec(`create table kept (n int primary key); insert into kept select generate_series(1, 1000)`)
  for (let round = 0; round < rounds; round += 1) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const endless = db.rows(`select count(*) from generate_series(1, 100000000000) n`).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(30_000)
    vi.useRealTimers()
    expect(await endless).toMatchObject({ code: 14, retryAfter: 5 })
    expect(await db.rows('select count(*)::text from kept')).toEqual([[String(1000 + round)]])
    await db.exec(`insert into kept values (${2000 + round})`)
  }
  expect(db.lost?.aborted).toBe(false)
  await db.close()
  said.mockRestore()
})
