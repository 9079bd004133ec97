import { expect, test } from 'vitest'
import { sendableOf } from './sendable.ts'

test('what is left of proof of work is of its rolling window of blocks, not of the epoch', () => {
  const { lines, unused } = sendableOf([
    { name: 'transfers', state: 'near', used: '16', max: '20', left: '4' },
    { name: 'pow', state: 'ok', used: '82', max: '200', left: '118' },
    { name: 'votes', state: 'ok', used: '0', max: '3', left: '3' },
  ])
  expect(lines.map(({ name, left }) => `${name}: ${left}`)).toEqual([
    'Transfers: 4',
    'Transactions at base difficulty, in the window of blocks: 118',
  ])
  expect(unused).toBe(1)
})
