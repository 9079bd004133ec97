import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnIndexes } from '../rows/csv-scanner.ts'
import { LedgerReader } from '../rows/ledger-reader.ts'
import { readHeader } from './header-and-overlap.ts'
import { header, type Movement, csvRowsOf, runStages } from '../../../../tests/web/ledger.ts'

const second = 1_000_000
const start = Date.UTC(2024, 2, 1, 10) * 1000

/** Movements in blocks that lie close, with equal rows in them and entry times that reach into the next second. */
const ledger = fc
  .array(
    fc.record({
      block: fc.integer({ min: 0, max: 12 }),
      late: fc.constantFrom(0, 0, 499_999, 999_998),
      quantity: fc.constantFrom(0n, 0n, 1n),
      kind: fc.constantFrom('in' as const, 'out' as const, 'own' as const),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((given) =>
    given
      .map(({ block, late, ...rest }) => ({ ...rest, time: start + block * second + late, type: 'TRANSFER_TYPE_WIN' }))
      .toSorted((a, b) => a.time - b.time)
      .map((movement, at, all): Movement => {
        const before = all.slice(0, at).filter(({ time }) => time === movement.time).length
        return { ...movement, entry: movement.time + before + 1 }
      })
      .toSorted((a, b) => a.entry - b.entry),
  )

/** The end of a file, as the reader of its bytes knows it. */
function overlapOf(text: string) {
  const reader = new LedgerReader(() => {})
  reader.push(new TextEncoder().encode(text))
  return reader.overlap()
}

function pass(chunks: readonly string[], head: ReturnType<typeof readHeader>): string {
  let text = ''
  const bytes = chunks.map((chunk) => new TextEncoder().encode(chunk))
  runStages([head], bytes, (chunk) => (text += new TextDecoder().decode(chunk)))
  return text
}

test('a file that is resumed at its last second becomes the whole file, wherever it was cut', async () => {
  await fc.assert(
    fc.asyncProperty(ledger, fc.nat(), fc.nat(), async (movements, cutAt, splitAt) => {
      const rows = csvRowsOf(movements)
      const kept = 1 + (cutAt % rows.length)
      const file = header + rows.slice(0, kept).join('')
      const overlap = overlapOf(file)
      if (!overlap) throw new Error('the file has rows')
      const from = overlap.second * second
      const answer = header + rows.filter((_, at) => movements[at]!.entry >= from).join('')
      const at = splitAt % (answer.length + 1)
      const head = readHeader({ known: header, overlap })
      const rest = pass([answer.slice(0, at), answer.slice(at)].filter(Boolean), head)
      expect(file + rest).toBe(header + rows.join(''))
      expect(head.missing()).toBe(0)
      expect(head.failure?.()).toBeUndefined()
    }),
    { numRuns: 400 },
  )
})

test('repeated rows are counted: the file has two of three, one more follows', async () => {
  const row = csvRowsOf([{ time: start, entry: start, quantity: 0n, type: '', kind: 'in' }])[0]!
  const overlap = overlapOf(header + row + row)
  const head = readHeader({ known: header, overlap })
  expect(pass([header + row + row + row], head)).toBe(row)
})

test('rows of the boundary second that do not come again are missed', async () => {
  const row = csvRowsOf([{ time: start, entry: start, quantity: 5n, type: '', kind: 'in' }])[0]!
  const head = readHeader({ known: header, overlap: overlapOf(header + row) })
  expect(pass([header], head)).toBe('')
  expect(head.missing()).toBe(1)
})

test('a long second is read back to its beginning', async () => {
  const many = Array.from({ length: 2000 }, (_, at): Movement => ({
    time: start + (at < 300 ? 0 : 5 * second),
    entry: start + at,
    quantity: BigInt(at),
    type: '',
    kind: 'in',
  }))
  const overlap = overlapOf(header + csvRowsOf(many).join(''))
  expect([...(overlap?.rows.values() ?? [])].reduce((sum, count) => sum + count, 0)).toBe(1700)
})

test('a file with its header alone has no rows to resume from', async () => {
  expect(overlapOf(header)).toBeUndefined()
})

test('other columns than the file has are refused before a byte is written', async () => {
  const head = readHeader({ known: header })
  expect(pass([header.replace('effect', 'impact'), 'x\n'], head)).toBe('')
  expect(head.failure?.()?.message).toContain('other columns')
})

test('the columns of the ledger are found in any order among others', () => {
  expect(columnIndexes(`extra,${header}`)?.vega_time).toBe(1)
  expect(columnIndexes('vega_time,quantity')).toBeUndefined()
})
