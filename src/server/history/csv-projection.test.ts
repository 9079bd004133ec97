import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CsvError, CsvProjection, readHeader } from './csv-projection.ts'

const field = fc.oneof(
  fc.constantFrom('', '""', String.raw`\x`, '-1', '2024-03-01 10:00:00.123456+00'),
  fc.string({ maxLength: 5 }).map((text) => `"${text.replaceAll('"', '""')}"`),
  fc.constantFrom('"a,b"', '"a\nb"', '"{""x"": [1,\n2]}"', '""","""'),
)
const table = fc.integer({ min: 1, max: 5 }).chain((columns) =>
  fc.record({
    keep: fc.array(fc.boolean(), { minLength: columns, maxLength: columns }),
    rows: fc.array(fc.array(field, { minLength: columns, maxLength: columns }), { maxLength: 6 }),
    endsWithNewline: fc.boolean(),
  }),
)

const project = (keep: boolean[], chunks: Uint8Array[]): { text: string; rows: number } => {
  const projection = new CsvProjection(keep)
  const parts = [...chunks.map((chunk) => projection.push(chunk)), projection.end()]
  return { text: Buffer.concat(parts).toString(), rows: projection.rows }
}

test('kept columns leave as they came, wherever the bytes are cut', () => {
  fc.assert(
    fc.property(table, ({ keep, rows, endsWithNewline }) => {
      // A last row of one empty field without a line end is no row at all.
      const last = rows.at(-1)?.join(',') === '' ? '\n' : ''
      const text = rows.map((row) => row.join(',')).join('\n') + (rows.length > 0 && endsWithNewline ? '\n' : last)
      const expected = rows.map((row) => `${row.filter((_, index) => keep[index]).join(',')}\n`).join('')
      const bytes = Buffer.from(text)
      for (let cut = 0; cut <= bytes.length; cut += 1) {
        const result = project(keep, [bytes.subarray(0, cut), bytes.subarray(cut)])
        expect(result).toEqual({ text: expected, rows: rows.length })
      }
      expect(
        project(
          keep,
          Array.from(bytes, (byte) => Uint8Array.of(byte)),
        ),
      ).toEqual({ text: expected, rows: rows.length })
    }),
  )
})

test('a row with fields too many or too few, or that never ends, is an error that names the row', () => {
  const read = (text: string) => () => project([true, false, true], [Buffer.from(text)])
  expect(read('1,2,3\n1,2\n')).toThrow(new CsvError('has 2 fields in row 2 where its header has 3'))
  expect(read('1,2,3,4\n')).toThrow('has 4 fields in row 1')
  expect(read('\n')).toThrow('has 1 fields in row 1')
  expect(read('1,2,3\n1,2')).toThrow('has 2 fields in row 2')
  expect(read('1,"2\n1,2,3\n')).toThrow('ends inside a quoted field of row 1')
})

async function* cutAt(text: string, cut: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text.slice(0, cut))
  yield Buffer.from(text.slice(cut))
}

test('the header is read across chunks and the rest follows it unchanged', async () => {
  const text = 'id,vega_time\n1,2\n'
  for (let cut = 0; cut <= text.length; cut += 1) {
    const { names, rest } = await readHeader(cutAt(text, cut))
    expect(names).toEqual(['id', 'vega_time'])
    let after = ''
    for await (const chunk of rest) after += Buffer.from(chunk).toString()
    expect(after).toBe('1,2\n')
  }
  await expect(readHeader(cutAt('id', 1))).rejects.toThrow('has no header line')
  await expect(readHeader(cutAt('x'.repeat(70_000), 1))).rejects.toThrow('has no header line within 64 KiB')
})
