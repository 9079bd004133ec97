import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRows, fieldsOf } from './csv-scanner.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

function read(chunks: readonly Uint8Array<ArrayBuffer>[]): {
  rows: string[][]
  rest: string
  broken: string | undefined
} {
  const rows: string[][] = []
  const reader = csvRows((row) => void rows.push(fieldsOf(row.slice(0, -1))))
  for (const chunk of chunks) reader.push(chunk)
  return { rows, rest: decoder.decode(reader.pending()), broken: reader.broken() }
}

/** Cuts bytes at the given places. */
function pieces(bytes: Uint8Array<ArrayBuffer>, at: readonly number[]): Uint8Array<ArrayBuffer>[] {
  const cuts = [0, ...at.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length]
  return cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end))
}

const field = fc.oneof(
  fc.constantFrom('', '""', 'abc', '12', '"a,b"', '"line\nend"', '"say ""so"""', 'ä', '"𝄞\n"'),
  fc.stringMatching(/^[0-9a-f]{0,12}$/),
)

test('fields and rows are the same however the bytes are split', () => {
  const plain = (text: string) => (text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text)
  fc.assert(
    fc.property(fc.array(fc.array(field, { minLength: 1, maxLength: 6 })), fc.array(fc.nat()), (rows, at) => {
      const bytes = encoder.encode(rows.map((row) => `${row.join(',')}\n`).join(''))
      expect(read(pieces(bytes, at))).toEqual({ rows: rows.map((row) => row.map(plain)), rest: '', broken: undefined })
    }),
  )
})

test('a row without its end stays pending', () => {
  expect(read([encoder.encode('a,b\n1,'), encoder.encode('2')])).toEqual({
    rows: [['a', 'b']],
    rest: '1,2',
    broken: undefined,
  })
})

test('bytes that are not UTF-8 are reported', () => {
  expect(read([encoder.encode('a\n'), new Uint8Array([0xc3, 10]), encoder.encode('b\n')]).broken).toContain('UTF-8')
})

test('a row that never ends does not fill the memory', () => {
  const chunk = new Uint8Array(65_536).fill(97)
  expect(read(Array.from({ length: 40 }, () => chunk)).broken).toContain('no end')
})
