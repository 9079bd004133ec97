import { get } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { listMarginModes } from '../../wire/margin-modes.ts'
import { fakeApp, fakeDb, listen } from '../../../tests/server/support/fake-service.ts'
import { health } from './service.ts'
import { Json } from '../json-text.ts'
import { route } from './route.ts'
import { acceptsGzip } from './transport.ts'

const record =
  '{"node":{"marketId":"a1","partyId":"b2","marginMode":"MARGIN_MODE_CROSS_MARGIN","atEpoch":"1"},"cursor":"c"}'
const big = `{"edges":[${Array.from({ length: 2000 }, () => record).join()}],"pageInfo":{}}`
const app = fakeApp((app, services) => {
  route(app, services, listMarginModes, (_, { marketId }) =>
    Promise.resolve({ partyMarginModes: new Json(marketId ? record : big) }),
  )
  health(app, services)
})
const path = '/api/v2/margin-modes'
const origin = { origin: 'https://dashboard.example' }

test.each([path, `${path}?pagination.first=x`, '/nope', '/health'])(
  '%s is never read as something else than its Content-Type says',
  async (target) => {
    expect((await app.request(target)).headers.get('x-content-type-options')).toBe('nosniff')
  },
)

describe('other origins', () => {
  test.each([path, `${path}?pagination.first=x`, '/nope', '/health'])('%s may be read', async (target) => {
    const response = await app.request(target, { headers: origin })
    expect(response.headers.get('access-control-allow-origin')).toBe('https://dashboard.example')
    expect(response.headers.get('vary')).toBe('Origin')
    expect(response.headers.has('access-control-allow-credentials')).toBe(false)
    const exposed = response.headers.get('access-control-expose-headers')?.split(', ')
    expect(exposed).toEqual(
      expect.arrayContaining(['X-Block-Height', 'X-Block-Timestamp', 'X-Lyra', 'Ratelimit-Retry-After', 'Date']),
    )
  })

  test('without an origin nothing is allowed, but the answer still varies', async () => {
    const response = await app.request(path)
    expect(response.headers.has('access-control-allow-origin')).toBe(false)
    expect(response.headers.get('vary')).toBe('Origin')
  })

  test.each([path, '/nope'])('a preflight of %s is 204', async (target) => {
    const response = await app.request(target, {
      method: 'OPTIONS',
      headers: {
        ...origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'accept,x-other',
      },
    })
    expect(response.status).toBe(204)
    expect(await response.text()).toBe('')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': 'https://dashboard.example',
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': 'accept,x-other',
      'access-control-max-age': '7200',
    })
  })
})

describe('gzip', () => {
  test.each([
    ['gzip', true],
    ['gzip, deflate, br', true],
    ['br;q=1.0, gzip;q=0.5', true],
    ['GZIP', true],
    ['*', true],
    ['x-gzip', true],
    ['gzip;q=0', false],
    ['gzip; q=0.000, *', false],
    ['*;q=0', false],
    ['br', false],
    ['notgzip', false],
    ['', false],
    [null, false],
  ])('%s', (header, expected) => {
    expect(acceptsGzip(header)).toBe(expected)
  })

  test.each([path, `${path}?marketId=a`, `${path}?pagination.first=x`, '/nope', '/health'])('of %s', async (target) => {
    const plain = await app.request(target)
    expect(plain.headers.has('content-encoding')).toBe(false)
    const packed = await app.request(target, { headers: { 'accept-encoding': 'gzip, br' } })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(packed.status).toBe(plain.status)
    expect(gunzipSync(await packed.arrayBuffer()).toString()).toBe(await plain.text())
  })

  test.each(['no-transform', 'no-cache, No-Transform'])('none for a reader who asks for %s', async (directive) => {
    const headers = { 'accept-encoding': 'gzip', 'cache-control': directive }
    const plain = await app.request(path, { headers })
    expect(plain.headers.has('content-encoding')).toBe(false)
    expect(await plain.text()).toContain('"partyMarginModes"')
    const packed = await app.request(path, { headers: { ...headers, 'cache-control': 'no-cache' } })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
  })

  test('a packed page has its length', async () => {
    const { url, close } = await listen(app)
    try {
      const length = await new Promise<number>((resolve, reject) => {
        get(url + path, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
          response.resume()
          resolve(Number(response.headers['content-length']))
        }).on('error', reject)
      })
      expect(length).toBeGreaterThan(100)
      expect(length).toBeLessThan(big.length / 20)
    } finally {
      await close()
    }
  })
})

describe('health', () => {
  test('ok as text, for GET and HEAD', async () => {
    const response = await app.request('/health')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.has('x-block-height')).toBe(false)
    expect(await response.text()).toBe('ok')
    expect((await app.request('/health', { method: 'HEAD' })).status).toBe(200)
  })

  test('a slow or absent database makes no supervisor restart the service: /health asks none', async () => {
    const asked = vi.fn<() => never>(() => {
      throw new Error('down')
    })
    const db = fakeDb([], { rows: asked, copy: asked, openExport: asked })
    const response = await fakeApp(health, db).request('/health')
    expect([response.status, await response.text()]).toEqual([200, 'ok'])
    expect(asked).not.toHaveBeenCalled()
  })
})
