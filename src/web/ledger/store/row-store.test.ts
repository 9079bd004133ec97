import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asset, header, type Movement, party, RowInspector, csvRowsOf } from '../../../../tests/web/ledger.ts'
import { fieldsOf } from '../rows/csv-scanner.ts'
import { ledgerSeconds } from '../rows/ledger-time.ts'
import { type LedgerColumn, ledgerColumns } from '../../../wire/ledger-export.ts'
import { type AccountCurve, Balances, type Stretch } from './balances.ts'
import { type RowFilter, Selection } from './filter.ts'
import { findIn } from './find.ts'
import { RowStore } from './row-store.ts'
import { largestOf, sumsOf } from './sums.ts'

const day = 86_400_000_000
const start = Date.UTC(2024, 0, 15) * 1000
const types = ['TRANSFER_TYPE_MTM_WIN', 'TRANSFER_TYPE_MTM_LOSS', 'TRANSFER_TYPE_MARGIN_LOW', '']

const movement: fc.Arbitrary<Movement> = fc
  .record({
    time: fc.oneof(fc.integer({ min: start, max: start + 90 * day }), fc.integer({ min: start, max: start + 3 })),
    quantity: fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.bigInt({ min: 0n, max: 12n })),
    type: fc.constantFrom(...types),
    kind: fc.constantFrom('in' as const, 'out' as const, 'own' as const),
  })
  .map((given) => ({ ...given, entry: given.time }))
const ledger = fc
  .array(movement, { maxLength: 60 })
  .map((all) => csvRowsOf(all.toSorted((a, b) => a.time - b.time)).map((row) => row.slice(0, -1)))

function storeOf(lines: readonly string[]): RowStore {
  const store = new RowStore()
  expect(lines.filter((line) => !store.add(line))).toEqual([])
  return store
}

const linesOf = (store: RowStore): string[] => Array.from({ length: store.count }, (_, row) => store.line(row))

/** A row by the names of its columns, read in the plainest way. */
function record(line: string): Record<LedgerColumn, string> {
  const fields = fieldsOf(line)
  return Object.fromEntries(ledgerColumns.map((name, at) => [name, fields[at] ?? ''])) as Record<LedgerColumn, string>
}

/** Unix microseconds of a row, by way of its text. */
const microsOf = (line: string): number => {
  const { vega_time: text } = record(line)
  return ledgerSeconds(text) * 1_000_000 + Number((/\.(\d+)/.exec(text)?.[1] ?? '').padEnd(6, '0'))
}

/**
 * Every account of the owner and its curve, recomputed from the text of the rows alone: split at commas, times by `Date`,
 * balances and movements as BigInt, in the order in which the rows come.
 */
function recomputed(lines: readonly string[], owner: string, stretch: Stretch, head: string): AccountCurve[] {
  const names = head.split(',')
  const movements = lines.flatMap((line, row) => {
    const cells = line.split(',').map((cell) => (cell === '""' ? '' : cell))
    const of = (name: LedgerColumn): string => cells[names.indexOf(name)] ?? ''
    const [, seconds = '', fraction = ''] = /^([^.+]+)(?:\.(\d+))?\+00$/.exec(of('vega_time')) ?? []
    const micros = Date.parse(`${seconds.replace(' ', 'T')}Z`) * 1000 + Number(fraction.padEnd(6, '0'))
    return (['from', 'to'] as const)
      .filter((side) => of(`account_${side}_party_id`) === owner)
      .map((side) => ({
        row,
        micros,
        text: of('vega_time'),
        asset: of('asset_id'),
        market: of(`account_${side}_market_id`),
        type: of(`account_${side}_account_type`),
        change: BigInt(of('quantity')) * (side === 'to' ? 1n : -1n),
        after: BigInt(of(`account_${side}_balance`)),
      }))
  })
  const accounts = new Map<string, typeof movements>()
  for (const moved of movements) {
    const key = `${moved.asset} ${moved.market} ${moved.type}`
    accounts.set(key, [...(accounts.get(key) ?? []), moved])
  }
  const width = (stretch.end - stretch.start) / stretch.steps
  return [...accounts.values()].flatMap((all) => {
    const [first] = all
    const within = all.filter(({ micros }) => micros >= stretch.start && micros < stretch.end)
    const held = all.findLast(({ micros }) => micros < stretch.start)?.after
    const opening = held ?? (within[0] && within[0].after - within[0].change)
    if (!first || opening === undefined) return []
    const before = (at: number): bigint => within[at - 1]?.after ?? opening
    const broken = within.filter(({ change, after }, at) => before(at) + change !== after)
    const points = new Map<number, AccountCurve['points'][number]>()
    for (const moved of within) {
      const step = Math.min(stretch.steps - 1, Math.floor((moved.micros - stretch.start) / width))
      const gap = broken.includes(moved) || (points.get(step)?.gap ?? false)
      points.set(step, { step, micros: moved.micros, balance: String(moved.after), row: moved.row, gap })
    }
    const sum = (sign: bigint) =>
      within.reduce((total, { change }) => (change * sign > 0n ? total + change * sign : total), 0n)
    const [lost] = broken
    return {
      asset: first.asset,
      market: first.market,
      type: first.type,
      movements: within.length,
      opening: String(opening),
      in: String(sum(1n)),
      out: String(sum(-1n)),
      closing: String(within.at(-1)?.after ?? opening),
      breaks: broken.length,
      unread: 0,
      firstBreak: lost && {
        time: lost.text,
        computed: String(before(within.indexOf(lost)) + lost.change),
        reported: String(lost.after),
      },
      points: [...points.values()],
    }
  })
}

