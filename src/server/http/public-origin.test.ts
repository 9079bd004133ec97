import { expect, test } from 'vitest'
import { publicOrigin } from './dashboard.ts'
import { trustedProxies } from './client-address.ts'

const proxies = trustedProxies(['10.0.0.0/8'])
const originOf = (headers: Record<string, string>, peer = '10.1.2.3', url = 'http://lyra.example:8080/spam') =>
  publicOrigin(url, new Headers(headers), peer, proxies)
const said = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'charts.example' }

test('the origin is the Host of the request, unless a trusted proxy says another', () => {
  expect(originOf({})).toBe('http://lyra.example:8080')
  expect(originOf(said)).toBe('https://charts.example')
  expect(originOf({ 'x-forwarded-proto': 'https' })).toBe('https://lyra.example:8080')
  expect(originOf(said, '::ffff:10.1.2.3')).toBe('https://charts.example')
})

test('what a client says of itself does not name the origin', () => {
  expect(originOf(said, '192.0.2.7')).toBe('http://lyra.example:8080')
  expect(originOf(said, '')).toBe('http://lyra.example:8080')
  expect(publicOrigin('http://a.example/', new Headers(said), '10.1.2.3')).toBe('http://a.example')
  // A proxy that appends leaves the client's own value before its own.
  expect(originOf({ ...said, 'x-forwarded-host': 'evil.example, charts.example' })).toBe('https://charts.example')
})

test.each(['a" onload="x', 'a/b', '<b>', '', 'a b'])('host %j is no origin', (host) => {
  expect(originOf({ ...said, 'x-forwarded-host': host })).toBeUndefined()
})

test('another scheme is no origin; an IPv6 host is', () => {
  expect(originOf({ 'x-forwarded-proto': 'javascript' })).toBeUndefined()
  expect(originOf({}, '', 'http://[::1]:8080/')).toBe('http://[::1]:8080')
})
