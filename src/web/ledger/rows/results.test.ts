import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asset, csvRowsOf, header, type Movement, party, RowInspector } from '../../../../tests/web/ledger.ts'
import { Selection } from '../store/filter.ts'
import { RowStore } from '../store/row-store.ts'
import { sumsOf } from '../store/sums.ts'
import { barSumsOf } from '../store/bar-sums.ts'
import { fieldsOf } from './csv-scanner.ts'
import { byAsset, resultKinds } from './groups.ts'
import { checkResults, type ResultLine, resultsOf, type ResultView } from './results.ts'

const day = 86_400_000_000
const start = Date.UTC(2024, 0, 15) * 1000
const types = 'MTM_WIN LOSS PERPETUALS_FUNDING_LOSS MAKER_FEE_PAY REWARD_PAYOUT DEPOSIT MARGIN_LOW BOND_LOW NEW'

const movement: fc.Arbitrary<Movement> = fc
  .record({
    time: fc.integer({ min: start, max: start + 400 * day }),
    quantity: fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.bigInt({ min: 0n, max: 3n })),
    type: fc.constantFrom(...types.split(' ').map((type) => `TRANSFER_TYPE_${type}`), ''),
    kind: fc.constantFrom('in' as const, 'out' as const, 'own' as const),
  })
  .map((given) => ({ ...given, entry: given.time }))
const rows = fc.array(movement, { maxLength: 60 }).map((all) => csvRowsOf(all.toSorted((a, b) => a.time - b.time)))

function totalsOf(lines: readonly string[]) {
  const inspector = new RowInspector(party)
  inspector.push(new TextEncoder().encode(header + lines.join('')))
  return inspector.totals()
}

const views: readonly ResultView[] = ['month', 'quarter', 'market']
const net = ({ flows }: Pick<ResultLine, 'flows'>): bigint =>
  resultKinds.reduce((sum, kind) => sum + (flows.get(kind)?.net ?? 0n), 0n)

test('the total is closing less opening, and every line adds up along and across', () => {
  fc.assert(
    fc.property(rows, fc.constantFrom(...views), (lines, by) => {
      const totals = totalsOf(lines)
      const results = resultsOf(totals, asset, by)
      const change = totals.accounts.reduce((sum, one) => sum + BigInt(one.closing) - BigInt(one.opening), 0n)
      expect(results.total.net).toBe(change)
      expect(net(results)).toBe(change)
      expect(checkResults(totals, asset)).toEqual({ state: 'agrees' })
      expect(results.lines.reduce((sum, { total }) => sum + total.net, 0n)).toBe(change)
      expect(results.total.rows).toBe(lines.length)
      for (const line of results.lines) {
        expect(net(line)).toBe(line.total.net)
        expect(line.parts.reduce((sum, { total }) => sum + total.net, 0n)).toBe(line.total.net)
      }
    }),
  )
})

test('where rows are missing, the results never agree with the balances', () => {
  fc.assert(
    fc.property(rows, fc.nat(), (lines, at) => {
      fc.pre(lines.length > 2)
      const dropped = 1 + (at % (lines.length - 2))
      const totals = totalsOf(lines.toSpliced(dropped, 1))
      const check = checkResults(totals, asset)
      const breaks = totals.accounts.reduce((sum, account) => sum + account.breaks, 0)
      if (breaks === 0) return
      expect(check).toMatchObject({ state: 'differs', breaks })
    }),
  )
})

test('a ledger with a row that cannot be read is not called checked, as is none whose balances are not known', () => {
  const lines = csvRowsOf([{ time: start, entry: start, quantity: 5n, type: 'TRANSFER_TYPE_WIN', kind: 'in' }])
  expect(checkResults(totalsOf([...lines, lines[0]!.replace(',5,5,', ',5,x,')]), asset)).toMatchObject({
    state: 'unknown',
  })
  expect(checkResults(totalsOf([lines[0]!.replace(/\d+\n$/, 'x\n')]), asset)).toMatchObject({ state: 'unknown' })
})

const microsOf = (month: string, by: number): number =>
  Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 + by) * 1000

test('an amount leads to the entries that it is made of', () => {
  fc.assert(
    fc.property(rows, (lines) => {
      const store = new RowStore()
      for (const line of lines) store.add(line.slice(0, -1))
      for (const { key: month, parts } of resultsOf(totalsOf(lines), asset, 'month').lines) {
        for (const { key: market, flows } of parts) {
          for (const [kind, flow] of flows) {
            const [from, to] = [microsOf(month, 0), microsOf(month, 1)]
            const found = new Selection(store, { asset, kind, market, start: from, end: to })
            const { cells } = sumsOf(store, found)
            expect(found.count).toBe(flow.rows)
            expect(cells.reduce((sum, cell) => sum + BigInt(cell.in) - BigInt(cell.out), 0n)).toBe(flow.net)
          }
        }
      }
    }),
  )
})

test('months are in their order, markets by their amounts, and what has none comes last', () => {
  const at = (month: number, kind: Movement['kind'], quantity: bigint): Movement => ({
    time: Date.UTC(2024, month) * 1000,
    entry: 0,
    quantity,
    type: 'TRANSFER_TYPE_WIN',
    kind,
  })
  const totals = totalsOf(csvRowsOf([at(0, 'in', 100n), at(2, 'out', 7n), at(3, 'in', 1n)]))
  const keys = (by: ResultView) => resultsOf(totals, asset, by).lines.map(({ key }) => key)
  expect(keys('month')).toEqual(['2024-01', '2024-03', '2024-04'])
  expect(keys('quarter')).toEqual(['2024-Q1', '2024-Q2'])
  expect(keys('market')).toEqual(['a1'.repeat(32), ''])
})

