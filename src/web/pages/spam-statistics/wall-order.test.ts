import { expect, test } from 'vitest'
import type { RiskState } from '../../ui/risk-state.ts'
import { byRisk, heldOrder, type Standing, wallVerdict } from './wall-order.ts'

const at = (party: string, state: RiskState | undefined, used = 0): Standing => ({ party, state, used })

test('the worst comes first, then the fullest, then the order of the address; the unanswered last', () => {
  expect(
    byRisk([
      at('a', 'ok', 10),
      at('b', undefined),
      at('c', 'near', 800),
      at('d', 'banned'),
      at('e', 'near', 950),
      at('f', 'ok', 10),
      at('g', 'unknown'),
      at('h', 'limit', 1000),
    ]),
  ).toEqual(['d', 'h', 'e', 'c', 'g', 'a', 'f', 'b'])
})

test('nothing moves under the pointer: parties come and go, the others stay', () => {
  expect(heldOrder(['a', 'b', 'c'], ['c', 'd', 'a'])).toEqual(['a', 'c', 'd'])
})

test('the wall in a sentence', () => {
  expect(wallVerdict([at('a', undefined)])).toBeUndefined()
  expect(wallVerdict([at('a', 'ok')])).toEqual({ state: 'ok', sentence: 'None of 1 party is near a limit.' })
  expect(wallVerdict([at('a', 'ok'), at('b', 'watch')])?.sentence).toBe('None of 2 parties is near a limit.')
  expect(wallVerdict([at('a', 'limit'), at('b', 'near'), at('c', 'banned'), at('d', 'near')])).toEqual({
    state: 'banned',
    sentence: 'Of 4 parties: 1 banned, 1 at limit, 2 near.',
  })
})
