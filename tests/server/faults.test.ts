import { type IncomingMessage, get } from 'node:http'
import { type Socket, connect } from 'node:net'
import type * as timersPromises from 'node:timers/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { ErrorBody } from '../../src/wire/protocol/error.ts'
import { listRefereeHistory } from '../../src/wire/referee-history.ts'
import * as v from 'valibot'
import { routeExport } from '../../src/server/http/export.ts'
import { fakeApp, listen } from './support/fake-service.ts'
import { type Misbehaviour, withFaults } from './support/faults.ts'
import { route } from '../../src/server/http/route.ts'

// The fault switch waits by this function alone, so that a test can hold a wait and end it.
vi.mock('node:timers/promises', async (original) => {
  const timers = await original<typeof timersPromises>()
  return { ...timers, setTimeout: vi.fn(timers.setTimeout) }
})

const edges = Array.from({ length: 30 }, (_, index) => ({
  node: { teamId: `${index}`, joinedAt: '1', joinedAtEpoch: `${index}` },
  cursor: `c${index}`,
}))
const page = { edges, pageInfo: { hasNextPage: false, hasPreviousPage: true, startCursor: 'c0', endCursor: 'c29' } }
const csv = 'a,b\n1,2\n3,4\n'

const handler = vi.fn(() => Promise.resolve({ teamRefereeHistory: page }))

const app = withFaults(
  fakeApp((app, services) => {
    route(app, services, listRefereeHistory, handler)
    routeExport(app, services, () =>
      Promise.resolve({
        filename: 'x.csv',
        chunks: (async function* () {
          yield await Promise.resolve(Buffer.from(csv))
        })(),
      }),
    )
  }),
)
let service: Awaited<ReturnType<typeof listen>>
beforeAll(async () => {
  service = await listen(app)
})
afterAll(() => service.close())
afterEach(async () => {
  await fetch(`${service.url}/faults`, { method: 'DELETE' })
})

const history = '/api/v2/teams/referees/history/r'
const exported = '/api/v2/ledgerentry/export?partyId=p'
const put = (rules: unknown) =>
  fetch(`${service.url}/faults`, { method: 'PUT', body: JSON.stringify(rules), headers: { 'content-type': 'x' } })
const ask = (path: string, init?: RequestInit) => fetch(service.url + path, init)

async function spoil(fault: Misbehaviour, path = '/api'): Promise<void> {
  const response = await put([{ path, fault }])
  expect(response.status).toBe(200)
}

/** What arrives on the socket, in pieces, and how it ended. */
async function receive(path: string): Promise<{ body: string; pieces: number; whole: boolean }> {
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    get(service.url + path, { agent: false }, resolve).on('error', reject)
  })
  let body = ''
  let pieces = 0
  try {
    for await (const chunk of incoming) {
      body += String(chunk)
      pieces += 1
    }
  } catch {
    return { body, pieces, whole: false }
  }
  return { body, pieces, whole: true }
}

describe('the switch', () => {
  test('without rules everything passes untouched', async () => {
    const response = await ask(history)
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(await response.json()).toEqual({ teamRefereeHistory: page })
    expect((await ask(history, { method: 'POST' })).status).toBe(405)
  })

  test('rules strike so many times, on their path only, and count', async () => {
    await put([
      { path: history, times: 2, fault: { status: 503 } },
      { path: '^/api/v2/.*partyId=p', fault: { status: 500 } },
    ])
    const statuses = []
    for (const path of [history, exported, history, history]) statuses.push((await ask(path)).status)
    expect(statuses).toEqual([503, 500, 503, 200])
    expect(await (await ask('/faults')).json()).toMatchObject([{ hits: 2 }, { hits: 1 }])
    await ask('/faults', { method: 'DELETE' })
    expect((await ask(exported)).status).toBe(200)
  })

  test.each([
    ['no JSON', '{'],
    ['no list', { path: '/', fault: {} }],
    ['an unknown fault', [{ path: '/', fault: { nonsense: true } }]],
    ['a broken expression', [{ path: '^(', fault: {} }]],
  ])('%s is refused and changes nothing', async (_, rules) => {
    await put([{ path: '/nowhere', fault: {} }])
    expect((await put(rules)).status).toBe(400)
    expect(await (await ask('/faults')).json()).toHaveLength(1)
  })
})

