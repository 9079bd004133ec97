import { request as send } from 'node:http'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { listMarginModes } from '../../wire/margin-modes.ts'
import { getMarket, getVegaTime, listParties } from '../../wire/network.ts'
import { listRefereeHistory } from '../../wire/referee-history.ts'
import { Fault, invalid, unavailable } from '../fault.ts'
import { fakeApp, fakeBlock, fakeDb, listen } from '../../../tests/server/support/fake-service.ts'
import { Json } from '../json-text.ts'
import type { Handler } from '../questions/handler.ts'
import { route } from './route.ts'

const page = '{"edges":[],"pageInfo":{"hasNextPage":false,"hasPreviousPage":false,"startCursor":"","endCursor":""}}'
const asked = vi.fn<(params: unknown) => void>()
const marginModes: Handler<typeof listMarginModes> = (_, params) => {
  asked(params)
  return Promise.resolve({ partyMarginModes: new Json(page) })
}
const history: Handler<typeof listRefereeHistory> = (_, params) => {
  asked(params)
  return Promise.resolve({ teamRefereeHistory: new Json(page) })
}
const app = fakeApp((app, services) => {
  route(app, services, listMarginModes, marginModes)
  route(app, services, listRefereeHistory, history)
})
afterEach(() => {
  vi.clearAllMocks()
  vi.restoreAllMocks()
})

const path = '/api/v2/margin-modes'
const historyPath = '/api/v2/teams/referees/history'

describe('an answer', () => {
  test('carries the text of the database and the last block', async () => {
    const response = await app.request(`${path}?market_id=a1&pagination.first=2`)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(`{"partyMarginModes":${page}}`)
    expect(asked).toHaveBeenCalledWith({ marketId: 'a1', pagination: { first: 2 } })
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      vary: 'Origin',
      'x-content-type-options': 'nosniff',
      'x-lyra': '9.9.9',
      'x-block-height': '24122',
      'x-block-timestamp': '1711843200000000000',
    })
  })

  test.each(['?pretty', '?pretty=1', '?marketId=a&pretty', '?pretty&marketId=a'])(
    'is indented on %s',
    async (query) => {
      const text = await (await app.request(path + query)).text()
      expect(text).toContain('\n "partyMarginModes": {\n  "edges": []')
      expect(JSON.parse(text)).toEqual({ partyMarginModes: JSON.parse(page) })
    },
  )

  test('is indented for a client that asks for it by header, and for no other one at the same address', async () => {
    const asking = async (accept: string) => (await app.request(path, { headers: { accept } })).text()
    expect(await asking('application/json+pretty')).toContain('\n "partyMarginModes": {\n')
    expect(await asking('application/json+pretty, */*')).not.toContain('\n')
    expect(await asking('application/json+pretty')).toContain('\n "partyMarginModes": {\n')
  })

  test('says block 0 before the first block, and nothing of blocks while the database is away', async () => {
    const serve: Parameters<typeof fakeApp>[0] = (app, services) => route(app, services, listMarginModes, marginModes)
    const empty = await fakeApp(serve, fakeDb([])).request(path)
    expect(empty.headers.get('x-block-height')).toBe('0')
    expect(empty.headers.get('x-block-timestamp')).toBe('0')
    const away = fakeDb([], { rows: () => Promise.reject(unavailable('away')) })
    expect((await fakeApp(serve, away).request(path)).headers.has('x-block-height')).toBe(false)
  })

  test('does not wait indefinitely for a database that hangs', async () => {
    const rows = (_: string, __: unknown, signal?: AbortSignal): Promise<never> =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('cancelled'))))
    const serving = fakeApp((app, services) => route(app, services, listMarginModes, marginModes), fakeDb([], { rows }))
    const response = await serving.request(path)
    expect(response.status).toBe(200)
    expect(response.headers.has('x-block-height')).toBe(false)
  })

  test('asks for the last block once in 200 ms, not once per request', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const rows = vi.fn<() => Promise<readonly (typeof fakeBlock)[]>>(() => Promise.resolve([fakeBlock]))
      const db = fakeDb([], { rows: rows as never })
      const app = fakeApp((app, services) => route(app, services, listMarginModes, marginModes), db)
      for (let i = 0; i < 20; i += 1) await app.request(path)
      expect(rows).toHaveBeenCalledTimes(1)
      vi.advanceTimersByTime(201)
      await app.request(path)
      expect(rows).toHaveBeenCalledTimes(2)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('paths', () => {
  test('a variable may be empty, is decoded, and wins over the query', async () => {
    expect((await app.request(`${historyPath}/?referee=x`)).status).toBe(200)
    expect(asked).toHaveBeenLastCalledWith({ referee: '' })
    await app.request(`${historyPath}/a%20+%C3%BC`)
    expect(asked).toHaveBeenLastCalledWith({ referee: 'a +ü' })
    await app.request(`${historyPath}/%ff`)
    expect(asked).toHaveBeenLastCalledWith({ referee: '\uFFFD' })
  })

  test.each([
    '/nope',
    `${path}/`,
    '/API/v2/margin-modes',
    '/api//v2/margin-modes',
    `/${path}`,
    historyPath,
    `${historyPath}/a/b`,
    `${historyPath}/a%2Fb`,
    `${historyPath}/a%2fb`,
    `${historyPath}//`,
    '/',
  ])('%s is unknown', async (target) => {
    const response = await app.request(target)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ code: 5, message: 'Not Found', details: [] })
    expect(asked).not.toHaveBeenCalled()
  })

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'])('%s is not allowed', async (method) => {
    const { port, close } = await listen(app)
    try {
      const incoming = await new Promise<{ status: number | undefined; allow: string | undefined; text: string }>(
        (resolve, reject) => {
          const outgoing = send({ port, method, path: `${historyPath}/a` }, (response) => {
            let text = ''
            response.on('data', (chunk: Buffer) => (text += chunk.toString()))
            response.on('end', () => resolve({ status: response.statusCode, allow: response.headers.allow, text }))
          })
          outgoing.on('error', reject).end()
        },
      )
      expect(incoming.status).toBe(405)
      expect(incoming.allow).toBe('GET, HEAD')
      expect(JSON.parse(incoming.text)).toEqual({ code: 12, message: 'Method Not Allowed', details: [] })
    } finally {
      await close()
    }
  })

  test('another method on an unknown path is still unknown', async () => {
    expect((await app.request('/nope', { method: 'POST' })).status).toBe(404)
  })

  test('HEAD says what GET says, without a body', async () => {
    const { url, close } = await listen(app)
    try {
      const get = await fetch(url + path)
      const head = await fetch(url + path, { method: 'HEAD' })
      const named = (response: Response) =>
        Object.fromEntries(
          [...response.headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)),
        )
      expect(named(head)).toEqual(named(get))
      expect(Number(head.headers.get('content-length'))).toBeGreaterThan(50)
      expect(await head.text()).toBe('')
    } finally {
      await close()
    }
  })
})

