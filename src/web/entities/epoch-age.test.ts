// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { epochAge } from './entity-cells.tsx'

const minute = 60_000_000_000n
const running = { seq: '1200', start: 1000n * minute, end: 1010n * minute }

test.each([
  ['1200', 'this epoch'],
  ['1199', '15 min ago'],
  ['1194', '65 min ago'],
  ['1056', '24 h ago'],
  ['1201', undefined],
  ['x', undefined],
])('epoch %s began %s', (epoch, words) => {
  expect(epochAge(epoch, running, 1004n * minute)).toBe(words)
})

test('an epoch without a length gives no time', () => {
  expect(epochAge('1199', { ...running, end: running.start }, running.start)).toBeUndefined()
})