describe('the connection', () => {
  test('latency holds a request back before it is handled, for as long as it says', async () => {
    await spoil({ latency: 3_600_000 })
    let pass = (): void => undefined
    vi.mocked(wait).mockClear()
    vi.mocked(wait).mockImplementationOnce((_, value) => new Promise((resolve) => (pass = () => resolve(value))))
    handler.mockClear()
    const response = ask(history)
    await vi.waitFor(() => expect(wait).toHaveBeenCalled())
    expect(vi.mocked(wait).mock.calls.map(([ms]) => ms)).toEqual([3_600_000])
    expect(handler).not.toHaveBeenCalled()
    pass()
    expect((await response).status).toBe(200)
    expect(handler).toHaveBeenCalledOnce()
  })

  test('a black hole answers nothing until the client leaves', async () => {
    await spoil({ blackHole: true })
    await expect(ask(history, { signal: AbortSignal.timeout(200) })).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  test('a reset at a byte', async () => {
    const log = vi.spyOn(console, 'error')
    await spoil({ reset: 6 })
    expect(await receive(exported)).toMatchObject({ body: 'a,b\n1,', whole: false })
    expect(log).not.toHaveBeenCalled()
  })

  test('a reset before the first byte', async () => {
    await spoil({ reset: 0 })
    const socket: Socket = connect(service.port, '127.0.0.1')
    const failure = await new Promise((resolve) => {
      socket
        .on('error', resolve)
        .on('data', resolve)
        .on('end', () => resolve('end'))
      socket.write(`GET ${history} HTTP/1.1\r\nHost: x\r\n\r\n`)
    })
    expect(failure).toMatchObject({ code: 'ECONNRESET' })
  })

  test('silence after a byte leaves the connection open until the client leaves', async () => {
    await spoil({ stall: 6 })
    const leaving = new AbortController()
    const response = await ask(exported, { signal: leaving.signal })
    const reader = response.body?.getReader()
    let text = ''
    while (text.length < 6) text += Buffer.from((await reader?.read())?.value ?? []).toString()
    expect(text).toBe('a,b\n1,')
    const more = reader?.read()
    expect(await Promise.race([more, new Promise((resolve) => setTimeout(resolve, 200, 'silence'))])).toBe('silence')
    leaving.abort()
    await expect(more).rejects.toThrow('aborted')
  })

  test('truncation at a byte looks like an end', async () => {
    await spoil({ truncate: 5 })
    expect(await receive(exported)).toMatchObject({ body: 'a,b\n1', whole: true })
  })

  test('one byte at a time', async () => {
    await spoil({ slices: 2 })
    expect(await receive(exported)).toEqual({ body: csv, pieces: csv.length, whole: true })
  })

  test('clock skew', async () => {
    await spoil({ clockSkew: -3_600_000 })
    const date = Date.parse((await ask(history)).headers.get('date') ?? '')
    expect(Math.abs(Date.now() - 3_600_000 - date)).toBeLessThan(5000)
  })
})

describe('the answer', () => {
  test('429 with any headers, readable from another origin', async () => {
    await spoil({ status: 429, headers: { 'Ratelimit-Remaining': '0', 'Retry-After': '7' } })
    const response = await ask(history, { headers: { origin: 'http://a' } })
    expect(response.status).toBe(429)
    expect(response.headers.get('ratelimit-remaining')).toBe('0')
    expect(response.headers.get('retry-after')).toBe('7')
    expect(response.headers.get('access-control-allow-origin')).toBe('http://a')
    expect(v.parse(ErrorBody, await response.json())).toMatchObject({ code: 8 })
  })

  test('a ban', async () => {
    await spoil({ banned: 600 })
    const response = await ask(history)
    expect(response.status).toBe(403)
    expect(response.headers.get('ratelimit-retry-after')).toBe('600')
    expect(await response.json()).toMatchObject({ code: 7, message: expect.stringMatching(/^temporarily banned/) })
  })

  test('any status with any details', async () => {
    const error = { code: 13, message: 'Internal error', details: [{ '@type': 'a/b', code: 10_000, message: 'm' }] }
    await spoil({ status: 500, error })
    for (const path of [history, exported]) {
      const response = await ask(path)
      expect(response.status).toBe(500)
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(response.headers.has('content-disposition')).toBe(false)
      expect(await response.json()).toEqual(error)
    }
  })

  test('text under the type of JSON, and HTML under a status', async () => {
    await spoil({ text: 'upstream away' })
    const response = await ask(history)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.text()).toBe('upstream away')
    await spoil({ text: '<html>', status: 502 })
    const html = await ask(history)
    expect(html.status).toBe(502)
    expect(await html.text()).toBe('<html>')
  })

  test('an error inside the body, even after half a row', async () => {
    await spoil({ inBandError: 6 })
    const { body, whole } = await receive(exported)
    expect(whole).toBe(true)
    expect(body.startsWith('a,b\n1,{"error":{"code":13')).toBe(true)
    expect(JSON.parse(body.slice(6))).toHaveProperty('error.details')
  })

  test('members set and left out', async () => {
    await spoil({ set: { 'teamRefereeHistory.edges.*.node.joinedAtEpoch': -1, extra: null }, remove: ['*.pageInfo'] })
    const reply: unknown = await (await ask(history)).json()
    expect(reply).toEqual({
      extra: null,
      teamRefereeHistory: { edges: edges.map((edge) => ({ ...edge, node: { ...edge.node, joinedAtEpoch: -1 } })) },
    })
  })

  test('a cursor that repeats', async () => {
    await spoil({ repeatCursor: true })
    const reply = await (await ask(`${history}?pagination.after=${encodeURIComponent('a+/=')}`)).json()
    expect(reply).toMatchObject({ teamRefereeHistory: { pageInfo: { endCursor: 'a+/=', hasNextPage: true } } })
    expect(reply).toHaveProperty('teamRefereeHistory.edges.29.cursor', 'a+/=')
    expect(await (await ask(history)).json()).toEqual({ teamRefereeHistory: page })
  })

  test('a file is left alone by what concerns members', async () => {
    await spoil({ remove: ['x'] })
    expect(await (await ask(exported)).text()).toBe(csv)
  })
})