describe('failures', () => {
  const failing = (failure: unknown) => {
    const handler = (): Promise<never> => Promise.reject(failure)
    return fakeApp((app, services) => route(app, services, listMarginModes, handler))
  }

  test('a query that cannot be read is 400 code 3 in plain words, without block headers', async () => {
    const response = await app.request(`${path}?pagination.first=abc`)
    expect(response.status).toBe(400)
    expect(response.headers.has('x-block-height')).toBe(false)
    expect(await response.json()).toEqual({
      code: 3,
      message: 'parsing field "first": strconv.ParseInt: parsing "abc": invalid syntax',
      details: [],
    })
    const escaped = await app.request(`${historyPath}/%zz`)
    expect(escaped.status).toBe(400)
    expect(await escaped.json()).toMatchObject({ code: 3, message: 'invalid URL escape "%zz"' })
  })

  test('a fault of the handler keeps its code, its details and the block headers', async () => {
    const response = await failing(invalid('failed to list parties margin modes', 'why')).request(path)
    expect(response.status).toBe(400)
    expect(response.headers.get('x-block-height')).toBe('24122')
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual({
      code: 3,
      message: 'InvalidArgument error',
      details: [
        {
          '@type': 'type.googleapis.com/vega.ErrorDetail',
          code: 10000,
          message: 'failed to list parties margin modes',
          inner: 'why',
        },
      ],
    })
    expect((await failing(new Fault(14, 'away')).request(path)).status).toBe(503)
  })

  test('a database whose files are gone is not silent in the log', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    for (const state of ['58P01', '42P01']) {
      const inner = `ERROR: could not open file "base/5/16491" (SQLSTATE ${state})`
      const response = await failing(new Fault(13, { code: 10_000, message: 'failed', inner })).request(path)
      expect(response.status).toBe(500)
    }
    expect(log.mock.calls).toEqual([[`GET ${path} failed: ERROR: could not open file "base/5/16491" (SQLSTATE 58P01)`]])
  })

  test('a defect is reported as code 13 without its stack, and logged once', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const response = await failing(new TypeError('secret of route.ts:1')).request(`${path}?marketId=a`)
    expect(response.status).toBe(500)
    expect(await response.text()).toBe('{"code":13,"message":"Internal error","details":[]}')
    expect(log).toHaveBeenCalledTimes(1)
    expect(log.mock.calls[0]?.[0]).toContain(`GET ${path}`)
  })
})

describe('deadlines', () => {
  const slow = fakeApp((app, services) =>
    route(
      app,
      services,
      getVegaTime,
      ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('cancelled')))),
    ),
  )

  test('Grpc-Timeout ends a slow answer with 504', async () => {
    const response = await slow.request('/api/v2/vega/time', { headers: { 'grpc-timeout': '20m' } })
    expect(response.status).toBe(504)
    expect(await response.json()).toEqual({ code: 4, message: 'context deadline exceeded', details: [] })
  })

  test('a malformed Grpc-Timeout is 400', async () => {
    const response = await slow.request('/api/v2/vega/time', { headers: { 'grpc-timeout': 'soon' } })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 3, message: 'invalid grpc-timeout: soon' })
  })
})

test('a client that goes away aborts the signal of its handler at once', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let began = (): void => undefined
  const begun = new Promise<void>((resolve) => (began = resolve))
  let ended = (): void => undefined
  const end = new Promise<void>((resolve) => (ended = resolve))
  const app = fakeApp((app, services) => {
    route(app, services, listParties, ({ signal }) => {
      began()
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => {
          ended()
          reject(new Error('cancelled'))
        }),
      )
    })
    route(app, services, getMarket, () => Promise.reject(new Error('unused')))
  })
  const { url, close } = await listen(app)
  try {
    const controller = new AbortController()
    const asking = fetch(`${url}/api/v2/parties`, { signal: controller.signal }).catch(() => undefined)
    await begun
    controller.abort()
    await asking
    await end
    expect(log).not.toHaveBeenCalled()
  } finally {
    await close()
  }
})
