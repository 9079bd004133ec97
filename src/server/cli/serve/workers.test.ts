import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, type Server, createServer, get } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { WritableDb } from '../../store/db.ts'
import { Started, builtService } from '../../testing/built-service.ts'
import { databases } from '../../testing/databases.ts'
import { party } from '../../testing/ids.ts'
import { makeSample } from '../../testing/sample.ts'

const server = process.env['LYRA_TEST_POSTGRES'] ?? ''

const spam = `{"chainId":"c","statistics":{"epochSeq":"7","pow":{"numberOfPastBlocks":"100","blockStates":[
  {"blockHeight":"9000000000","blockHash":"ab","transactionsSeen":"0","hashFunction":"h","difficulty":"15","txPerBlock":"2",
  "increasingDifficulty":false}]}}}`

interface Answer {
  status: number
  text: string
}

/** Each on a connection of its own, so that the workers take turns. */
async function ask(url: string): Promise<Answer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { agent: false }, resolve).on('error', reject)
  })
  response.setEncoding('utf8')
  let text = ''
  for await (const part of response) text += String(part)
  return { status: response.statusCode ?? 0, text }
}
const times = <T>(count: number, make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, make))

/** Seconds that `work` takes by this process's clock, beside its result. */
async function timed<T>(work: Promise<T>): Promise<readonly [T, seconds: number]> {
  const began = performance.now()
  return [await work, (performance.now() - began) / 1000] as const
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/).filter(Boolean).map(Number)

const metric = (text: string, line: RegExp): number[] =>
  [...text.matchAll(new RegExp(`^${line.source} (\\S+)$`, 'gm'))].map((found) => Number(found.at(-1)))

// PGlite is a database within one process, so that only PostgreSQL has several.
describe.skipIf(server === '' || process.platform !== 'linux')('several processes', () => {
  let db: WritableDb
  let main: string
  let remove: () => Promise<void>
  let database: string
  let core: Server
  let coreUrl: string
  const asked: string[] = []
  let running: Started | undefined

  beforeAll(async () => {
    const postgres = databases.find(({ name }) => name === 'PostgreSQL')
    if (!postgres) throw new Error('There is no PostgreSQL.')
    ;[{ main, remove }, db] = await Promise.all([builtService(), postgres.open()])
    await makeSample(db)
    const own = new URL(server)
    own.pathname = `/${(await db.rows('select current_database()::text'))[0]?.[0] ?? ''}`
    database = own.href
    core = createServer(({ url = '' }, response) => {
      asked.push(url)
      response.setHeader('Content-Type', 'application/json').end(spam)
    }).listen(0, '127.0.0.1')
    await once(core, 'listening')
    const address = core.address()
    coreUrl = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : ''
  })
  afterEach(async () => {
    await running?.kill('SIGKILL')
    asked.length = 0
  })
  afterAll(async () => {
    core.closeAllConnections()
    core.close()
    await db.close()
    await remove()
  })

  async function serve(...args: string[]): Promise<string> {
    running = new Started(main, ['serve', '--workers', '2', '--port', '0', '--database', database, ...args])
    const url = await running.says(/at (http:\S+) with 2 workers/)
    await vi.waitUntil(() => childrenOf(running?.pid ?? 0).length === 2)
    return url
  }

  test('two answer at one port, and stop without a request lost', async () => {
    const url = await serve()
    const answers = await times(20, () => ask(`${url}/api/v2/margin-modes`))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    const exporting = ask(`${url}/api/v2/ledgerentry/export?partyId=${party.anna}`)
    await ask(`${url}/health`)
    const [status, { text }] = await Promise.all([running?.kill('SIGTERM'), exporting])
    expect(status).toBe(0)
    expect(text.endsWith('\n')).toBe(true)
    expect(running?.printed).toContain('Lyra stops: SIGTERM was received.')
  })

  test('a core node sees one client: equal requests are sent to it once for all', async () => {
    const url = await serve('--core', coreUrl)
    const [answers, seconds] = await timed(times(40, () => ask(`${url}/statistics/spam/${party.anna}`)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(asked)).toEqual(new Set([`/statistics/spam/${party.anna}`]))
    // A reply is shared for half a second: on a machine with much else to do the last requests come later than that.
    expect(asked.length).toBeLessThanOrEqual(1 + Math.floor(seconds / 0.5))
  })

  test('an address has its requests once, not once for each worker', async () => {
    const url = await serve('--rate-limit', '1/s')
    const [answers, seconds] = await timed(times(40, () => ask(`${url}/api/v2/margin-modes`)))
    const allowed = answers.filter(({ status }) => status === 200).length
    expect(allowed).toBeGreaterThanOrEqual(5)
    // A token a second comes back while it runs.
    expect(allowed).toBeLessThanOrEqual(5 + Math.floor(seconds))
  })

  test('every worker answers with the counters that are kept once', async () => {
    const url = await serve('--core', coreUrl, '--watch', party.anna)
    await running?.says(/counters of 1 party/)
    await vi.waitUntil(async () => {
      const answers = await times(6, () => ask(`${url}/lyra/v1/spam-history?partyId=${party.anna}`))
      return answers.every(({ text }) => text.includes('"watched":["'))
    })
    expect((await ask(`${url}/lyra/v1/spam-history?partyId=${party.boris}`)).status).toBe(404)
  })

  test('the metrics are those of all processes, whichever process is scraped', async () => {
    const url = await serve('--metrics', '/metrics')
    await times(30, () => ask(`${url}/api/v2/margin-modes`))
    const { text } = await ask(`${url}/metrics`)
    expect(metric(text, /lyra_requests_total\{operation="listMarginModes",status="200"\}/)).toEqual([30])
    expect(metric(text, /lyra_database_turns_max\{queue="exports"\}/)).toEqual([16])
    expect(metric(text, /lyra_database_turns_max\{queue="pages"\}/)).toEqual([14])
    expect(metric(text, /lyra_database_up/)).toEqual([1])
  })

  test('a worker that dies is replaced, and what it held is free again', async () => {
    const url = await serve('--metrics', '/metrics')
    const [first = 0, second = 0] = childrenOf(running?.pid ?? 0)
    process.kill(first, 'SIGKILL')
    await running?.says(/A worker ended with status \d+; another one starts in 1 s\./)
    expect((await ask(`${url}/api/v2/margin-modes`)).status).toBe(200)
    await vi.waitUntil(() => childrenOf(running?.pid ?? 0).length === 2, { timeout: 30_000 })
    expect(childrenOf(running?.pid ?? 0)).toContain(second)
    const answers = await times(10, () => ask(`${url}/api/v2/margin-modes`))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('workers that are still starting receive a stop', async () => {
    running = new Started(main, ['serve', '--workers', '3', '--port', '0', '--database', database])
    await vi.waitUntil(() => childrenOf(running?.pid ?? 0).length > 1)
    expect(await running.kill('SIGTERM')).toBe(0)
    expect(running.printed).not.toContain('were ended')
  })

  test('a port that is taken is one sentence, and nothing stays behind', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = String(typeof address === 'object' ? address?.port : '')
    running = new Started(main, ['serve', '--workers', '2', '--port', port, '--database', database])
    expect(await running.exited).toBe(1)
    expect(running.printed.match(/is taken/g)).toHaveLength(1)
    other.close()
  })
})
