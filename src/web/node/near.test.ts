import { afterEach, expect, test, vi } from 'vitest'
import { isNear } from './near.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['http://127.0.0.1:8080', '/api/v2/assets', true],
  ['http://localhost', 'http://localhost/api/v2/assets', true],
  ['http://[::1]:80', '/api/v2/assets', true],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:3008/api/v2/assets', false], // another origin would have to be asked first
  ['https://lyra.example', '/api/v2/assets', false],
  ['https://localhost.example', '/api/v2/assets', false],
  ['http://127.0.0.1:8080', 'http://[', false],
])('on %s is %s near: %s', (origin, url, near) => {
  vi.stubGlobal('location', { origin: new URL(origin).origin, href: `${origin}/ledger-export` })
  expect(isNear(url)).toBe(near)
})

test('where there is no page nothing is near', () => {
  vi.stubGlobal('location', undefined)
  expect(isNear('/api/v2/assets')).toBe(false)
})
