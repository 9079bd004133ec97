import { expect, test } from 'vitest'
import { titleOf } from './title.ts'

const id = 'ab'.repeat(32)

test('a tab is named by page and subject, never by a hash', () => {
  expect(titleOf('/', {}, {})).toBe('Lyra')
  expect(titleOf('/watch', {}, {})).toBe('Watch room · Lyra')
  expect(titleOf('/margin-modes', {}, {})).toBe('Margin modes · Lyra')
  expect(titleOf(`/spam/${id}`, { party: id }, {})).toBe('Spam limits · Lyra')
  expect(titleOf(`/spam/${id}`, { party: id }, { [id]: 'mm-bot-3' })).toBe('Spam limits, mm-bot-3 · Lyra')
  expect(titleOf('/margin-modes', { market: id }, { [id]: 'BTC/USDT' })).toBe('Margin modes, BTC/USDT · Lyra')
  expect(titleOf('/epochs/7', { epoch: '7' }, {})).toBe('Epoch, 7 · Lyra')
  expect(titleOf('/nowhere', {}, {})).toBe('Page not found · Lyra')
})
