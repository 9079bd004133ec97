import { expect, test } from 'vitest'
import type { LedgerResult } from './engine/ledger-engine.ts'
import { verdictOf } from './verdict.ts'

const error = { code: 13, message: 'Internal error', details: [] }
const facts = { bytes: 100, rows: 2, first: '2024-03-01 10:00:00+00', last: '2024-03-01 10:00:05+00', flaw: undefined }
const whole: Parameters<typeof verdictOf>[0] = {
  ending: 'whole',
  error: undefined,
  missing: 0,
  facts,
  check: 'nothing',
  checkError: undefined,
}

test('complete is only an end without any objection', () => {
  expect(verdictOf(whole)).toEqual({ state: 'complete', error: undefined })
  const speaking: Partial<LedgerResult>[] = [
    { ending: 'cut', error },
    { ending: 'unwritten', error },
    { ending: 'refused', error },
    { ending: 'stopped' },
    { missing: 1 },
    { check: 'more' },
    { check: 'changed' },
    { check: 'unchecked' },
    { check: 'unchecked', checkError: error },
    { facts: { ...facts, flaw: 'Row 2 has 3 columns instead of 13.' } },
  ]
  for (const change of speaking) expect(verdictOf({ ...whole, ...change }).state).not.toBe('complete')
})

test('a refusal before the first row is a refusal, after it a cut', () => {
  expect(verdictOf({ ...whole, ending: 'refused', error, facts: { ...facts, rows: 0 } })).toEqual({
    state: 'refused',
    error,
  })
  expect(verdictOf({ ...whole, ending: 'refused', error })).toEqual({ state: 'incomplete', error })
})
