// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { ledgerLine, teamLine } from './party-summary.tsx'

test('team: the current membership with its length, which is never negative where a node lags', () => {
  const rows = [
    { teamId: 'a', joinedAt: '1784625600000000000', joinedAtEpoch: '1781' },
    { teamId: 'b', joinedAt: '1', joinedAtEpoch: '1442' },
  ]
  const hour = 3_600_000_000_000n
  expect(teamLine({ rows, complete: true }, 1784625600000000000n + 50n * hour, 'utc')).toEqual({
    answer: 'Joined 2 teams',
    context: '2 d 2 h so far, since 21 Jul 2026 UTC, epoch 1,781',
  })
  expect(teamLine({ rows, complete: true }, 1784625600000000000n - hour, 'utc').context).toMatch(/^0\.0 s so far/)
  expect(teamLine({ rows: rows.slice(1), complete: true }, hour + 1n, 'utc').answer).toBe('First team')
  expect(teamLine({ rows: [], complete: true }, hour, 'utc').answer).toBe('No team recorded')
})

test('team: a join at an unrecorded time is not one of 56 years', () => {
  const rows = [{ teamId: 'a', joinedAt: '0', joinedAtEpoch: '1781' }]
  expect(teamLine({ rows, complete: true }, 1784625600000000000n, 'utc')).toEqual({
    answer: 'First team',
    context: 'Since epoch 1,781',
  })
})

test('team: a history that is cut before its first join is not said to be empty', () => {
  expect(teamLine({ rows: [], complete: false }, 0n, 'utc').answer).toBe('Not known')
})

test('ledger: entries are counted only by an export that came whole, of this party and of every asset', () => {
  const run = { request: { partyId: 'p' }, outcome: 'complete', rows: 14_203, range: 'October' }
  expect(ledgerLine([run], 'p')).toEqual({ answer: '14,203 entries', context: 'October' })
  expect(ledgerLine([{ ...run, rows: 1 }], 'p')?.answer).toBe('1 entry')
  for (const other of [
    { ...run, outcome: 'incomplete' },
    { ...run, outcome: 'unchecked' },
    { ...run, outcome: undefined },
    { ...run, request: { partyId: 'q' } },
    { ...run, request: { partyId: 'p', assetId: 'a' } },
  ])
    expect(ledgerLine([other], 'p')).toBeUndefined()
  expect(ledgerLine([], 'p')).toBeUndefined()
})
