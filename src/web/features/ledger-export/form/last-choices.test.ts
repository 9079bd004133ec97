// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { fromRfc3339 } from '../../../../wire/rfc3339.ts'
import { preferences } from '../../../preferences/preferences.ts'
import { choicesOf, withChoices } from './last-choices.ts'

const ns = (text: string): string => String(fromRfc3339(text))
const now = BigInt(ns('2026-11-21T02:41:00Z'))
const later = BigInt(ns('2027-02-10T00:00:00Z'))
const party = 'a1'.repeat(32)
const october = { from: ns('2026-10-01T00:00:00Z'), to: ns('2026-11-01T00:00:00Z') }

test('last month is kept as such, and means another month later', () => {
  const choices = choicesOf({ partyId: party, ...october, form: 'spreadsheet' }, now, 'utc')
  expect(choices).toEqual({ partyId: party, preset: 'last-month', form: 'spreadsheet' })
  expect(withChoices({}, choices, later, 'utc')).toEqual({
    partyId: party,
    form: 'spreadsheet',
    from: ns('2027-01-01T00:00:00Z'),
    to: ns('2027-02-01T00:00:00Z'),
  })
})

test('a range that is no preset keeps its instants', () => {
  const range = { from: ns('2026-10-03T00:00:00Z'), to: ns('2026-10-05T00:00:00Z') }
  expect(withChoices({}, choicesOf(range, now, 'utc'), later, 'utc')).toEqual(range)
})

test('an address that names something is not changed by what was chosen last, but for the form of the file', () => {
  const choices = choicesOf({ partyId: party, ...october, gzip: 'yes' }, now, 'utc')
  expect(withChoices({ partyId: 'b2'.repeat(32) }, choices, now, 'utc')).toEqual({
    partyId: 'b2'.repeat(32),
    gzip: 'yes',
  })
  expect(withChoices({ from: october.from }, choices, now, 'utc')).toEqual({ from: october.from, gzip: 'yes' })
  expect(withChoices({ partyId: party, form: 'spreadsheet' }, choices, now, 'utc')).toEqual({
    partyId: party,
    form: 'spreadsheet',
  })
})

test('half a typed id is not kept', () => {
  preferences.set({ ledger: choicesOf({ partyId: party.slice(1), assetId: 'b2', gzip: 'yes' }, now, 'utc') })
  expect(preferences.get().ledger).toEqual({ preset: 'all', gzip: 'yes' })
  preferences.set({ ledger: choicesOf({ partyId: party }, now, 'utc') })
  expect(preferences.get().ledger.partyId).toBe(party)
})
