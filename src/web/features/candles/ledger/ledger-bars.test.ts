import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MarkGroup } from '../../../ledger/rows/groups.ts'
import type { BarSums } from '../../../ledger/store/bar-sums.ts'
import { type LedgerPart, ledgerBars, spokenEntries, sumsIn } from './ledger-bars.ts'

const hour = 3_600_000_000_000n
const begin = 1_700_000_000_000_000_000n
const rows = Array.from({ length: 12 }, (_, index) => ({ start: String(begin + BigInt(index) * hour) }))
const startOf = (index: number): bigint => begin + BigInt(index) * hour

const sums = (more: Partial<BarSums> = {}): BarSums => ({
  asset: 'd1',
  marks: [],
  opening: undefined,
  balances: [],
  unread: 0,
  others: 0,
  ...more,
})
const part = (from: number, to: number, more: Partial<BarSums> = {}, known = to): LedgerPart => ({
  from: startOf(from),
  to: startOf(to),
  knownTo: startOf(known),
  first: from,
  sums: sums(more),
})
const balancesOf = (parts: readonly LedgerPart[]) => {
  const bars = ledgerBars(rows, parts)
  return rows.map(({ start }) => bars.get(start)?.balance)
}

test('a bar that two parts share has the entries of both, once', () => {
  const mark = { group: 'funding' as MarkGroup, entries: 1, sum: '5' }
  const [left, right] = [
    part(0, 3, { marks: [{ ...mark, bar: 2 }] }),
    part(2, 6, { marks: [{ ...mark, bar: 0, sum: '-7' }] }),
  ]
  const bars = ledgerBars(rows, [left, right])
  expect(bars.get(String(startOf(2)))?.marks).toEqual(new Map([['funding', { entries: 2, sum: -2n }]]))
})

test('marks of a range add up to its sums, however large', () => {
  const marks = fc.array(
    fc.record({
      bar: fc.integer({ min: 0, max: 11 }),
      group: fc.constantFrom<MarkGroup>('margin', 'result', 'rest'),
      entries: fc.integer({ min: 1, max: 9 }),
      sum: fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String),
    }),
  )
  fc.assert(
    fc.property(marks, fc.integer({ min: 0, max: 11 }), (marks, cut) => {
      const bars = ledgerBars(rows, [part(0, 12, { marks })])
      const both = [sumsIn(bars, rows, { first: 0, last: cut - 1 }), sumsIn(bars, rows, { first: cut, last: 11 })]
      for (const group of ['margin', 'result', 'rest'] as const) {
        const given = marks.filter((mark) => mark.group === group).reduce((sum, mark) => sum + BigInt(mark.sum), 0n)
        expect(both.reduce((sum, part) => sum + (part.get(group)?.sum ?? 0n), 0n)).toBe(given)
      }
    }),
  )
})

test('a balance holds until the next movement and is not drawn where the ledger is not read', () => {
  const moved = { opening: '10', balances: [{ bar: 1, balance: '7' }] }
  expect(balancesOf([part(2, 6, moved)]).slice(1, 7)).toEqual([undefined, '10', '7', '7', '7', undefined])
  // Read to its third bar alone.
  expect(balancesOf([part(2, 6, moved, 4)]).filter(Boolean)).toEqual(['10', '7'])
})

test('a part without movements has the balance of the parts that touch it, and none over a hole', () => {
  const moved = { opening: '10', balances: [{ bar: 0, balance: '7' }] }
  expect(balancesOf([part(0, 3), part(3, 5, moved), part(5, 7)]).slice(0, 8)).toEqual([
    '10',
    '10',
    '10',
    '7',
    '7',
    '7',
    '7',
    undefined,
  ])
  expect(balancesOf([part(0, 2), part(3, 5, moved), part(6, 8)]).slice(0, 8)).toEqual([
    undefined,
    undefined,
    undefined,
    '7',
    '7',
    undefined,
    undefined,
    undefined,
  ])
})

test('a candle is spoken with what its marks show, in their order, to the digit', () => {
  const mark = { bar: 0, entries: 1 }
  const marks = [
    { ...mark, group: 'fees' as const, sum: '-5' },
    { ...mark, group: 'result' as const, entries: 2, sum: String(10n ** 30n + 1n) },
    { ...mark, group: 'liquidation' as const, sum: '-7000000' },
  ]
  const bars = ledgerBars(rows, [
    part(0, 1, { marks }),
    part(1, 2, { opening: '10', balances: [{ bar: 0, balance: '7' }] }),
  ])
  expect(spokenEntries(bars.get(String(startOf(0))), 'USDT', 6)).toBe(
    '. 4 entries in USDT: Liquidation \u22127, Realised and MTM +1,000,000,000,000,000,000,000,000.000001, Fees \u22120.000005',
  )
  // A balance alone is no entry.
  expect(spokenEntries(bars.get(String(startOf(1))), 'USDT', 6)).toBe('')
  expect(spokenEntries(undefined, 'USDT', 6)).toBe('')
})
