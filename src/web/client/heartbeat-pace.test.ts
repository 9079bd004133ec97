// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { preferences } from '../preferences/preferences.ts'
import { recordResponse, nodeState } from './node-status.ts'
import { pulse, startHeartbeat } from './heartbeat.ts'

const start = 1_800_000_000_000
let paths: string[] = []
let round = 0
let stop: () => void = () => undefined

const time = () => ({ timestamp: `${BigInt(Date.now()) * 1_000_000n}` })
const bodies: Record<string, () => unknown> = {
  '/statistics': () => ({ statistics: { blockHeight: '105', chainId: 'a', epochSeq: '1' } }),
  '/api/v2/info': () => ({ version: 'v1' }),
  '/api/v2/vega/time': time,
}
const count = (path: string): number => paths.filter((asked) => asked === path).length

beforeEach(() => {
  vi.useFakeTimers({ now: start })
  localStorage.clear()
  paths = []
  preferences.reset()
  preferences.set({ node: `https://pace${++round}.example` })
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname } = new URL(url)
    paths.push(pathname)
    const body = bodies[pathname]?.()
    return new Response(JSON.stringify(body ?? { code: 5, message: 'Not Found' }), { status: body ? 200 : 404 })
  })
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('on an idle page the data is never older than about three seconds and a beat', async () => {
  stop = startHeartbeat()
  let oldest = 0
  for (let second = 0; second < 60; second += 1) {
    await vi.advanceTimersByTimeAsync(1000)
    const { blockTime } = nodeState.get()
    if (blockTime !== undefined) oldest = Math.max(oldest, Date.now() - Number(blockTime / 1_000_000n))
  }
  expect(oldest).toBeLessThanOrEqual(7000)
  expect(count('/api/v2/vega/time')).toBeGreaterThan(12)
  expect(count('/statistics')).toBeLessThanOrEqual(7)
})

test('a node is requested as before after this device’s clock was set back', async () => {
  stop = startHeartbeat()
  await vi.advanceTimersByTimeAsync(30_000)
  const before = [count('/statistics'), count('/api/v2/vega/time')]
  vi.setSystemTime(Date.now() - 3_600_000)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(count('/statistics')).toBeGreaterThan(before[0]! + 1)
  expect(count('/api/v2/vega/time')).toBeGreaterThan(before[1]! + 4)
})

test('paused, nothing polls; resuming polls immediately', async () => {
  preferences.set({ live: false })
  stop = startHeartbeat()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(count('/statistics')).toBe(1) // who a node is must be known to show it
  expect(count('/api/v2/vega/time')).toBe(0)
  preferences.set({ live: true })
  await vi.advanceTimersByTimeAsync(10)
  expect(count('/statistics')).toBe(2)
})

test('an answer that has just come, or a budget that is half spent, saves the pulse', async () => {
  const { base } = nodeState.get()
  recordResponse(base, new Headers(), start, start)
  await pulse()
  expect(paths).toEqual([])
  await vi.advanceTimersByTimeAsync(5000)
  recordResponse(base, new Headers(), start, start)
  await pulse()
  expect(paths).toEqual(['/api/v2/vega/time'])
})

test('a node without that read is left alone for a minute', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    paths.push(new URL(url).pathname)
    return new Response('{"code":5,"message":"Not Found"}', { status: 404 })
  })
  stop = startHeartbeat()
  await vi.advanceTimersByTimeAsync(55_000)
  expect(count('/api/v2/vega/time')).toBe(1)
})
