import { expect, test } from 'vitest'
import { rangeWords } from './range.ts'
import { csvCellTime, csvTime, formatBytes } from './ledger-words.ts'

test('sizes are rounded down', () => {
  expect(formatBytes(0)).toBe('0 B')
  expect(formatBytes(999)).toBe('999 B')
  expect(formatBytes(3_629_999)).toBe('3.62 MB')
  expect(formatBytes(999_999)).toBe('999 kB')
  expect(formatBytes(5_000_000_000_000)).toBe('5000 GB')
})

test("the file's own times are read with their offset", () => {
  expect(csvTime('2024-03-01 10:00:00.123456+00', 'utc')).toContain('10:00:00')
  expect(csvTime('2024-03-01 19:00:00+09', 'utc')).toContain('10:00:00')
  expect(csvTime('2024-03-01 15:30:00+05:30', 'utc')).toContain('10:00:00')
  expect(csvTime('soon', 'utc')).toBe('soon')
  expect(csvTime(undefined, 'utc')).toBe('–')
})

test('two entries of the hour that clocks show twice do not read as one instant', () => {
  const cells = ['2026-10-25 00:30:00.000001+00', '2026-10-25 01:30:00.000001+00']
  const written = (precision: 'micro' | 'minute') => cells.map((text) => csvCellTime(text, 'Europe/Berlin', precision))
  expect(written('micro')).toEqual(['25 Oct 2026, 02:30:00.000001 +02:00', '25 Oct 2026, 02:30:00.000001 +01:00'])
  expect(written('minute')).toEqual(['25 Oct 2026, 02:30 +02:00', '25 Oct 2026, 02:30 +01:00'])
})

test('the text of a range says whether its end is included', () => {
  expect(rangeWords({}, 'utc')).toBe('Everything the node keeps')
  expect(rangeWords({ from: '0', to: '1000000000' }, 'utc')).toContain('end exclusive')
  expect(rangeWords({ from: '0' }, 'utc')).toContain('until now')
})
