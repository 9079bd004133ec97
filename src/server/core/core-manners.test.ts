import { once } from 'node:events'
import { type RequestListener, type ServerResponse, createServer } from 'node:http'
import type { Hono } from 'hono'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { getStatistics } from '../../wire/network.ts'
import { getSpamStatistics } from '../../wire/spam-statistics.ts'
import type { LimiterClock } from './core-limiter.ts'
import { type ProxyOptions, proxyCore } from './core-proxy.ts'
import { route } from '../http/route.ts'
import { fakeApp } from '../../../tests/server/support/fake-service.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A clock that the test turns. */
function handClock(): LimiterClock & { turn: (ms: number) => void } {
  let now = 1_800_000_000_000
  const sleepers: { until: number; wake: () => void }[] = []
  return {
    now: () => now,
    random: () => 0,
    sleep: (ms) => new Promise((wake) => void sleepers.push({ until: now + ms, wake })),
    turn(ms) {
      now += ms
      for (const { wake } of sleepers.filter(({ until }) => until <= now)) wake()
    },
  }
}

/** A service with a scripted core node: the paths that it received, the clock, and a request function. */
async function serviceOf(listener: RequestListener, options: ProxyOptions = {}) {
  const reached: string[] = []
  const server = createServer((request, response) => {
    reached.push(request.url ?? '')
    listener(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const url = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : ''
  const clock = handClock()
  const core = proxyCore(url, { clock, ...options })
  const app: Hono = fakeApp((app, services) => {
    route(app, services, getSpamStatistics, ({ signal }, { partyId }) => core.spamStatistics(partyId, signal))
    route(app, services, getStatistics, ({ signal }) => core.statistics(signal))
  })
  const spam = async (party: string, init?: RequestInit) => app.request(`/statistics/spam/${party}`, init)
  const spamOfAll = (count: number, prefix = 'p') =>
    Promise.all(Array.from({ length: count }, (_, index) => spam(`${prefix}${index}`)))
  return { reached, clock, core, app, spam, spamOfAll }
}

/** Time for whatever could still leave to reach the core node. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

const statusesOf = (responses: readonly Response[]): number[] => [...new Set(responses.map(({ status }) => status))]

const spamAt = (height: number): string =>
  `{"chainId":"c","statistics":{"epochSeq":"7","pow":{"numberOfPastBlocks":"100","blockStates":[{"blockHeight":"${height}",
    "blockHash":"ab","transactionsSeen":"0","hashFunction":"h","difficulty":"15","txPerBlock":"2","increasingDifficulty":false}]}}}`

const banned = '{"code":7,"message":"temporarily banned for continuing to request while rate limited","details":[]}'
const ban = (response: ServerResponse): void =>
  void response.writeHead(403, { 'Content-Type': 'application/json', 'Ratelimit-Retry-After': '600' }).end(banned)

describe('the service is never the reason for a longer ban', () => {
  test('sixty requests make one to a core node that has banned the service, and the next leaves when the ban ends', async () => {
    const waiting: ServerResponse[] = []
    let isBanned = true
    const { reached, clock, core, spamOfAll } = await serviceOf((_, response) => {
      if (isBanned) ban(response)
      else waiting.push(response)
    })
    const first = await spamOfAll(60)
    expect(reached).toHaveLength(1)
    expect(statusesOf(first)).toEqual([403])
    for (const { headers } of first) {
      expect([headers.get('Retry-After'), headers.get('Ratelimit-Retry-After')]).toEqual(['600', '600'])
    }
    expect(await first[59]?.text()).toBe(banned)
    const { answers, heldMs } = core.traffic?.() ?? { answers: new Map() }
    expect([answers.get('403')?.count, answers.get('held')?.count, heldMs]).toEqual([1, 59, 600_000])

    clock.turn(599_000)
    const later = await spamOfAll(60)
    expect(reached).toHaveLength(1)
    expect([statusesOf(later), later[0]?.headers.get('Retry-After')]).toEqual([[403], '1'])

    isBanned = false
    clock.turn(1000)
    const after = spamOfAll(60)
    await vi.waitUntil(() => waiting.length > 0)
    await settle()
    expect(reached).toHaveLength(2)
    waiting.splice(0)[0]?.end(spamAt(1))
    await vi.waitUntil(() => waiting.length === 59)
    for (const response of waiting) response.end(spamAt(1))
    expect(statusesOf(await after)).toEqual([200])
    expect(reached).toHaveLength(61)
  })

  test('every caller gets a pause with its Retry-After, which doubles while the core node refuses', async () => {
    const body = '{"code":8,"message":"api request rate limit exceeded","details":[]}'
    const { reached, clock, spamOfAll } = await serviceOf((_, response) =>
      response.writeHead(429, { 'Retry-After': '7', 'Ratelimit-Limit': '20', 'Ratelimit-Remaining': '0' }).end(body),
    )
    for (const asked of [1, 2, 3]) {
      const responses = await spamOfAll(20)
      expect(statusesOf(responses)).toEqual([429])
      expect(await responses[19]?.text()).toBe(body)
      const lines = ['Retry-After', 'Ratelimit-Limit', 'Ratelimit-Remaining']
      expect(lines.map((name) => responses[19]?.headers.get(name))).toEqual(['7', '20', '0'])
      expect(reached).toHaveLength(asked)
      clock.turn(7000)
    }
  })

  test('a pause that does not say how long it is grows with each refusal', async () => {
    const clock = { ...handClock(), random: () => 1 }
    const { core } = await serviceOf((_, response) => response.writeHead(429).end('<html>slow down</html>'), { clock })
    for (const seconds of [2, 3, 5, 9]) {
      await expect(core.statistics(AbortSignal.timeout(5000))).rejects.toMatchObject({
        status: 429,
        text: '{"code":8,"message":"api request rate limit exceeded","details":[]}',
        headers: { 'Retry-After': String(seconds) },
      })
      clock.turn(seconds * 1000)
    }
  })

  test('a refusal that does not come from the rate limiter delays no caller', async () => {
    const body = '{"code":7,"message":"not for you","details":[]}'
    const { reached, spamOfAll } = await serviceOf((_, response) => response.writeHead(403).end(body))
    const responses = await spamOfAll(3)
    expect([statusesOf(responses), reached.length]).toEqual([[403], 3])
  })

  test('all callers share one rate limit; a request that would wait too long is refused as busy', async () => {
    const { reached, clock, spam, spamOfAll } = await serviceOf((_, response) => response.end(spamAt(1)))
    await spam('first')
    const responses = spamOfAll(145)
    await vi.waitUntil(() => reached.length === 100)
    await settle()
    expect(reached).toHaveLength(100)
    clock.turn(1000)
    await vi.waitUntil(() => reached.length === 120)
    await settle()
    expect(reached).toHaveLength(120)
    clock.turn(1000)
    const statuses = (await responses).map(({ status }) => status)
    expect(reached).toHaveLength(140)
    expect(statuses.filter((status) => status === 503)).toHaveLength(6)
    const busy = (await responses).find(({ status }) => status === 503)
    expect(busy?.headers.get('Retry-After')).toBe('5')
  })

  test("the core node's own count lowers the budget", async () => {
    const { reached, clock, spam, spamOfAll } = await serviceOf((_, response) =>
      response.writeHead(200, { 'Ratelimit-Limit': '2', 'Ratelimit-Remaining': '0' }).end(spamAt(1)),
    )
    await spam('first')
    const rest = spamOfAll(2)
    await settle()
    expect(reached).toHaveLength(1)
    clock.turn(500)
    await vi.waitUntil(() => reached.length === 2)
    clock.turn(500)
    expect(statusesOf(await rest)).toEqual([200])
  })
})

describe('equal requests are one', () => {
  test('twenty callers who ask for a party at once make one request', async () => {
    const { reached, spam } = await serviceOf((_, response) => void setImmediate(() => response.end(spamAt(1))))
    const responses = await Promise.all(Array.from({ length: 20 }, () => spam('p')))
    expect([statusesOf(responses), reached.length]).toEqual([[200], 1])
  })

  test('a caller who leaves takes nothing from the others; when all have left the request is given up', async () => {
    const waiting: ServerResponse[] = []
    const { core, reached } = await serviceOf((_, response) => void waiting.push(response))
    const [leaves, stays, last] = [new AbortController(), new AbortController(), new AbortController()]
    const left = core.spamStatistics('p', leaves.signal)
    const stayed = core.spamStatistics('p', stays.signal)
    await vi.waitUntil(() => waiting.length === 1)
    leaves.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    waiting[0]?.end(spamAt(1))
    expect(await stayed).toHaveProperty('text', expect.stringContaining('"statistics"'))

    const given = core.spamStatistics('q', last.signal)
    await vi.waitUntil(() => waiting.length === 2)
    const closed = once(waiting[1] ?? process, 'close')
    last.abort(new Error('gone'))
    await expect(given).rejects.toThrow('gone')
    await closed
    expect(reached).toHaveLength(2)
  })
})

describe('answers of one block are shared, and never for a later one', () => {
  test('a request within the same block reuses the response; after half a second the core node is called again', async () => {
    const { reached, clock, spam } = await serviceOf((_, response) => response.end(spamAt(5)))
    for (let caller = 0; caller < 10; caller += 1) expect((await spam('p')).status).toBe(200)
    expect(reached).toHaveLength(1)
    clock.turn(500)
    await spam('p')
    expect(reached).toHaveLength(2)
  })

  test('a hundred sequential requests use one connection', async () => {
    const connections = new Set<unknown>()
    const { reached, spam } = await serviceOf((request, response) => {
      connections.add(request.socket)
      response.end(spamAt(5))
    })
    for (let party = 0; party < 100; party += 1) expect((await spam(`p${party}`)).status).toBe(200)
    expect([reached.length, connections.size]).toEqual([100, 1])
  })

  test('any sign of a later block ends it: another answer of the core node, or the own last block', async () => {
    let height = 5
    let ownHeight = '4'
    const listener: RequestListener = (_, response) => void response.end(spamAt(height))
    const { reached, spam } = await serviceOf(listener, { ownHeight: () => Promise.resolve(ownHeight) })
    const heightOf = async (party: string): Promise<unknown> => JSON.stringify(await (await spam(party)).json())
    await spam('p')
    height = 6
    await spam('q')
    expect(await heightOf('p')).toContain('"blockHeight":"6"')
    expect(reached).toHaveLength(3)
    height = 7
    ownHeight = '7'
    expect(await heightOf('p')).toContain('"blockHeight":"7"')
    expect(reached).toHaveLength(4)
  })

  test('a late response of an older block goes to its own callers, not to later ones', async () => {
    const waiting = new Map<string, ServerResponse>()
    const { reached, spam } = await serviceOf(
      ({ url = '' }, response) => void (reached.length === 1 ? response.end(spamAt(1)) : waiting.set(url, response)),
    )
    await spam('first')
    const [slow, quick] = [spam('slow'), spam('quick')]
    await vi.waitUntil(() => waiting.size === 2)
    waiting.get('/statistics/spam/quick')?.end(spamAt(9))
    await quick
    waiting.get('/statistics/spam/slow')?.end(spamAt(8))
    expect((await slow).status).toBe(200)
    const again = spam('slow')
    await vi.waitUntil(() => reached.length === 4)
    waiting.get('/statistics/spam/slow')?.end(spamAt(9))
    expect(await (await again).text()).toContain('"blockHeight":"9"')
  })

  test('an error is not kept', async () => {
    const { reached, spam } = await serviceOf((_, response) => response.writeHead(500).end('{"code":13,"message":"x"}'))
    for (const asked of [1, 2]) {
      expect((await spam('p')).status).toBe(500)
      expect(reached).toHaveLength(asked)
    }
  })
})

describe('a core node that misbehaves', () => {
  test.each([
    ['with the headers of an upgrade', { Connection: 'Upgrade', Upgrade: 'h2c' }],
    ['without them', {}],
  ])('HTTP status 101 does not hang a request: %s', async (_, headers) => {
    const { spam } = await serviceOf((_, response) => response.writeHead(101, headers).flushHeaders(), {
      timeoutMs: 3_600_000,
    })
    const response = await spam('p')
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ code: 14, message: expect.stringMatching(/core node/) as unknown })
  })

  test('a body without end is cut off at 1 MB', async () => {
    const closed: Promise<unknown>[] = []
    const { spam } = await serviceOf((_, response) => {
      closed.push(once(response, 'close'))
      const more = (): void => {
        while (response.write(' '.repeat(65_536)));
        response.once('drain', more)
      }
      more()
    })
    const response = await spam('p')
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ message: 'The core node sent more than 1000000 bytes.' })
    await closed[0]
  })

  test('the texts of its errors are cut', async () => {
    const long = 'x'.repeat(500_000)
    const detail = { '@type': 'a/b', code: 10_006, message: long, inner: long, more: long }
    const body = JSON.stringify({ code: 3, message: long, details: [detail, detail] })
    const { spam } = await serviceOf((_, response) => response.writeHead(400).end(body.slice(0, 999_999)))
    expect((await spam('p')).status).toBe(503)
    const short = JSON.stringify({ code: 3, message: long, details: [{ ...detail, more: '', inner: 'y' }] })
    const { spam: again } = await serviceOf((_, response) =>
      response.writeHead(400).end(short.replaceAll(long, 'x'.repeat(90_000))),
    )
    const response = await again('p')
    expect(response.status).toBe(400)
    const text = await response.text()
    expect(text.length).toBeLessThan(4096)
    expect(JSON.parse(text)).toMatchObject({
      code: 3,
      message: `${'x'.repeat(1000)}…`,
      details: [{ '@type': 'a/b', code: 10_006, message: `${'x'.repeat(1000)}…`, inner: 'y' }],
    })
  })
})
