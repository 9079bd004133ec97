import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRow, withoutFormula } from './csv.ts'

/** A reader of its own: what judges the writer must not share its code. */
function read(row: string, separator: string): string[] {
  const cells: string[] = []
  let rest = row.slice(0, -1)
  for (;;) {
    const quoted = /^"((?:[^"]|"")*)"/s.exec(rest)
    const end = quoted ? quoted[0].length : `${rest}${separator}`.indexOf(separator)
    cells.push(quoted ? (quoted[1] ?? '').replaceAll('""', '"') : rest.slice(0, end))
    if (rest.length === end) return cells
    rest = rest.slice(end + 1)
  }
}

const cell = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('"', ',', ';', '\n', '\r', 'a', ' ') }))
const cells = fc.array(cell, { minLength: 1 })

test('every cell is read back as it was written, with either separator', () => {
  fc.assert(
    fc.property(cells, fc.constantFrom<',' | ';'>(',', ';'), (row, separator) => {
      const text = csvRow(row, separator)
      expect(text.endsWith('\n')).toBe(true)
      expect(read(text, separator)).toEqual(row)
    }),
  )
})

test('only what must be quoted is quoted, and numbers are written as they are', () => {
  expect(csvRow(['plain text', 12, '', '0.10'])).toBe('plain text,12,,0.10\n')
  expect(csvRow(['say "x"', 'a,b', 'a;b', 'two\nlines'], ';')).toBe('"say ""x""";"a,b";"a;b";"two\nlines"\n')
})

test('numbers pass, everything that could run does not', () => {
  for (const safe of ['-5', '+5', '0', '-0.000001', '12345678901234567890', 'GENERAL', '', '1-'])
    expect(withoutFormula(safe)).toBe(safe)
  for (const risky of ['=1', '-1+1', '+cmd', '@x', '\t1', '-', '--5', ' =1', '\uFF1D1+1'])
    expect(withoutFormula(risky)).toBe(`'${risky}`)
})
