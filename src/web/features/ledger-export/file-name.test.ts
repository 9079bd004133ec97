import { expect, test } from 'vitest'
import { fileNameFor, formName, incompleteName } from './run/choose-destination.ts'

const ns = (text: string): string => `${Date.parse(text)}000000`

test('the name is the one that a node in UTC gives', () => {
  expect(fileNameFor({ partyId: 'ab' })).toBe('ledger_entries_ab_.csv')
  expect(fileNameFor({ partyId: 'ab', from: ns('2024-03-01T10:00:05Z') })).toBe(
    'ledger_entries_ab__2024-03-01T10_00_05Z_00.csv',
  )
  expect(fileNameFor({ partyId: 'ab', to: ns('2024-03-01T10:00:05Z') })).toBe(
    'ledger_entries_ab_-2024-03-01T10_00_05Z_00.csv',
  )
  expect(
    fileNameFor({ partyId: 'ab', assetId: 'cd', from: ns('2024-03-01T10:00:05Z'), to: ns('2024-12-11T00:00:07Z') }),
  ).toBe('ledger_entries_ab_cd__2024-03-01T10_00_05Z_00-2024-12-11T00_00_07Z_00.csv')
})

test('the longest name there is, of one asset in one range, still ends with its ending', () => {
  const ids = { partyId: 'ab'.repeat(32), assetId: 'cd'.repeat(32) }
  const name = fileNameFor({ ...ids, from: ns('2024-03-01T10:00:05Z'), to: ns('2024-12-11T00:00:07Z') })
  expect(name).toMatch(/_2024-03-01T10_00_05Z_00-2024-12-11T00_00_07Z_00\.csv$/)
  for (const other of [formName(name, { spreadsheet: {}, gzip: true }), incompleteName(name)])
    expect(other.length).toBeLessThan(255)
})

test('a party id from the address cannot name another folder', () => {
  expect(fileNameFor({ partyId: '../../x' })).toBe('x_.csv')
})

test('forms and cut files have names of their own', () => {
  expect(formName('a.csv', { gzip: true })).toBe('a.csv.gz')
  expect(formName('a.csv', { spreadsheet: {}, gzip: false })).toBe('a.spreadsheet.csv')
  expect(formName('a.csv', { spreadsheet: {}, gzip: true })).toBe('a.spreadsheet.csv.gz')
  expect(incompleteName('a.csv')).toBe('a.incomplete.csv')
})
