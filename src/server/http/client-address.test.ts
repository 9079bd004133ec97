import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clientAddress, trustedProxies } from './client-address.ts'

const none = trustedProxies([])
const proxies = trustedProxies(['10.0.0.0/8', '192.0.2.7', 'fd00::/8'])

test('without trusted proxies a spoofed X-Forwarded-For changes nothing', () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.oneof(fc.string(), fc.array(fc.ipV4()).map(String)), (peer, header) => {
      expect(clientAddress(peer, header, none)).toBe(peer)
    }),
  )
})

test('a client behind a trusted proxy cannot name another address than its own', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.ipV4())), (spoofed) => {
      const header = [...spoofed, '198.51.100.4'].join(', ')
      expect(clientAddress('10.1.2.3', header, proxies)).toBe('198.51.100.4')
      expect(clientAddress('10.1.2.3', `${header}, 192.0.2.7`, proxies)).toBe('198.51.100.4')
    }),
  )
})

test.each([
  ['no header', null, '10.1.2.3'],
  ['an empty one', '', '10.1.2.3'],
  ['one that is no address', 'unknown', '10.1.2.3'],
  ['only proxies', '10.9.9.9', '10.9.9.9'],
])('a trusted proxy with %s is counted itself', (_, header, address) => {
  expect(clientAddress('10.1.2.3', header, proxies)).toBe(address)
})

test('IPv4 in IPv6 is the same address, and one IPv6 network of 64 bits is one address', () => {
  expect(clientAddress('::ffff:198.51.100.4', null, none)).toBe('198.51.100.4')
  expect(clientAddress('::ffff:10.1.2.3', '198.51.100.9', proxies)).toBe('198.51.100.9')
  expect(clientAddress('2001:db8:0:1::5', null, none)).toBe('2001:db8:0:1::/64')
  expect(clientAddress('2001:0DB8:0:1:ffff:1:2:3', null, none)).toBe('2001:db8:0:1::/64')
  expect(clientAddress('::1', null, none)).toBe('0:0:0:0::/64')
  expect(clientAddress('fe80::1%eth0', null, none)).toBe('fe80:0:0:0::/64')
})

test.each([
  ['198.51.100.4:5678', '198.51.100.4'],
  ['[2001:db8:0:1::5]:80', '2001:db8:0:1::/64'],
  ['[2001:db8:0:1::5]', '2001:db8:0:1::/64'],
  ['198.51.100.4, 192.0.2.7:443', '198.51.100.4'],
  ['198.51.100.4, [fd00::1]:443', '198.51.100.4'],
  ['[::ffff:198.51.100.4]:80', '198.51.100.4'],
])('a proxy that writes ports (%s) does not make all of its clients one', (header, address) => {
  expect(clientAddress('10.1.2.3', header, proxies)).toBe(address)
})

test.each(['', 'proxy', '10.0.0.0/33', '10.0.0.0/x', '1.2.3'])('"%s" is no proxy', (entry) => {
  expect(() => trustedProxies([entry])).toThrow(`unlike "${entry}"`)
})