/** The curves of all accounts, no more and no fewer, are those recomputed from the rows. */
function expectCurves(lines: readonly string[], owner: string, stretch: Stretch, head = header.trim()): AccountCurve[] {
  const balances = new Balances(storeOf(lines), owner)
  balances.advance()
  const curves = balances.curves(stretch)
  expect(curves).toEqual(recomputed(lines, owner, stretch, head))
  return curves
}

describe('the store gives every row back as it came', () => {
  test('whatever the amounts and times', () => {
    fc.assert(
      fc.property(ledger, (lines) => {
        expect(linesOf(storeOf(lines))).toEqual(lines)
      }),
    )
  })

  test.each([
    `2024-03-01 10:00:00.5+05:30,7,-7,T,${asset},"",${party},GENERAL,3,,network,SETTLEMENT,`,
    `2024-03-01 10:00:00.50+00,7,7,T,${asset},,${party},GENERAL,3,,network,SETTLEMENT,4`,
    `not a time,7,7,T,${asset},,${party},GENERAL,3,,network,SETTLEMENT,4`,
    `2024-03-01 10:00:00+00,7,8,T,${asset},,${party},GENERAL,3,,network,SETTLEMENT,4`,
    `2024-03-01 10:00:00+00,1e3,1e3,T,${asset},,${party},GENERAL,3,,network,SETTLEMENT,4`,
    `2024-03-01 10:00:00+00,${'9'.repeat(400)},${'9'.repeat(400)},T,${asset},,${party},GENERAL,3,,network,SETTLEMENT,4`,
    `2024-03-01 10:00:00+00,007,007,"a,""b""",${asset},,${party},GENERAL,-3,,network,SETTLEMENT,0`,
    `0001-01-01 00:00:00+00 BC,7,7,,"",,,,,,,,`,
  ])('also where it is odd: %s', (line) => {
    expect(linesOf(storeOf([line, line]))).toEqual([line, line])
  })

  test('and refuses a row of another width', () => {
    expect(new RowStore().add('2024-03-01 10:00:00+00,1')).toBe(false)
  })

  test('more rows than a block has', () => {
    const lines = csvRowsOf(
      Array.from({ length: 70_000 }, (_, at) => ({
        time: start + at * 1000,
        entry: 0,
        quantity: BigInt(at),
        type: 'T',
        kind: 'in' as const,
      })),
    ).map((row) => row.slice(0, -1))
    const store = storeOf(lines)
    for (const row of [0, 1, 65_535, 65_536, 69_999]) expect(store.line(row)).toBe(lines[row])
  })
})

const filters: fc.Arbitrary<RowFilter> = fc.record(
  {
    type: fc.constantFrom(...types),
    market: fc.constantFrom('a1'.repeat(32), ''),
    side: fc.constantFrom('credit', 'debit', 'internal'),
    start: fc.integer({ min: start, max: start + 90 * day }),
    end: fc.integer({ min: start, max: start + 90 * day }),
    bounds: fc
      .record(
        { min: fc.bigInt({ min: 0n, max: 20n }).map(String), max: fc.bigInt({ min: 0n, max: 10n ** 31n }).map(String) },
        { requiredKeys: [] },
      )
      .map((bounds) => ({ [asset]: bounds })),
  },
  { requiredKeys: [] },
)

