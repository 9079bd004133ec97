import { expect, test } from 'vitest'
import { operatingOptions } from './operating-options.ts'

test('nothing is logged by request, measured or limited by default', () => {
  const off = { log: undefined, rateLimit: undefined, trustedProxies: undefined, metrics: undefined }
  expect(operatingOptions({})).toEqual({ ...off, maxLag: undefined, frameAncestors: undefined })
})

test('each option is read', () => {
  const values = { log: 'json', 'rate-limit': '20/s', 'trusted-proxy': ['10.0.0.1, fd00::/8', '::1'] }
  const frames = { 'frame-ancestors': ['self,https://wiki.example', 'http://*.team.example:*'] }
  expect(operatingOptions({ ...values, ...frames })).toMatchObject({
    log: 'json',
    rateLimit: 20,
    trustedProxies: ['10.0.0.1', 'fd00::/8', '::1'],
    frameAncestors: ["'self'", 'https://wiki.example', 'http://*.team.example:*'],
  })
})

test.each([
  ['9090', { host: '127.0.0.1', port: 9090 }],
  ['0.0.0.0:9090', { host: '0.0.0.0', port: 9090 }],
  ['[::1]:9090', { host: '::1', port: 9090 }],
  ['/metrics', { path: '/metrics' }],
])('metrics at %s', (metrics, place) => {
  expect(operatingOptions({ metrics }).metrics).toEqual(place)
})

test.each([
  [{ log: 'xml' }, '--log takes json, pretty or off, not "xml".'],
  [{ 'rate-limit': '0/s' }, '--rate-limit takes requests a second, such as 20/s, not "0/s".'],
  [{ 'rate-limit': 'many' }, '--rate-limit takes requests a second'],
  [{ 'rate-limit': '5', 'trusted-proxy': ['proxy'] }, '--trusted-proxy: A trusted proxy is an address or a range'],
  [{ 'frame-ancestors': ['https://a.example; script-src *'] }, '--frame-ancestors takes self, none or sites'],
  [{ 'frame-ancestors': ['wiki.example'] }, '--frame-ancestors takes self, none or sites'],
  [{ metrics: '99999' }, '--metrics takes a port'],
  [{ metrics: '/api/v2/metrics' }, '--metrics takes a port'],
  [{ metrics: '/health' }, '--metrics takes a port'],
  [{ metrics: '' }, '--metrics takes a port'],
])('%o is refused with a sentence', (values, sentence) => {
  expect(() => operatingOptions(values)).toThrow(sentence)
})
