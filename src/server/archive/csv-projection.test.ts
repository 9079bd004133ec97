import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ruleOf, CsvError, CsvProjection, readHeader } from './csv-projection.ts'

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
  const projection = new CsvProjection(keep.map((stays) => (stays ? ruleOf('name') : undefined)))
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
  expect(read('1,2,3\n1,2\n')).toThrow(new CsvError('has 2 fields in line 3 where its header has 3'))
  expect(read('1,2,3,4\n')).toThrow('has 4 fields in line 2')
  expect(read('\n')).toThrow('has 1 fields in line 2')
  expect(read('1,2,3\n1,2')).toThrow('has 2 fields in line 3')
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

describe('what PostgreSQL would take and no reader could show is refused with its line and column', () => {
  const read = (column: string, rows: string, chunk = 7): string => {
    const projection = new CsvProjection([undefined, ruleOf('name'), ruleOf(column)])
    const bytes = Buffer.from(rows)
    for (let at = 0; at < bytes.length; at += chunk) projection.push(bytes.subarray(at, at + chunk))
    return Buffer.from(projection.end()).toString()
  }

  test.each([
    ['price', 'NaN'],
    ['price', '-5'],
    ['price', '1.5'],
    ['price', 'Infinity'],
    ['price', '1e5'],
    ['quantity', ' 7'],
    ['size', '-1'],
    ['account_to_balance', '+1'],
    ['margin_factor', 'NaN'],
    ['fee', '-0.1'],
    ['synthetic_time', 'infinity'],
    ['vega_time', 'now'],
  ])('%s: %s', (column, given) => {
    const rows = `x,"of\ntwo lines",\n,,${given}\n`
    expect(() => read(column, rows, 1000)).toThrow(`has ${JSON.stringify(given)} in line 4, column ${column}, where a`)
    expect(() => read(column, rows, 1)).toThrow(new RegExp(`in line 4, column ${column}, where a`))
  })

  test('texts of megabytes, wherever the bytes are cut', () => {
    const long = 'x'.repeat(2_000_000)
    for (const chunk of [1000, 65_536, 10_000_000]) {
      expect(() => read('name', `,,\n,,${long}\n`, chunk)).toThrow('has more than 16384 bytes in line 3, column name')
      expect(() => read('fees', `,,"${long}"\n`, chunk)).toThrow('has more than 1048576 bytes in line 2, column fees')
      expect(() => read('price', `,,${'1'.repeat(79)}\n`, chunk)).toThrow('more than 78 bytes in line 2, column price')
    }
    expect(read('name', `${long},${'x'.repeat(16_384)},${'x'.repeat(16_384)}\n`)).toBe('')
  })

  test('what a node writes passes', () => {
    for (const [column, given] of [
      ['price', '115792089237316195423570985008687907853269984665640564039457584007913129639935'],
      ['margin_factor', '0.5000000000000000'],
      ['vega_time', '2024-03-01 10:00:00.123456+00'],
      ['fees', '"{""factors"": {""makerFee"": ""-1,\n""}}"'],
      ['height', ''],
    ] as const) {
      expect(read(column, `,,${given}\n`, 1)).toBe('')
    }
  })
})
