import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LedgerTotals, computedClosing } from './ledger-totals.ts'
import { sumBy } from './groups.ts'
import { ledgerMonth, ledgerSeconds } from './ledger-time.ts'
import { asset, header, type Movement, party, RowInspector, csvRowsOf } from '../../../../tests/web/ledger.ts'

const encoder = new TextEncoder()
const day = 86_400_000_000
const start = Date.UTC(2024, 0, 15) * 1000

const movement: fc.Arbitrary<Movement> = fc
  .record({
    time: fc.integer({ min: start, max: start + 90 * day }),
    quantity: fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.bigInt({ min: 0n, max: 3n })),
    type: fc.constantFrom('TRANSFER_TYPE_MTM_WIN', 'TRANSFER_TYPE_MTM_LOSS', 'TRANSFER_TYPE_MARGIN_LOW', ''),
    kind: fc.constantFrom('in' as const, 'out' as const, 'own' as const),
  })
  .map((given) => ({ ...given, entry: given.time }))
const ledger = fc.array(movement, { maxLength: 60 }).map((all) => all.toSorted((a, b) => a.time - b.time))

function totalsOf(text: string): LedgerTotals {
  const inspector = new RowInspector(party)
  inspector.push(encoder.encode(text))
  expect(inspector.facts().flaw).toBeUndefined()
  return inspector.totals()
}

test('in and out agree with plain arithmetic for each type and month', () => {
  fc.assert(
    fc.property(ledger, (movements) => {
      const totals = totalsOf(header + csvRowsOf(movements).join(''))
      const expected = new Map<string, { rows: number; in: bigint; out: bigint }>()
      for (const { time, type, quantity, kind } of movements) {
        const key = `${new Date(time / 1000).toISOString().slice(0, 7)} ${type}`
        const cell = expected.get(key) ?? { rows: 0, in: 0n, out: 0n }
        cell.rows++
        if (kind === 'in') cell.in += quantity
        if (kind === 'out') cell.out += quantity
        expected.set(key, cell)
      }
      const found = sumBy(totals.cells, (cell) => `${cell.month} ${cell.type}`)
      const sums = [...found].map(([key, { rows, in: come, out }]) => [key, { rows, in: come, out }] as const)
      expect(new Map(sums)).toEqual(expected)
      expect(totals.cells.every((cell) => cell.asset === asset)).toBe(true)
      expect(totals.unread).toBe(0)
    }),
  )
})

test('balances that follow from the movements have no break, and opening plus movements is closing', () => {
  fc.assert(
    fc.property(ledger, (movements) => {
      for (const account of totalsOf(header + csvRowsOf(movements).join('')).accounts) {
        expect(account.breaks).toBe(0)
        expect(account.opening).toBe((10n ** 40n).toString())
        expect(computedClosing(account)).toBe(account.closing)
      }
    }),
  )
})

test('a balance that is off by one is found and reported once', () => {
  const movements: Movement[] = [1, 2, 3, 4].map((second) => ({
    time: start + second * 1_000_000,
    entry: start + second * 1_000_000,
    quantity: 10n,
    type: 'TRANSFER_TYPE_DEPOSIT',
    kind: 'in',
  }))
  const rows = csvRowsOf(movements)
  const off = rows.map((row, at) =>
    at < 2 ? row : row.replace(/\d+\n$/, (digits) => `${BigInt(digits.trim()) + 1n}\n`),
  )
  const [account] = totalsOf(header + off.join('')).accounts
  const before = 10n ** 40n + 20n
  expect(account).toMatchObject({
    breaks: 1,
    firstBreak: { time: '2024-01-15 00:00:03+00', computed: String(before + 10n), reported: String(before + 11n) },
  })
})

test.each(['', '5.5', '1e3', ' 1', '1'.repeat(73)])(
  'an amount of %j is counted as unread and is in no sum',
  (amount) => {
    const [row = ''] = csvRowsOf([{ time: start, entry: start, quantity: 5n, type: 'TRANSFER_TYPE_WIN', kind: 'in' }])
    const totals = totalsOf(header + row.replace(',5,5,', `,5,${amount},`) + row)
    expect(totals).toMatchObject({ rows: 2, unread: 1, cells: [{ rows: 1, in: '5' }] })
  },
)

test('a row whose time cannot be read leaves the balances of its account unchecked', () => {
  const [row = ''] = csvRowsOf([{ time: start, entry: start, quantity: 5n, type: 'TRANSFER_TYPE_WIN', kind: 'in' }])
  const totals = totalsOf(header + row + row.replace(/^[^,]*/, 'yesterday'))
  expect(totals.accounts).toMatchObject([{ unread: 1, opening: '', closing: '' }])
})

test('months are those of UTC for any zone of the node', () => {
  expect(ledgerMonth('2024-03-01 08:59:59.999999+09')).toBe('2024-02')
  expect(ledgerMonth('2024-03-01 09:00:00+09')).toBe('2024-03')
  expect(ledgerMonth('2024-02-29 20:00:00-05:30')).toBe('2024-03')
  expect(ledgerMonth('soon')).toBe('')
  expect(ledgerSeconds('2024-03-01 10:00:00.123456+00')).toBe(Date.UTC(2024, 2, 1, 10) / 1000)
  expect(ledgerSeconds('2024-03-01 10:00:00.9+09')).toBe(Date.UTC(2024, 2, 1, 1) / 1000)
})

test('a day that is in no calendar is not counted as another', () => {
  expect(ledgerSeconds('2024-02-29 10:00:00+00')).toBe(Date.UTC(2024, 1, 29, 10) / 1000)
  for (const day of ['2023-02-29', '2024-02-30', '2024-04-31'])
    expect([ledgerSeconds(`${day} 10:00:00+00`), ledgerMonth(`${day} 10:00:00+00`)]).toEqual([Number.NaN, ''])
})
