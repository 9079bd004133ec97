import { expect, test } from 'vitest'
import type { PartResult } from '../engine/part.ts'
import { noTotals } from '../engine/sums/ledger-totals.ts'
import { mayRetry, rangeNotes, verdictOf } from './verdict.ts'

const error = { code: 13, message: 'Internal error', details: [] }
const facts = { bytes: 100, rows: 2, first: '2024-03-01 10:00:00+00', last: '2024-03-01 10:00:05+00', flaw: undefined }
const whole: PartResult = {
  ending: 'whole',
  status: 200,
  fileName: undefined,
  error: undefined,
  hold: undefined,
  missing: 0,
  facts,
  totals: noTotals,
  check: 'nothing',
  checkError: undefined,
  checkAgain: false,
  size: 100,
  sha256: '',
  preview: [],
}

test('complete is only an end that nothing speaks against', () => {
  expect(verdictOf(whole)).toEqual({ state: 'complete', error: undefined })
  const speaking: Partial<PartResult>[] = [
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

test('asking again is for what broke off, never for what was refused', () => {
  expect(mayRetry({ ...whole, ending: 'cut' })).toBe(true)
  expect(mayRetry({ ...whole, check: 'more' })).toBe(true)
  expect(mayRetry({ ...whole, ending: 'refused', status: 503 })).toBe(true)
  expect(mayRetry({ ...whole, ending: 'refused', status: undefined })).toBe(true)
  const hold = { message: '', until: 1 }
  expect(mayRetry({ ...whole, ending: 'refused', status: 429, hold: { ...hold, kind: 'limited' } })).toBe(true)
  expect(mayRetry({ ...whole, ending: 'refused', status: 403, hold: { ...hold, kind: 'banned' } })).toBe(false)
  expect(mayRetry({ ...whole, check: 'unchecked', checkAgain: true })).toBe(true)
  expect(mayRetry({ ...whole, check: 'unchecked', checkError: error })).toBe(false)
  for (const status of [400, 403, 404, 429, 500]) expect(mayRetry({ ...whole, ending: 'refused', status })).toBe(false)
  expect(mayRetry({ ...whole, ending: 'cut', facts: { ...facts, flaw: 'odd' } })).toBe(false)
  expect(mayRetry({ ...whole, ending: 'unwritten' })).toBe(false)
})

const ns = (text: string): string => `${Date.parse(text)}000000`
const reached = { now: BigInt(ns('2024-06-01T00:00:00Z')) }
const nothing = { rows: 0, first: undefined }

test('a file that starts late says that the node may not keep older data', () => {
  const asked = { from: ns('2024-01-01T00:00:00Z'), to: ns('2024-05-01T00:00:00Z') }
  expect(rangeNotes(asked, facts, reached, 'utc')).toEqual([
    'The first entry comes 60 days after the start of the range. The node may not keep older data.',
  ])
  expect(rangeNotes({ ...asked, from: ns('2024-03-01T00:00:00Z') }, facts, reached, 'utc')).toEqual([])
  expect(rangeNotes(asked, nothing, reached, 'utc')[0]).toContain('no entry')
})

test('an open end is said', () => {
  expect(rangeNotes({}, facts, reached, 'utc')[0]).toContain('still open')
  expect(rangeNotes({ to: ns('2024-07-01T00:00:00Z') }, facts, reached, 'utc')[0]).toContain('still open')
})

test('an export of nothing says when the chain began where its core tells it, and guesses nothing where not', () => {
  const lastBlock = BigInt(ns('2024-03-31T00:00:00Z'))
  const reached = { now: lastBlock, lastBlock, stoppedAt: lastBlock }
  const genesis = BigInt(ns('2023-05-01T00:00:00Z'))
  const before = { from: ns('2023-01-01T00:00:00Z'), to: ns('2023-02-01T00:00:00Z') }
  expect(rangeNotes(before, nothing, { ...reached, genesis }, 'utc')).toContain(
    'The chain began 1 May 2023, 00:00:00 UTC.',
  )
  expect(rangeNotes(before, nothing, reached, 'utc').join(' ')).not.toContain('began')
  expect(rangeNotes({}, facts, { ...reached, genesis }, 'utc').join(' ')).not.toContain('began')
})

test('an export of nothing names the last block of the node, and no month that the chain never saw', () => {
  const lastBlock = BigInt(ns('2024-03-31T00:00:00Z'))
  const archive = { now: BigInt(ns('2026-11-22T00:00:00Z')), lastBlock, stoppedAt: lastBlock }
  const october = { from: ns('2026-10-01T00:00:00Z'), to: ns('2026-11-01T00:00:00Z') }
  expect(rangeNotes(october, nothing, archive, 'utc')).toEqual([
    "The range begins after the node's last block, which is from 31 Mar 2024, 00:00:00 UTC.",
  ])
  const march = { from: ns('2024-03-01T00:00:00Z'), to: ns('2024-04-01T00:00:00Z') }
  expect(rangeNotes(march, nothing, archive, 'utc')).toEqual([
    "There is no entry in this range. The node's last block is from 31 Mar 2024, 00:00:00 UTC; it may not keep older data.",
  ])
  expect(rangeNotes({}, facts, archive, 'utc')).toEqual([
    "The node's last block is from 31 Mar 2024, 00:00:00 UTC: later entries are not in the file.",
  ])
  expect(rangeNotes({ to: ns('2024-03-30T00:00:00Z') }, facts, archive, 'utc')).toEqual([])
})
