import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnOf } from './column.ts'
import { packPage } from './pack-page.ts'
import { PackedRows } from './packed-rows.ts'
import { rowKey } from '../row-key.ts'
import { marksOf } from '../row-fingerprints.ts'

interface Row {
  id: string
  mode: string
  factor?: string
  more?: unknown
}
const key = rowKey<Row>('id')
const task = { member: 'page', key: key.members, columns: ['mode', 'factor'] }
const pageInfo = { hasNextPage: true, hasPreviousPage: false, startCursor: 'a', endCursor: 'b' }

/** Letters of one to four bytes, and halves of pairs, which UTF-8 cannot say. */
const anyText = fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', 'é', '→', '𝛌', '\ud835', '\udf0c', '\u2028') })
const row = fc.record(
  {
    id: anyText,
    mode: fc.constantFrom('CROSS', 'ISOLATED'),
    factor: anyText,
    more: fc.jsonValue({ noUnicodeString: false }),
  },
  { requiredKeys: ['id', 'mode'] },
)

function pack(rows: readonly Row[]) {
  const edges = rows.map((node) => ({ node, cursor: 'c' }))
  const page = packPage({ edges, pageInfo } as unknown as Parameters<typeof packPage>[0], task)
  return { edges, page, packed: new PackedRows<Row>(page.bytes, page.ends) }
}

test('a packed page says of every row what the page said, in any order of asking', () => {
  fc.assert(
    fc.property(fc.array(row), fc.array(fc.nat(40)), (rows, order) => {
      const { edges, page, packed } = pack(rows)
      const sent = rows.map((one) => JSON.parse(JSON.stringify(one)) as Row)
      expect(packed.length).toBe(rows.length)
      for (const at of [...order, ...rows.keys()]) expect(packed.at(at)?.node).toEqual(sent[at])
      expect([packed.at(-1), packed.at(rows.length)]).toEqual([undefined, undefined])
      expect([page.pageInfo, page.marks]).toEqual([pageInfo, marksOf(edges, key)])
    }),
  )
})

test('columns say of every row what the row says', () => {
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const { edges, page } = pack(rows)
      for (const placed of [
        { startsAt: 0, edges, columns: page.columns },
        { startsAt: 0, edges },
      ]) {
        for (const member of ['mode', 'factor'] as const) {
          const { values, codes } = columnOf<Row>(placed, member)
          expect([...codes].map((code) => values[code])).toEqual(rows.map((one) => one[member]))
          expect(new Set(values).size).toBe(values.length)
        }
      }
    }),
  )
})

test('a row that stays in sight stays the same object while thousands of others pass', () => {
  const rows = Array.from({ length: 5000 }, (_, at) => ({ id: String(at), mode: 'CROSS' }))
  const { packed } = pack(rows)
  const first = packed.at(7)
  for (let top = 0; top < 4900; top += 10) {
    for (let at = top; at < top + 60; at++) expect(packed.at(at)?.node.id).toBe(String(at))
    expect(packed.at(7)).toBe(first)
  }
})
