import { expect, test } from 'vitest'
import { documentTitle } from './title.ts'

const id = 'ab'.repeat(32)

test('a tab is named by page and subject, never by a hash', () => {
  expect(documentTitle('/', {}, {})).toBe('Lyra')
  expect(documentTitle('/watch', {}, {})).toBe('Watch room · Lyra')
  expect(documentTitle('/margin-modes', {}, {})).toBe('Margin modes · Lyra')
  expect(documentTitle(`/spam/${id}`, { party: id }, {})).toBe('Spam limits · Lyra')
  expect(documentTitle(`/spam/${id}`, { party: id }, { [id]: 'mm-bot-3' })).toBe('Spam limits, mm-bot-3 · Lyra')
  expect(documentTitle('/margin-modes', { market: id }, { [id]: 'BTC/USDT' })).toBe('Margin modes, BTC/USDT · Lyra')
  expect(documentTitle('/epochs/7', { epoch: '7' }, {})).toBe('Epoch, 7 · Lyra')
  expect(documentTitle('/nowhere', {}, {})).toBe('Page not found · Lyra')
})
