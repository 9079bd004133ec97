import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { preferences } from '../preferences/preferences.ts'
import { beat } from './heartbeat.ts'
import { nodeState } from './node-status.ts'

const statistics = {
  blockHeight: '105',
  chainId: 'lyra-demo-1',
  appVersion: 'v0.77.5',
  epochSeq: '42',
  epochStartTime: '2027-01-15T08:00:00Z',
  epochExpiryTime: '2027-01-15T08:10:00.5Z',
}
const epoch = {
  seq: '7',
  timestamps: {
    startTime: '1799999700000000000',
    expiryTime: '1800000300000000000',
    endTime: '0',
    firstBlock: '1',
    lastBlock: '0',
  },
}

let paths: string[] = []
let round = 0
const serve = (bodies: Record<string, unknown>): void =>
  void vi.stubGlobal('fetch', async (url: string) => {
    const { pathname } = new URL(url)
    paths.push(pathname)
    const body = bodies[pathname]
    return new Response(JSON.stringify(body ?? { code: 5, message: 'Not Found', details: [] }), {
      status: body ? 200 : 404,
    })
  })

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  paths = []
  preferences.set({ node: `https://beat${++round}.example` })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('statistics give chain, height and epoch; the build is requested once', async () => {
  serve({ '/statistics': { statistics }, '/api/v2/info': { version: 'v0.77.6' } })
  await beat()
  await beat()
  expect(nodeState.get()).toMatchObject({ chainId: 'lyra-demo-1', coreHeight: '105', version: 'v0.77.6' })
  expect(nodeState.get().epoch).toEqual({
    seq: '42',
    start: 1_800_000_000_000_000_000n,
    end: 1_800_000_600_500_000_000n,
  })
  expect(paths).toEqual(['/statistics', '/api/v2/info', '/statistics'])
})

test('statistics tell when the chain began, and nothing where the time is empty', async () => {
  serve({ '/statistics': { statistics: { ...statistics, genesisTime: '2023-05-01T00:00:00Z' } } })
  await beat()
  expect(nodeState.get().genesis).toBe(1_682_899_200_000_000_000n)
  preferences.set({ node: `https://beat${++round}.example` })
  serve({ '/statistics': { statistics: { ...statistics, genesisTime: '' } } })
  await beat()
  expect(nodeState.get().genesis).toBeUndefined()
})

test('a node without statistics gives its epoch by another read, and missing reads are not repeated', async () => {
  serve({ '/api/v2/epoch': { epoch } })
  await beat()
  await beat()
  expect(nodeState.get().epoch?.seq).toBe('7')
  expect(nodeState.get().chainId).toBeUndefined()
  expect(nodeState.get().phase).toBe('live')
  expect(paths).toEqual(['/statistics', '/api/v2/info', '/api/v2/epoch', '/api/v2/margin-modes'])
  await vi.advanceTimersByTimeAsync(61_000)
  await beat()
  expect(paths.slice(4)).toEqual(['/statistics', '/api/v2/epoch'])
})

test('a node with the six operations only stays usable and unknown', async () => {
  serve({})
  await beat()
  expect(nodeState.get()).toMatchObject({ phase: 'live' })
  expect(nodeState.get().version).toBeUndefined()
  expect(nodeState.get().epoch).toBeUndefined()
})

test('ranges of a stopped chain with the six operations count from its last block, not from today', async () => {
  const stopped = 1_711_843_200_000_000_000n
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname } = new URL(url)
    paths.push(pathname)
    if (pathname !== '/api/v2/margin-modes') return new Response('{"code":5,"details":[]}', { status: 404 })
    const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: '', endCursor: '' }
    const headers = { 'X-Block-Height': '100', 'X-Block-Timestamp': String(stopped) }
    return Response.json({ partyMarginModes: { edges: [], pageInfo } }, { headers })
  })
  await beat()
  expect(nodeState.get().stoppedAt).toBe(stopped)
  await beat()
  expect(paths.filter((path) => path === '/api/v2/margin-modes')).toHaveLength(1)
})

test('an unreachable node costs one request a beat', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    paths.push(url)
    throw new TypeError('Failed to fetch')
  })
  await beat()
  expect(paths).toHaveLength(1)
  expect(nodeState.get().phase).toBe('no-answer')
})

test('a failing read of the node is reported until it works again', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"code":13,"message":"core is away","details":[]}', { status: 500 }))
  await beat()
  expect(nodeState.get().failure).toMatchObject({ kind: 'answer', status: 500, message: 'core is away' })
  expect(nodeState.get()).toMatchObject({ introduced: true })
  expect(nodeState.get().reportedAt).toBeUndefined()
  serve({ '/statistics': { statistics } })
  await beat()
  expect(nodeState.get().failure).toBeUndefined()
  expect(nodeState.get().reportedAt).toBe(1_800_000_000_000)
})
