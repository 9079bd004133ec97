import { expect, test } from 'vitest'
import { cleanFileName, dispositionFileName } from './content-disposition.ts'

test.each([
  ['attachment;filename=ledger_entries_ab_.csv', 'ledger_entries_ab_.csv'],
  ['attachment; filename="a;b.csv"; size=3', 'a;b.csv'],
  [String.raw`attachment; filename="a\"b.csv"`, 'ab.csv'],
  ["attachment; filename=plain.csv; filename*=UTF-8''%C3%A4.csv", 'ä.csv'],
  ["attachment; filename*=UTF-8''..%2F..%2Fetc%2Fpass%E2%80%AEwd.csv", 'passwd.csv'],
  ["attachment; filename=x.csv; filename*=UTF-8''%ZZ", 'x.csv'],
  ['attachment', undefined],
  [null, undefined],
])('the name in %j is %j', (disposition, name) => {
  expect(dispositionFileName(disposition)).toBe(name)
})

test('paths, control characters, direction marks and reserved characters are removed from file names', () => {
  expect(cleanFileName('../../etc/pass\u202Ewd\u0000.csv')).toBe('passwd.csv')
  expect(cleanFileName('C:\\temp\\a\u2066b.csv')).toBe('ab.csv')
  expect(cleanFileName('..hidden. ')).toBe('hidden')
  expect(cleanFileName('a<b>:"|?*.csv')).toBe('ab.csv')
  expect(cleanFileName('')).toBe('ledger_entries.csv')
})

test('a name that is too long is shortened to what file systems allow, and keeps its extension', () => {
  const bytes = (name: string): number => new TextEncoder().encode(name).length
  expect(cleanFileName('𝄞'.repeat(300))).toBe('𝄞'.repeat(52))
  const long = cleanFileName(`${'ä'.repeat(300)}.spreadsheet.csv.gz`)
  expect(long).toMatch(/^ä+\.csv\.gz$/)
  expect(bytes(long)).toBeLessThanOrEqual(210)
  expect(cleanFileName(`a${'.b'.repeat(300)}`).length).toBe(210)
})
