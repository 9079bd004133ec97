import { beforeEach, expect, test } from 'vitest'
import { createNodeService } from './node-service.ts'
import { noCore } from '../core/core.ts'
import { fakeBlock, fakeDb } from '../../../tests/server/support/fake-service.ts'
import { trustedProxies } from './client-address.ts'
import { TokenBuckets } from './rate-limit.ts'

let now = 0
beforeEach(() => {
  now = 0
})

type Ask = (path: string, peer: string, headers?: Record<string, string>) => Promise<Response>

function limited(perSecond: number, proxies: string[] = []): Ask {
  const db = fakeDb([fakeBlock])
  const buckets = new TokenBuckets(perSecond, () => now)
  const take = (address: string) => buckets.take(address)
  const rateLimit = { perSecond, take }
  const app = createNodeService({ db, core: noCore(db), rateLimit, trusted: trustedProxies(proxies) })
  return async (path, remoteAddress, headers = {}) =>
    app.request(path, { headers }, { incoming: { socket: { remoteAddress } } })
}

test('a burst of five seconds is allowed, then the network’s refusal with its header names', async () => {
  const ask = limited(2)
  for (let left = 9; left >= 0; left -= 1) {
    const { status, headers } = await ask('/time', '198.51.100.4')
    expect([status, headers.get('ratelimit-remaining')]).toEqual([200, String(left)])
  }
  const refused = await ask('/time', '198.51.100.4')
  expect(refused.status).toBe(429)
  expect(await refused.json()).toEqual({ code: 8, message: 'api request rate limit exceeded', details: [] })
  expect(Object.fromEntries(refused.headers)).toMatchObject({
    'ratelimit-limit': '2',
    'ratelimit-remaining': '0',
    'ratelimit-reset': '1',
    'ratelimit-request-remote-addr': '198.51.100.4',
    'retry-after': '1',
  })
  expect((await ask('/time', '198.51.100.5')).status).toBe(200)
  now += 1000
  expect((await ask('/time', '198.51.100.4')).status).toBe(200)
})

test('a header that names another address does not escape the limit', async () => {
  const ask = limited(1)
  const statuses = []
  for (let n = 0; n < 6; n += 1) {
    statuses.push((await ask('/time', '198.51.100.4', { 'x-forwarded-for': `203.0.113.${n}` })).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('clients behind a trusted proxy are counted each', async () => {
  const ask = limited(1, ['10.0.0.1'])
  for (let n = 0; n < 6; n += 1) {
    expect((await ask('/time', '10.0.0.1', { 'x-forwarded-for': `203.0.113.${n}` })).status).toBe(200)
  }
})

test('health and readiness are never refused, and refusals of one path count for all', async () => {
  const ask = limited(1)
  for (let n = 0; n < 20; n += 1) await ask('/time', '198.51.100.4')
  expect((await ask('/health', '198.51.100.4')).status).toBe(200)
  expect((await ask('/api/v2/markets', '198.51.100.4')).status).toBe(429)
})
