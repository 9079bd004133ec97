import { expect, test } from 'vitest'
import { epochsSoFar, ledgerLine, teamLine } from './summary.ts'

test('team: the current membership with its length when the running epoch is known', () => {
  const rows = [
    { teamId: 'a', joinedAt: '1784625600000000000', joinedAtEpoch: '1781' },
    { teamId: 'b', joinedAt: '1', joinedAtEpoch: '1442' },
  ]
  expect(teamLine({ rows, complete: true }, '1842', 'utc')).toEqual({
    answer: '2nd membership, 61 epochs',
    context: 'Since 21 Jul 2026 UTC, epoch 1,781',
  })
  expect(teamLine({ rows, complete: true }, undefined, 'utc').answer).toBe('2nd membership')
  expect(teamLine({ rows: [], complete: true }, '1842', 'utc').answer).toBe('No team')
})

test('an epoch behind the join is a node that lags, not a negative length', () => {
  expect(epochsSoFar('10', '9')).toBeUndefined()
  expect(epochsSoFar('10', '10')).toBe('0')
})

test('ledger: entries are counted only by an export that came whole, of this party and of every asset', () => {
  const run = { request: { partyId: 'p' }, outcome: 'complete', rows: 14_203, range: 'October' }
  expect(ledgerLine([run], 'p')).toEqual({ answer: '14,203 entries', context: 'October' })
  expect(ledgerLine([{ ...run, rows: 1 }], 'p').answer).toBe('1 entry')
  const unknown = { answer: 'Export as CSV', context: 'Any asset, any range' }
  for (const other of [
    { ...run, outcome: 'incomplete' },
    { ...run, outcome: 'unchecked' },
    { ...run, outcome: undefined },
    { ...run, request: { partyId: 'q' } },
    { ...run, request: { partyId: 'p', assetId: 'a' } },
  ])
    expect(ledgerLine([other], 'p')).toEqual(unknown)
  expect(ledgerLine([], 'p')).toEqual(unknown)
})
