import { expect, test } from 'vitest'
import type { RiskState } from '../../../wire/spam/risk-state.ts'
import { byRisk, type PartyRisk, wallVerdict } from './wall.ts'

const at = (party: string, state: RiskState | undefined, since?: number, name = party): PartyRisk => ({
  party,
  state,
  since,
  name,
})

test('sorted by severity, then by the time in the state, then by name; a newcomer last of its state', () => {
  const standings = [
    at('a', 'ok', 10, 'zebra'),
    at('b', undefined),
    at('c', 'near', 800),
    at('d', 'banned'),
    at('e', 'near', 95),
    at('f', 'ok', 10, 'ant'),
    at('g', 'unknown'),
    at('h', 'near'),
  ]
  const sorted = ['d', 'e', 'c', 'h', 'g', 'f', 'a', 'b']
  expect(byRisk(standings)).toEqual(sorted)
  expect(byRisk(standings.toReversed())).toEqual(sorted)
})

test('the wall in a sentence', () => {
  expect(wallVerdict([at('a', undefined)])).toBeUndefined()
  expect(wallVerdict([at('a', 'ok')])).toEqual({ state: 'ok', sentence: '1 party is not near a limit.' })
  expect(wallVerdict([at('a', 'ok'), at('b', 'watch')])?.sentence).toBe('None of 2 parties is near a limit.')
  expect(wallVerdict([at('a', 'limit'), at('b', 'near'), at('c', 'banned'), at('d', 'near')])).toEqual({
    state: 'banned',
    sentence: '4 parties: 1 banned, 1 at a limit, 2 near a limit.',
  })
})

test('a party that is not known is not counted as safe', () => {
  expect(wallVerdict([at('a', 'ok'), at('b', 'unrecorded'), at('c', undefined)])).toEqual({
    state: 'unrecorded',
    sentence: '1 party is not near a limit. This node has no record of 1 key. 1 party is loading.',
  })
  expect(wallVerdict([at('a', 'unrecorded'), at('b', 'unrecorded')])?.sentence).toBe(
    'This node has no record of 2 keys.',
  )
  expect(wallVerdict([at('a', 'limit'), at('b', 'unknown'), at('c', undefined)])?.sentence).toBe(
    '1 of 3 parties is at a limit. The state of 1 party is unknown. 1 party is loading.',
  )
  const failed = { ...at('d', undefined), failed: true }
  expect(wallVerdict([at('a', 'ok'), failed, at('b', undefined), at('c', undefined)])?.sentence).toBe(
    '1 party is not near a limit. The state of 1 party is unknown. 2 parties are loading.',
  )
  expect(byRisk([at('a', 'ok'), at('b', 'unrecorded')])).toEqual(['b', 'a'])
})
