import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asset, csvRowsOf, type Movement, party } from '../../../../tests/web/ledger.ts'
import { fieldsOf } from '../rows/csv-scanner.ts'
import { ledgerMicros } from '../rows/ledger-time.ts'
import { equityOf } from './equity.ts'
import { RowStore } from './row-store.ts'

const start = Date.UTC(2024, 0, 1) * 1000
const hour = 3_600_000_000
const movement: fc.Arbitrary<Movement> = fc
  .record({
    // Few times, so that blocks have several rows.
    time: fc.integer({ min: 1, max: 30 }).map((at) => start + at * hour),
    quantity: fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.bigInt({ min: 0n, max: 20n })),
    type: fc.constantFrom('TRANSFER_TYPE_WIN', 'TRANSFER_TYPE_MAKER_FEE_PAY', 'TRANSFER_TYPE_DEPOSIT', ''),
    kind: fc.constantFrom('in' as const, 'out' as const, 'own' as const),
  })
  .map((given) => ({ ...given, entry: given.time }))
const ledger = fc
  .array(movement, { minLength: 1, maxLength: 60 })
  .map((all) => csvRowsOf(all.toSorted((a, b) => a.time - b.time)).map((row) => row.slice(0, -1)))
const stretch = { start, end: start + 31 * hour, steps: 7 }

function equity(lines: readonly string[]) {
  const store = new RowStore()
  for (const line of lines) store.add(line)
  return equityOf(store, party, stretch)
}

/** Results without transfers after each block, from the text of the rows; the first is the opening. */
function resultsAfterBlocks(lines: readonly string[]): { micros: number; made: bigint }[] {
  const after = [{ micros: start, made: 0n }]
  let made = 0n
  for (const line of lines) {
    const [time = '', , effect = '', type = ''] = fieldsOf(line)
    if (!type.includes('DEPOSIT')) made += BigInt(effect)
    const micros = ledgerMicros(time)
    if (after.length > 1 && after.at(-1)?.micros === micros) after.at(-1)!.made = made
    else after.push({ micros, made })
  }
  return after
}

test('the drawdown is the deepest of every pair of blocks, without transfers', () => {
  fc.assert(
    fc.property(ledger, (lines) => {
      const [{ deepest, opening, points }] = equity(lines) as [ReturnType<typeof equity>[number]]
      const after = resultsAfterBlocks(lines)
      let worst = 0n
      for (const [at, high] of after.entries())
        for (const low of after.slice(at)) if (high.made - low.made > worst) worst = high.made - low.made
      expect(BigInt(deepest?.amount ?? 0)).toBe(worst)
      expect(points.reduce((most, { drawdown }) => (BigInt(drawdown) > most ? BigInt(drawdown) : most), 0n)).toBe(worst)
      if (!deepest) return
      const [high, low] = [deepest.from, deepest.to].map(
        (micros) => after.findLast((one) => one.micros === micros)?.made ?? 0n,
      )
      expect(high! - low!).toBe(worst)
      // What was held then, transfers included.
      const until = lines.filter((line) => ledgerMicros(fieldsOf(line)[0]!) <= deepest.from)
      const change = until.reduce((sum, line) => sum + BigInt(fieldsOf(line)[2]!), 0n)
      expect(BigInt(deepest.held) - BigInt(opening)).toBe(change)
    }),
  )
})

test('a fall begins where results were last at their highest', () => {
  const steps = [
    { quantity: 10n, type: 'TRANSFER_TYPE_WIN', kind: 'in' },
    { quantity: 5n, type: 'TRANSFER_TYPE_DEPOSIT', kind: 'in' },
    { quantity: 4n, type: 'TRANSFER_TYPE_LOSS', kind: 'out' },
  ] as const
  const moved = steps.map((step, at): Movement => ({ ...step, time: start + at * hour, entry: start + at * hour }))
  const [one] = equity(csvRowsOf(moved).map((row) => row.slice(0, -1)))
  expect(one?.deepest).toMatchObject({ amount: '4', from: start + hour, to: start + 2 * hour })
})

test('the line is the sum of the balances that the node reported, from opening to closing', () => {
  fc.assert(
    fc.property(ledger, (lines) => {
      const [one] = equity(lines)
      const accounts = new Map<string, { opening: bigint; held: bigint }>()
      const held = new Map<number, bigint>()
      const parts = lines.map((line) => fieldsOf(line))
      const sides = (cells: readonly string[]) =>
        [
          [5, -1n],
          [9, 1n],
        ].filter(([at]) => cells[Number(at) + 1] === party) as [number, bigint][]
      for (const cells of parts)
        for (const [at, sign] of sides(cells)) {
          const key = `${cells[at]} ${cells[at + 2]}`
          const opening = BigInt(cells[at + 3]!) - sign * BigInt(cells[1]!)
          if (!accounts.has(key)) accounts.set(key, { opening, held: opening })
        }
      const opening = [...accounts.values()].reduce((sum, account) => sum + account.opening, 0n)
      for (const cells of parts) {
        for (const [at] of sides(cells)) accounts.get(`${cells[at]} ${cells[at + 2]}`)!.held = BigInt(cells[at + 3]!)
        const step = Math.floor(((ledgerMicros(cells[0]!) - start) * stretch.steps) / (stretch.end - start))
        held.set(
          step,
          [...accounts.values()].reduce((sum, account) => sum + account.held, 0n),
        )
      }
      expect(one).toMatchObject({ asset, opening: String(opening), unread: 0 })
      expect(one?.points.map(({ step, equity: shown }) => [step, BigInt(shown)])).toEqual([...held])
      expect(one?.closing).toBe(one?.points.at(-1)?.equity)
      expect(one?.points.some(({ gap }) => gap)).toBe(false)
    }),
  )
})

test('a balance that does not follow is a gap, and a row that cannot be read leaves no line', () => {
  const rows = csvRowsOf(
    [1, 2, 3].map((at) => ({
      time: start + at * 5 * hour,
      entry: 0,
      quantity: 5n,
      type: 'TRANSFER_TYPE_WIN',
      kind: 'in' as const,
    })),
  ).map((row) => row.slice(0, -1))
  expect(equity(rows.toSpliced(1, 1))[0]?.points.map(({ gap }) => gap)).toEqual([false, true])
  const [unread] = equity([...rows, rows[0]!.replace(/\d+$/, 'x')])
  expect(unread).toEqual({ asset, opening: '', closing: '', points: [], unread: 1, deepest: undefined })
})
