// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { nearestPage } from './page-error.tsx'

test.each([
  ['/margin-mode', 'Margin modes'],
  ['/candels', 'Candles'],
  ['/Party/abc', 'Party'],
  ['/spam-limit', 'Spam limits'],
  ['/ledger-exports', 'Ledger export'],
  ['/leger', 'Statement'],
  ['/setting', 'Settings'],
])('%s is most like %s', (path, name) => {
  expect(nearestPage(path)?.name).toBe(name)
})

test('nothing is suggested for an address that is like none', () => {
  expect(nearestPage('/wp-admin')).toBeUndefined()
  expect(nearestPage('/')).toBeUndefined()
})