function passes(line: string, filter: RowFilter): boolean {
  const row = record(line)
  const effect = BigInt(row.effect)
  const side = effect > 0n ? 'credit' : effect < 0n ? 'debit' : 'internal'
  const bounds = filter.bounds?.[row.asset_id]
  const quantity = BigInt(row.quantity)
  return (
    (filter.type === undefined || row.transfer_type === filter.type) &&
    (filter.market === undefined ||
      (filter.market === ''
        ? row.account_from_market_id === '' && row.account_to_market_id === ''
        : [row.account_from_market_id, row.account_to_market_id].includes(filter.market))) &&
    (filter.side === undefined || side === filter.side) &&
    (filter.start === undefined || microsOf(line) >= filter.start) &&
    (filter.end === undefined || microsOf(line) < filter.end) &&
    (bounds?.min === undefined || quantity >= BigInt(bounds.min)) &&
    (bounds?.max === undefined || quantity <= BigInt(bounds.max))
  )
}

const shownOf = (store: RowStore, selection: Selection): string[] =>
  Array.from({ length: selection.count }, (_, index) => store.line(selection.rowAt(index)!))

test('a filter shows the rows that plain arithmetic shows, also when they come later', () => {
  fc.assert(
    fc.property(ledger, filters, fc.nat(60), (lines, filter, before) => {
      const store = storeOf(lines.slice(0, before))
      const selection = new Selection(store, filter)
      for (const line of lines.slice(before)) store.add(line)
      selection.advance()
      expect(shownOf(store, selection)).toEqual(lines.filter((line) => passes(line, filter)))
    }),
  )
})

test('sums of the shown rows are those that the export makes of the same rows', () => {
  fc.assert(
    fc.property(ledger, filters, (lines, filter) => {
      const store = storeOf(lines)
      const inspector = new RowInspector(party)
      const shown = lines.filter((line) => passes(line, filter))
      inspector.push(new TextEncoder().encode(header + shown.map((line) => `${line}\n`).join('')))
      const expected = inspector.totals()
      expect(sumsOf(store, new Selection(store, filter))).toEqual({ cells: expected.cells, unread: expected.unread })
    }),
  )
})

test('the largest movements are those of a full sort, in their order where they are equal', () => {
  fc.assert(
    fc.property(ledger, fc.integer({ min: 1, max: 5 }), (lines, most) => {
      const store = storeOf(lines)
      const found = largestOf(store, new Selection(store, {}), most).map(({ line }) => line)
      const size = (line: string) => BigInt(record(line).quantity)
      const moving = lines.filter((line) => BigInt(record(line).effect) !== 0n)
      const sorted = moving.toSorted((a, b) => (size(b) > size(a) ? 1 : size(b) < size(a) ? -1 : 0))
      expect(found.map(size)).toEqual(sorted.slice(0, most).map(size))
    }),
  )
})

describe('the balance curve', () => {
  test('is the balances recomputed from the rows, and the accounts are those of the export', () => {
    fc.assert(
      fc.property(
        ledger,
        fc.integer({ min: 1, max: 40 }),
        fc.nat(90),
        fc.integer({ min: 1, max: 90 }),
        (lines, steps, from, days) => {
          expectCurves(lines, party, { start: start + from * day, end: start + (from + days) * day, steps })
          const balances = new Balances(storeOf(lines), party)
          balances.advance()
          const inspector = new RowInspector(party)
          inspector.push(new TextEncoder().encode(header + lines.map((line) => `${line}\n`).join('')))
          const accounts = balances
            .curves({ start, end: start + 91 * day, steps })
            .map(({ points: _points, ...account }) => account)
          expect(accounts).toEqual(inspector.totals().accounts)
        },
      ),
    )
  })

  test('says that rows are missing where a balance does not follow from the one before', () => {
    const lines = csvRowsOf(
      [1, 2, 3].map((at) => ({ time: start + at * day, entry: 0, quantity: 5n, type: 'T', kind: 'in' as const })),
    ).map((row) => row.slice(0, -1))
    const stretch = { start, end: start + 10 * day, steps: 10 }
    const curveOf = (kept: readonly string[]) => {
      const balances = new Balances(storeOf(kept), party)
      balances.advance()
      return balances.curves(stretch)[0]
    }
    expect(curveOf(lines)?.points.map(({ gap }) => gap)).toEqual([false, false, false])
    const cut = curveOf([lines[0]!, lines[2]!])
    expect(cut?.points.map(({ gap }) => gap)).toEqual([false, true])
    expect(cut?.breaks).toBe(1)
  })
})

