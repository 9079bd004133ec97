// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { sendableOf } from './chosen-party.tsx'

test('limits in use have a line each, unused ones are counted, and proof of work is told apart', () => {
  expect(
    sendableOf([
      { name: 'transfers', state: 'near', used: '16', max: '20', left: '4' },
      { name: 'delegations', state: 'limit', used: '390', max: '390', left: '0' },
      { name: 'pow', state: 'ok', used: '82', max: '200', left: '118' },
      { name: 'votes', state: 'ok', used: '0', max: '3', left: '3' },
      { name: 'proposals', state: 'ok', used: '0', max: '1', left: '1' },
    ]),
  ).toEqual({
    lines: [
      { name: 'Transfers', left: '4', state: 'near' },
      { name: 'Delegations', left: '0 until the reset', state: 'limit' },
    ],
    unused: 2,
  })
})
