import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareRisk, riskOrder, riskWords, type RiskState, worst } from '../../../wire/spam/risk-state.ts'
import { riskIcons } from './state-badge.tsx'

const state = fc.constantFrom(...riskOrder)

test('every state is in the order once and has a word and an icon', () => {
  expect(new Set(riskOrder).size).toBe(riskOrder.length)
  expect(Object.keys(riskWords).toSorted()).toEqual(riskOrder.toSorted())
  expect(Object.keys(riskIcons).toSorted()).toEqual(riskOrder.toSorted())
})

test.each<[RiskState, RiskState]>([
  ['banned', 'limit'],
  ['limit', 'near'],
  ['near', 'watch'],
  ['watch', 'unknown'],
  ['unknown', 'ok'],
  ['unrecorded', 'ok'],
  ['ok', 'denied'],
  ['ok', 'none'],
])('%s is more severe than %s', (severe, mild) => {
  expect(compareRisk(severe, mild)).toBeLessThan(0)
  expect(worst([mild, severe])).toBe(severe)
})

test('sorting puts the most severe state first for any input order', () => {
  fc.assert(
    fc.property(fc.array(state, { minLength: 1 }), (states) => {
      const sorted = states.toSorted(compareRisk)
      expect(worst(states)).toBe(sorted[0])
      expect(worst(states.toReversed())).toBe(sorted[0])
    }),
  )
})

test('the order is total: equal only to itself, and the reverse of its reverse', () => {
  fc.assert(
    fc.property(state, state, (a, b) => {
      expect(Math.sign(compareRisk(a, b))).toBe(-Math.sign(compareRisk(b, a)) + 0)
      expect(compareRisk(a, b) === 0).toBe(a === b)
    }),
  )
})

test('of no states the most severe is unknown', () => expect(worst([])).toBe('unknown'))