test('a movement at the very end of a stretch is not in its curve', () => {
  const lines = csvRowsOf(
    [1, 2].map((at) => ({ time: start + at * day, entry: 0, quantity: 5n, type: 'T', kind: 'in' as const })),
  ).map((row) => row.slice(0, -1))
  const balances = new Balances(storeOf(lines), party)
  balances.advance()
  const movements = [2 * day, 2 * day + 1].map((end) => balances.curves({ start, end: start + end, steps: 2 })[0])
  expect(movements.map((curve) => curve?.movements)).toEqual([1, 2])
})

test('finding gives the rows that have a text in what the grid shows of them', async () => {
  const lines = csvRowsOf([
    { time: start, entry: 0, quantity: 1_234_500n, type: 'TRANSFER_TYPE_MTM_WIN', kind: 'in' },
    { time: start + 1, entry: 0, quantity: 77n, type: 'TRANSFER_TYPE_DEPOSIT', kind: 'out' },
  ]).map((row) => row.slice(0, -1))
  const store = storeOf(lines)
  const selection = new Selection(store, {})
  const find = async (words: string, digits?: string) => [
    ...((await findIn(
      { store, selection, party },
      { words, digits, zone: 'utc', decimals: { [asset]: 3 } },
      () => false,
    )) ?? []),
  ]
  expect(await find('mtm win')).toEqual([0])
  expect(await find('1,234.5', '1234.5')).toEqual([0])
  expect(await find('1234500')).toEqual([0])
  expect(await find('\u22120.077')).toEqual([1])
  expect(await find('00:00:00.000001')).toEqual([1])
  expect(await find('15 jan 2024')).toEqual([0, 1])
  expect(await find('settlement')).toEqual([1])
  expect(await find('no such text')).toEqual([])
})

test('a row of the hour shown twice is found by the offset that the grid shows', async () => {
  const clocksBack = Date.UTC(2026, 9, 25, 0, 30) * 1000
  const movement = { entry: 0, quantity: 7n, type: '', kind: 'in' } as const
  const rows = csvRowsOf([clocksBack, clocksBack + 3_600_000_000].map((time) => ({ ...movement, time })))
  const store = storeOf(rows.map((row) => row.slice(0, -1)))
  const selection = new Selection(store, {})
  const find = (words: string) =>
    findIn({ store, selection, party }, { words, zone: 'Europe/Berlin', decimals: {} }, () => false)
  expect([...((await find('02:30:00.000000 +02:00')) ?? [])]).toEqual([0])
  expect([...((await find('02:30:00.000000 +01:00')) ?? [])]).toEqual([1])
})

const corpus = process.env['LYRA_TEST_CORPUS']

test.runIf(corpus !== undefined)('balances of recorded exports of a real node agree to the digit', () => {
  const recorded = readFileSync(join(corpus ?? '', 'public.jsonl'), 'utf8')
  let checked = 0
  const seen = { assets: new Set<string>(), types: new Set<string>(), inOneBlock: 0 }
  for (const line of recorded.trimEnd().split('\n')) {
    const found = /"path":"\/api\/v2\/ledgerentry\/export\?partyId=([0-9a-f]{64})[^"]*"/.exec(line)
    if (!found) continue
    const { response } = JSON.parse(line) as { response: { status: number; body: string } }
    const [head = '', ...rows] = response.body.split('\n').filter((text) => text !== '')
    if (response.status !== 200 || rows.length === 0 || response.body.includes('{"error"')) continue
    checked += rows.length
    const times = rows.map(microsOf)
    const stretch = { start: Math.min(...times), end: Math.max(...times) + 1 }
    expect(linesOf(storeOf(rows))).toEqual(rows)
    seen.inOneBlock += times.filter((time, at) => time === times[at - 1]).length
    for (const steps of [7, 480]) {
      for (const { asset: one, type } of expectCurves(rows, found[1] ?? '', { ...stretch, steps }, head)) {
        seen.assets.add(one)
        seen.types.add(type)
      }
    }
  }
  expect(checked).toBeGreaterThan(3000)
  expect(seen.assets.size).toBeGreaterThan(2)
  expect(seen.types.size).toBeGreaterThan(5)
  expect(seen.inOneBlock).toBeGreaterThan(100)
})