const corpus = process.env['LYRA_TEST_CORPUS']

/** Sums of a statement of one party, by UTC day, market and asset, as a database adds them up. */
const marksSql = (partyId: string): string => `
  with own as (select *, account_from_party_id = '${partyId}' as sends, account_to_party_id = '${partyId}' as receives from entries),
  of as (select account_from_market_id as market from entries union select account_to_market_id from entries)
  select substr(vega_time, 1, 10) || ' ' || market || ' ' || asset_id as cell, decimal_sum(case
    when effect <> '0' then effect
    when sends and account_from_market_id = market and receives and account_to_market_id = market then '0'
    when receives and account_to_market_id = market then quantity
    when sends and account_from_market_id = market then '-' || quantity
    else '0' end), count(*)
  from own join of on market <> '' and market in (account_from_market_id, account_to_market_id) group by cell`

const dayMicros = 86_400_000_000

/** The same of the marks that a chart of one-day candles has. */
function marksOf(rows: readonly string[], partyId: string): string[] {
  const store = new RowStore()
  for (const row of rows) store.add(row)
  const cells = rows.map((row) => fieldsOf(row))
  const days = [...new Set(cells.map(([time = '']) => Date.parse(time.slice(0, 10)) * 1000))].toSorted((a, b) => a - b)
  const [starts, from, end] = [Float64Array.from(days), days[0] ?? 0, (days.at(-1) ?? 0) + dayMicros]
  const lines = new Set(cells.flatMap((of) => [of[5], of[9]].map((market) => `${market} ${of[4]}`)))
  return [...lines].flatMap((line) => {
    const [market = '', asset = ''] = line.split(' ')
    const { marks } = market === '' ? { marks: [] } : barSumsOf(store, partyId, { market, asset, starts, from, end })
    return days.flatMap((micros, day) => {
      const own = marks.filter(({ bar }) => bar === day)
      const sum = own.reduce((all, mark) => all + BigInt(mark.sum), 0n)
      const entries = own.reduce((all, mark) => all + mark.entries, 0)
      return entries === 0 ? [] : [`${new Date(micros / 1000).toISOString().slice(0, 10)} ${line}|${sum}|${entries}`]
    })
  })
}

test.runIf(corpus !== undefined)(
  'results and marks of recorded exports of eight parties of a real node are what sqlite adds up from their bytes',
  () => {
    const recorded = readFileSync(join(corpus ?? '', 'public.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
    const folder = mkdtempSync(join(tmpdir(), 'lyra-results-'))
    const seen = { rows: 0, agrees: 0, differs: 0, parties: new Set(), marks: 0 }
    const sqlite = (sql: string): string[] => {
      const load = `.import --csv ${join(folder, 'export.csv')} entries`
      const out = execFileSync('sqlite3', ['-separator', '|', ':memory:', '-cmd', load, sql])
      return out.toString().trim().split('\n').filter(Boolean)
    }
    for (const line of recorded) {
      const found = /"path":"\/api\/v2\/ledgerentry\/export\?partyId=([0-9a-f]{64})[^"]*"/.exec(line)
      if (!found) continue
      const { response } = JSON.parse(line) as { response: { status: number; body: string } }
      const { body, status } = response
      if (status !== 200 || body.includes('{"error"') || body.split('\n').length < 3) continue
      const inspector = new RowInspector(found[1] ?? '')
      inspector.push(new TextEncoder().encode(body))
      const totals = inspector.totals()
      writeFileSync(join(folder, 'export.csv'), body)
      const sql = `select substr(vega_time, 1, 7) || ' ' || asset_id || ' ' ||
      coalesce(nullif(account_from_market_id, ''), account_to_market_id) as cell, decimal_sum(effect), count(*)
      from entries group by cell order by cell`
      const expected = sqlite(sql)
      const assets = [...byAsset(totals).keys()]
      const lines = assets.flatMap((one) =>
        resultsOf(totals, one, 'month').lines.flatMap(({ key, parts }) =>
          parts.map((part) => `${key} ${one} ${part.key}|${part.total.net}|${part.total.rows}`),
        ),
      )
      expect(lines.toSorted()).toEqual(expected.toSorted())
      for (const one of assets) {
        const { state } = checkResults(totals, one)
        expect(state).not.toBe('unknown')
        if (state !== 'unknown') seen[state]++
      }
      seen.rows += totals.rows
      seen.parties.add(found[1])
      const marks = marksOf(body.trimEnd().split('\n').slice(1), found[1] ?? '')
      expect(marks.toSorted()).toEqual(sqlite(marksSql(found[1] ?? '')).toSorted())
      seen.marks += marks.length
    }
    rmSync(folder, { recursive: true })
    expect(seen.rows).toBeGreaterThan(3000)
    expect(seen.agrees).toBeGreaterThan(2)
    expect(seen.parties.size).toBe(8)
    expect(seen.marks).toBeGreaterThan(20)
  },
)
