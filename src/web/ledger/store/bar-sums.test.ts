import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultIntervals, bucketStart, intervalLength } from '../../../wire/candle-interval.ts'
import { asset, type Movement, party, csvRowsOf } from '../../../../tests/web/ledger.ts'
import { ledgerMicros } from '../rows/ledger-time.ts'
import { markGroupOf } from '../rows/groups.ts'
import { barSumsOf } from './bar-sums.ts'
import { RowStore } from './row-store.ts'
import { Selection } from './filter.ts'
import { sumsOf } from './sums.ts'

const market = 'a1'.repeat(32)
const hour = 3_600_000_000
/** A night in which clocks go forward in half of the world: bars are of UTC. */
const night = Date.UTC(2024, 2, 30, 12) * 1000

const types = ['MTM_WIN', 'MTM_LOSS', 'MARGIN_LOW', 'MARGIN_CONFISCATED', 'PERPETUALS_FUNDING_WIN', 'SPOT', 'DEPOSIT']
const movement: fc.Arbitrary<Movement> = fc
  .record({
    time: fc.oneof(
      fc.integer({ min: night, max: night + 48 * hour }),
      // The edges of bars, to the microsecond.
      fc.tuple(fc.integer({ min: 0, max: 48 }), fc.constantFrom(-1, 0, 1)).map(([at, by]) => night + at * hour + by),
    ),
    quantity: fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.bigInt({ min: 0n, max: 12n })),
    type: fc.constantFrom(...types).map((type) => `TRANSFER_TYPE_${type}`),
    kind: fc.constantFrom('out' as const, 'own' as const),
  })
  .map((given) => ({ ...given, entry: given.time }))
const movements = fc
  .array(movement, { maxLength: 50 })
  .map((all) => all.filter(({ time }) => time >= night).toSorted((a, b) => a.time - b.time))

const lengths = defaultIntervals.flatMap((name) => intervalLength(name) ?? [])

function storeOf(all: readonly Movement[]): RowStore {
  const store = new RowStore()
  for (const row of csvRowsOf(all)) store.add(row.slice(0, -1))
  return store
}

/** The starts of all bars of a length from `from` to before `end`, in microseconds. */
function startsOf(length: bigint, from: number, end: number): Float64Array {
  const starts: number[] = []
  let at = bucketStart(BigInt(from) * 1000n, length)
  for (; at < BigInt(end) * 1000n; at += length) starts.push(Number(at / 1000n))
  return Float64Array.from(starts)
}

const query = (starts: Float64Array, from: number, end: number) => ({ market, asset, starts, from, end })

test('every entry is in exactly one bar, whose half-open interval has its time, at every interval', () => {
  fc.assert(
    fc.property(movements, fc.constantFrom(...lengths), (all, length) => {
      const [from, end] = [night, night + 49 * hour]
      const starts = startsOf(length, from, end)
      const { marks, unread, others } = barSumsOf(storeOf(all), party, query(starts, from, end))
      const counted = new Map<string, { entries: number; sum: bigint }>()
      for (const { time, quantity, type, kind } of all) {
        const bar = Number(bucketStart(BigInt(time) * 1000n, length) / 1000n)
        const key = `${bar} ${markGroupOf(type)}`
        const { entries, sum } = counted.get(key) ?? { entries: 0, sum: 0n }
        counted.set(key, { entries: entries + 1, sum: sum + (kind === 'own' ? quantity : -quantity) })
      }
      expect([unread, others]).toEqual([0, 0])
      expect(
        new Map(
          marks.map(({ bar, group, entries, sum }) => [`${starts[bar]} ${group}`, { entries, sum: BigInt(sum) }]),
        ),
      ).toEqual(counted)
    }),
  )
})

test('marks of a range add up to the statement of the range, wherever it is cut in two', () => {
  fc.assert(
    fc.property(
      movements,
      fc.constantFrom(...lengths),
      fc.integer({ min: night, max: night + 49 * hour }),
      (all, length, cut) => {
        const store = storeOf(all)
        const [from, end] = [night, night + 49 * hour]
        const starts = startsOf(length, from, end)
        const whole = barSumsOf(store, party, query(starts, from, end))
        const parts = [query(starts, from, cut), query(starts, cut, end)].map((part) => barSumsOf(store, party, part))
        const sumOf = (marks: typeof whole.marks) => marks.reduce((sum, mark) => sum + BigInt(mark.sum), 0n)
        expect(parts.reduce((sum, { marks }) => sum + sumOf(marks), 0n)).toBe(sumOf(whole.marks))
        const { cells } = sumsOf(store, new Selection(store, { market, start: from, end }))
        const net = cells.reduce((sum, cell) => sum + BigInt(cell.in) - BigInt(cell.out), 0n)
        const moved = all.reduce((sum, { kind, quantity }) => sum + (kind === 'own' ? quantity : 0n), 0n)
        // A statement has moves between a party's own accounts as 0.
        expect(sumOf(whole.marks) - moved).toBe(net)
      },
    ),
  )
})

test('the balance at the end of a bar is what the node reported after its last movement', () => {
  fc.assert(
    fc.property(movements, fc.constantFrom(...lengths), (all, length) => {
      const [from, end] = [night, night + 49 * hour]
      const starts = startsOf(length, from, end)
      const { opening, balances } = barSumsOf(storeOf(all), party, query(starts, from, end))
      const reported = new Map<number, string>()
      for (const row of csvRowsOf(all)) {
        const cells = row.trimEnd().split(',')
        const micros = ledgerMicros(cells[0] ?? '')
        const bar = Number(bucketStart(BigInt(micros) * 1000n, length) / 1000n)
        reported.set(bar, cells[7] === 'MARGIN' ? (cells[8] ?? '') : (cells[12] ?? ''))
      }
      expect(new Map(balances.map(({ bar, balance }) => [starts[bar], balance]))).toEqual(reported)
      expect(opening).toBe(all.length === 0 ? undefined : String(10n ** 40n))
    }),
  )
})

test('entries of another asset or market are in no mark; the asset is that of the margin account', () => {
  const [own] = csvRowsOf([{ time: night, entry: night, quantity: 5n, type: 'TRANSFER_TYPE_MARGIN_LOW', kind: 'own' }])
  const store = new RowStore()
  const line = (own ?? '').slice(0, -1)
  store.add(line)
  store.add(line.replaceAll(market, 'b2'.repeat(32)))
  store.add(line.replaceAll(asset, 'e1'.repeat(32)).replaceAll('MARGIN,', 'BOND,'))
  const sums = barSumsOf(store, party, { ...query(Float64Array.of(night), night, night + 1), asset: undefined })
  expect(sums.asset).toBe(asset)
  expect(sums.marks).toEqual([{ bar: 0, group: 'margin', entries: 1, sum: '5' }])
  expect(sums.others).toBe(1)
})
