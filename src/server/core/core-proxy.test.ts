import { once } from 'node:events'
import { type RequestListener, createServer } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { getBlockHeight, getStatistics, getTime } from '../../wire/network.ts'
import { getSpamStatistics } from '../../wire/spam-statistics.ts'
import { proxyCore } from './core-proxy.ts'
import { type Core, noCore } from './core.ts'
import { fakeApp, fakeDb } from '../../../tests/server/support/fake-service.ts'
import { route } from '../http/route.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** Starts a scripted core node; returns its address. */
async function coreNode(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : ''
}

const serving = (core: Core) =>
  fakeApp((app, services) => {
    route(app, services, getSpamStatistics, ({ signal }, { partyId }) => core.spamStatistics(partyId, signal))
    route(app, services, getStatistics, ({ signal }) => core.statistics(signal))
    route(app, services, getTime, ({ signal }) => core.time(signal))
    route(app, services, getBlockHeight, ({ signal }) => core.blockHeight(signal))
  })

const counter = '{"countForEpoch":"1","maxForEpoch":"3","minTokensRequired":"18446744073709551616"}'
const spam = `{
  "chainId": "c",
  "later": 18446744073709551615,
  "statistics": {
    "epochSeq": "7",
    "proposals": ${counter},
    "transfers": null,
    "votes": {"statistics": [], "maxForEpoch": "3", "unknown": 9007199254740993},
    "pow": {"blockStates": [{"blockHeight":"1","blockHash":"AB","transactionsSeen":"0","hashFunction":"h",
      "difficulty":"15","txPerBlock":"2","increasingDifficulty":false}], "numberOfPastBlocks": "100"}
  }
}`
const compact = (text: string): string => text.replace(/\s+/g, '')

describe('with a core node', () => {
  test('the answer is passed on as it is: unknown members, long numbers, null and absent', async () => {
    let asked: string | undefined
    const url = await coreNode((request, response) => {
      asked = request.url
      response.end(spam)
    })
    const response = await serving(proxyCore(`${url}/`)).request('/statistics/spam/a%20b')
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(compact(spam))
    expect(asked).toBe('/statistics/spam/a%20b')
    expect(response.headers.get('x-block-height')).toBe('24122')
  })

  test('all four questions reach their paths', async () => {
    const bodies: Record<string, string> = {
      '/statistics': '{"statistics":{"blockHeight":"1","chainId":"c"}}',
      '/time': '{"timestamp":"5"}',
      '/blockchain/height': '{"height":"1","hash":"ab","chainId":"c","spamPowDifficulty":15}',
    }
    const app = serving(proxyCore(await coreNode((request, response) => response.end(bodies[request.url ?? '']))))
    for (const [path, body] of Object.entries(bodies)) expect(await (await app.request(path)).text()).toBe(body)
  })

  test('its errors keep their status and body', async () => {
    const body = '{"code": 3, "message": "InvalidArgument error", "details": [{"@type": "a/b", "code": 10006, "x": 1}]}'
    const app = serving(
      proxyCore(
        await coreNode((_, response) => response.writeHead(418, { 'content-type': 'application/json' }).end(body)),
      ),
    )
    const response = await app.request('/statistics/spam/')
    expect(response.status).toBe(418)
    expect(await response.text()).toBe(body)
  })

  test.each([
    ['a page of a proxy', 502, '<html>Bad Gateway</html>'],
    ['no JSON', 200, 'ok'],
    ['another shape', 200, '{"timestamp":{"seconds":1}}'],
    ['an array', 200, '[]'],
    ['a redirect to nowhere', 304, ''],
  ])('%s is 503 with a sentence', async (_, status, body) => {
    const app = serving(proxyCore(await coreNode((_, response) => response.writeHead(status).end(body))))
    const response = await app.request('/time')
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ code: 14, message: expect.stringMatching(/core node/), details: [] })
  })

  test('an address that only leads elsewhere is told as such, not as an answer that cannot be read', async () => {
    const url = await coreNode((_, response) => response.writeHead(301, { location: 'https://node.example/' }).end())
    const message = expect.stringContaining('redirect: give --core the address') as string
    expect(await (await serving(proxyCore(url)).request('/time')).json()).toMatchObject({ code: 14, message })
  })

  test('a core node that cannot be reached is 503', async () => {
    const response = await serving(proxyCore('http://127.0.0.1:1')).request('/time')
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ code: 14, message: expect.stringMatching(/cannot be reached/) })
  })

  test('a kept connection that the core node closes is no failure', async () => {
    let asked = 0
    const url = await coreNode((request, response) => {
      asked += 1
      // Every second request meets a connection that is closed instead of answered.
      if (asked % 2 === 0) request.socket.destroy()
      else response.end('{"timestamp":"5"}')
    })
    const app = serving(proxyCore(url))
    for (let i = 0; i < 5; i += 1) expect((await app.request('/time')).status).toBe(200)
    expect(asked).toBe(9)
  })

  test.each([
    ['silence', () => undefined],
    ['half an answer', (_: unknown, response: { write(text: string): void }) => response.write('{"timestamp"')],
  ] as [string, RequestListener][])('%s is 504 after the limit', async (_, listener) => {
    const response = await serving(proxyCore(await coreNode(listener), { timeoutMs: 50 })).request('/time')
    expect(response.status).toBe(504)
    expect(await response.json()).toMatchObject({ code: 4, details: [] })
  })

  test('a party id never climbs to another path', async () => {
    const asked: (string | undefined)[] = []
    const url = await coreNode((request, response) => {
      asked.push(request.url)
      response.end(spam)
    })
    const core = proxyCore(url)
    await expect(core.spamStatistics('..', AbortSignal.timeout(1000))).rejects.toMatchObject({ code: 3 })
    await core.spamStatistics('../../time?x#y', AbortSignal.timeout(1000))
    expect(asked).toEqual(['/statistics/spam/..%2F..%2Ftime%3Fx%23y'])
  })
})

describe('without a core node', () => {
  const row = ['c', '5', 'AB', '2024-03-31T00:00:00Z', '39', '2024-03-30T00:00:01.5Z', '2024-03-31T00:00:01.5Z']
  const app = serving(noCore(fakeDb([row])))

  test('spam statistics and proof of work say what to do', async () => {
    for (const path of ['/statistics/spam/p', '/blockchain/height']) {
      const response = await app.request(path)
      expect(response.status).toBe(503)
      expect(await response.json()).toMatchObject({
        code: 14,
        message: expect.stringMatching(/start Lyra with --core URL/),
      })
    }
  })

  test('statistics name the chain from the store', async () => {
    expect(await (await app.request('/statistics')).json()).toMatchObject({
      statistics: {
        chainId: 'c',
        blockHeight: '5',
        blockHash: 'AB',
        vegaTime: '2024-03-31T00:00:00Z',
        epochSeq: '39',
        epochStartTime: '2024-03-30T00:00:01.5Z',
        epochExpiryTime: '2024-03-31T00:00:01.5Z',
        status: 'CHAIN_STATUS_DISCONNECTED',
        totalTrades: '0',
      },
    })
  })

  test('the time is that of the last block', async () => {
    const app = serving(noCore(fakeDb([['24122', '1711843200000000000', 'ab']])))
    expect(await (await app.request('/time')).json()).toEqual({ timestamp: '1711843200000000000' })
  })
})
