import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { WritableDb } from '../src/server/database/db.ts'
import { importSegments } from '../src/server/archive/import-segments.ts'
import { openSegments } from '../src/server/archive/open-segments.ts'
import { showProgress } from '../src/server/archive/progress.ts'
import { createService } from '../src/server/http/service.ts'
import { ledgerBars, sumsIn } from '../src/web/features/candles/ledger/ledger-bars.ts'
import { byAsset } from '../src/web/ledger/rows/groups.ts'
import type { LedgerTotals } from '../src/web/ledger/rows/ledger-totals.ts'
import { checkResults, resultsOf } from '../src/web/ledger/rows/results.ts'
import { barSumsOf } from '../src/web/ledger/store/bar-sums.ts'
import { equityOf } from '../src/web/ledger/store/equity.ts'
import { Selection } from '../src/web/ledger/store/filter.ts'
import { RowStore } from '../src/web/ledger/store/row-store.ts'
import { sumsOf } from '../src/web/ledger/store/sums.ts'
import { RowInspector } from './web/ledger.ts'
import { noCore } from '../src/server/core/core.ts'
import { openMemory } from './server/support/memory-database.ts'

// What the dashboard adds up from an export, held against SQL over the tables of imported network-history segments.

/** Rows of both sides in one order, as text. */
const sorted = (rows: readonly (readonly (string | null)[])[]) => rows.map((row) => row.join(' ')).toSorted()

const corpus = process.env['LYRA_TEST_CORPUS'] ?? ''

const result = '(MTM_)?(WIN|LOSS)|SPOT'
const fees =
  '(MAKER|INFRASTRUCTURE)_FEE_(PAY|RECEIVE|DISTRIBUTE)|LIQUIDITY_FEE_PAY|FEE_REFERRER_REWARD_(PAY|DISTRIBUTE)'
const rewards = 'REWARD_PAYOUT|REWARDS_VESTED'
const funding = 'PERPETUALS_FUNDING_(WIN|LOSS)'
const liquidity =
  'LIQUIDITY_FEE_(ALLOCATE|DISTRIBUTE|NET_DISTRIBUTE|UNPAID_COLLECT)|SLA_\\w+|BOND_(LOW|HIGH|SLASHING)|AMM_(LOW|HIGH|RELEASE)'
const isType = (pattern: string): string => `type ~ '^TRANSFER_TYPE_(${pattern})$'`

/** Each entry of a party, what it changes of its holdings, and its kind; then each of its accounts that an entry moves. */
const tablesOf = (party: string): string => `
  drop table if exists entries, sides;
  create table entries as with raw as (
    select l.ledger_entry_time as at, l.vega_time, l.quantity, coalesce(l.type, '') as type,
      encode(f.asset_id, 'hex') as asset, coalesce(encode(f.market_id, 'hex'), '') as sent_market,
      coalesce(encode(t.market_id, 'hex'), '') as got_market,
      coalesce(f.party_id = '\\x${party}', false) as sends, coalesce(t.party_id = '\\x${party}', false) as receives,
      f.id as sent, t.id as got, l.account_from_balance as sent_balance, l.account_to_balance as got_balance
    from ledger l join accounts f on f.id = l.account_from_id join accounts t on t.id = l.account_to_id
    where f.party_id = '\\x${party}' or t.party_id = '\\x${party}'
  ) select *, quantity * (receives::int - sends::int) as effect,
    case when ${isType('MARGIN_CONFISCATED')} then 'liquidation' when ${isType(result)} then 'result'
      when ${isType('(ORDER_|ISOLATED_)?MARGIN_(LOW|HIGH)|HOLDING_(LOCK|RELEASE)|CLEAR_ACCOUNT')} then 'margin'
      when ${isType(funding)} then 'funding' when ${isType(fees)} then 'fees' when ${isType(rewards)} then 'rewards'
      else 'rest' end as mark,
    case when ${isType(`${result}|MARGIN_CONFISCATED`)} then 'result' when ${isType(funding)} then 'funding'
      when ${isType(fees)} then 'fees' when ${isType(rewards)} then 'rewards'
      when ${isType(liquidity)} then 'liquidity'
      when ${isType('TRANSFER_FUNDS_(SEND|DISTRIBUTE)|DEPOSIT|WITHDRAW')} then 'transfers' else 'other' end as kind
  from raw;
  create table sides as
    select asset, sent as account, vega_time, at, 0 as side, -quantity as change, sent_balance as balance from entries where sends
    union all select asset, got, vega_time, at, 1, quantity, got_balance from entries where receives`

const day = (time: string): string => `floor(extract(epoch from ${time}) / 86400)::bigint`

interface Read {
  party: string
  store: RowStore
  totals: LedgerTotals
}

describe.runIf(corpus !== '')('of imported segments', () => {
  let db: WritableDb
  let app: ReturnType<typeof createService>
  let parties: string[]

  beforeAll(async () => {
    db = await openMemory()
    const zips = readdirSync(corpus).filter((name) => name.endsWith('.zip'))
    const segments = await openSegments(zips.map((name) => join(corpus, name)))
    await importSegments(db, segments, showProgress({ write: () => undefined }), new AbortController().signal)
    for (const segment of segments) segment.close()
    app = createService({ db, core: noCore(db) })
    const ids = JSON.parse(readFileSync(join(corpus, 'ids.json'), 'utf8')) as { parties: string[] }
    const largest = await db.rows(`select encode(a.party_id, 'hex') from ledger l
      join accounts a on a.id in (l.account_from_id, l.account_to_id)
      where length(a.party_id) = 32 and length(a.market_id) = 32
      group by 1 order by max(l.quantity) desc, count(*) desc, 1 limit 5`)
    // Balances of the first do not follow from its entries; the sixth has every type, and one has one entry, so that all agrees.
    const named = [0, 5, 57].map((at) => ids.parties[at] ?? '')
    parties = [...new Set([...named, ...largest.map(([id]) => id ?? '')])].slice(0, 5)
  }, 300_000)

  /** Reads the exports of the parties, one after the other, with the tables of SQL beside each. */
  async function ofEach(check: (read: Read) => Promise<void>): Promise<void> {
    expect(parties).toHaveLength(5)
    for (const party of parties) {
      const csv = await (await app.request(`/api/v2/ledgerentry/export?partyId=${party}`)).text()
      const [store, inspector] = [new RowStore(), new RowInspector(party)]
      for (const line of csv.trimEnd().split('\n').slice(1)) store.add(line)
      inspector.push(new TextEncoder().encode(csv))
      await db.exec(tablesOf(party))
      await check({ party, store, totals: inspector.totals() })
    }
  }

  test('marks of five parties, bar by bar and in sum, are those of SQL and of the statement', async () => {
    let [marked, largest] = [0, 0n]
    await ofEach(async ({ party, store }) => {
      const length = 86_400_000_000n
      const expected =
        await db.rows(`select market, asset, ${day('vega_time')}::text, mark, count(*)::text, sum(case when sends and
          receives then quantity * ((got_market = market)::int - (sent_market = market)::int) else effect end)::text
        from entries, lateral (select sent_market as market union select got_market) of_market
        where market <> '' group by 1, 2, 3, 4`)
      const moved = await db.rows(`select market, asset,
          sum(quantity * ((got_market = market)::int - (sent_market = market)::int))::text
        from entries, lateral (select sent_market as market union select got_market) of_market
        where market <> '' and sends and receives group by 1, 2`)
      for (const key of new Set(expected.map(([market, asset]) => `${market} ${asset}`))) {
        const [market = '', asset = ''] = key.split(' ')
        const own = expected.filter(([of, one]) => of === market && one === asset).map((row) => row.slice(2))
        const days = own.map(([start]) => Number(start))
        const [first, last] = [Math.min(...days), Math.max(...days)]
        const starts = Array.from({ length: last - first + 1 }, (_, at) => BigInt(first + at) * length)
        const rows = starts.map((start) => ({ start: String(start * 1000n) }))
        const [from, end] = [Number(starts[0]), Number(starts.at(-1)! + length)]
        const sums = barSumsOf(store, party, { market, asset, starts: Float64Array.from(starts, Number), from, end })
        expect(sums.unread).toBe(0)
        const span = { from: BigInt(from) * 1000n, to: BigInt(end) * 1000n, knownTo: BigInt(end) * 1000n }
        const drawn = ledgerBars(rows, [{ ...span, first: 0, sums }])
        const found = [...drawn].flatMap(([start, { marks }]) =>
          [...marks].map(([group, { entries, sum }]) => [
            String(BigInt(start) / 1000n / length),
            group,
            String(entries),
            String(sum),
          ]),
        )
        expect(sorted(found)).toEqual(sorted(own))
        // A statement has moves between a party's own accounts as 0.
        const { cells } = sumsOf(store, new Selection(store, { market, asset, start: from, end }))
        const net = cells.reduce((sum, cell) => sum + BigInt(cell.in) - BigInt(cell.out), 0n)
        const [, , between = '0'] = moved.find(([of, one]) => of === market && one === asset) ?? []
        const shown = [...sumsIn(drawn, rows, { first: 0, last: rows.length - 1 }).values()]
        expect(shown.reduce((sum, mark) => sum + mark.sum, 0n)).toBe(net + BigInt(between ?? '0'))
        marked += found.length
        for (const [, , , sum = '0'] of found) if (BigInt(sum) > largest) largest = BigInt(sum)
      }
    })
    expect(marked).toBeGreaterThan(1000)
    // Entries of 10^30 have no market, and so no mark: results and equity have them.
    expect(largest).toBeGreaterThan(2n ** 64n)
  })

  test('results of five parties, by month, market and kind, are those of SQL, and their check finds the breaks', async () => {
    const seen = { agrees: 0, differs: 0, unknown: 0 }
    let largest = 0n
    await ofEach(async ({ totals }) => {
      const expected = await db.rows(`select to_char(vega_time at time zone 'UTC', 'YYYY-MM'), asset,
          coalesce(nullif(sent_market, ''), got_market), kind, sum(effect)::text, count(*)::text
        from entries group by 1, 2, 3, 4`)
      const assets = [...byAsset(totals).keys()]
      const found = assets.flatMap((asset) =>
        resultsOf(totals, asset, 'month').lines.flatMap(({ key, parts }) =>
          parts.flatMap((part) =>
            [...part.flows].map(([kind, { net, rows }]) => [key, asset, part.key, kind, `${net}`, `${rows}`]),
          ),
        ),
      )
      expect(sorted(found)).toEqual(sorted(expected))
      for (const [, , , , net = '0'] of found) if (BigInt(net) > largest) largest = BigInt(net)
      const breaks = await db.rows(`with followed as (
          select *, lag(balance) over (partition by account order by at, side) as before from sides
        ) select asset, count(*)::text from followed where before + change <> balance group by 1`)
      const broken = new Map(breaks.map(([asset, count]) => [asset, Number(count)]))
      for (const asset of assets) {
        const check = checkResults(totals, asset)
        seen[check.state]++
        expect(check.state === 'differs' ? check.breaks : 0).toBe(broken.get(asset) ?? 0)
      }
    })
    expect(largest).toBeGreaterThanOrEqual(10n ** 30n)
    expect(seen.unknown).toBe(0)
    expect(Math.min(seen.agrees, seen.differs)).toBeGreaterThan(0)
  })

  test('equity of five parties, day by day with its deepest drawdown, is that of SQL', async () => {
    let points = 0
    await ofEach(async ({ party, store }) => {
      const [[first = '', last = ''] = []] = (await db.rows(
        `select ${day('min(vega_time)')}::text, ${day('max(vega_time)')}::text from entries`,
      )) as string[][]
      const [start, steps] = [Number(first) * 86_400e6, Number(last) - Number(first) + 1]
      const equities = equityOf(store, party, { start, end: start + steps * 86_400e6, steps })
      const expected = await db.rows(`with steps as (
          select *, balance - lag(balance) over w as step, row_number() over w as number
          from sides window w as (partition by account order by at, side)
        ), openings as (
          select asset, sum(balance - change) as opening from steps where number = 1 group by 1
        ), held as (
          select asset, ${day('vega_time')} as day,
            sum(sum(coalesce(step, change))) over (partition by asset order by ${day('vega_time')}) as equity
          from steps group by 1, 2
        ) select asset, opening::text, (day - ${first})::text, (opening + equity)::text
        from held join openings using (asset)`)
      const found = equities.flatMap(({ asset, opening, points: days }) =>
        days.map(({ step, equity }) => [asset, opening, `${step}`, equity]),
      )
      expect(sorted(found)).toEqual(sorted(expected))
      const falls = await db.rows(`with blocks as (
          select asset, vega_time, sum(sum(case when kind = 'transfers' then 0 else effect end))
            over (partition by asset order by vega_time) as made from entries group by 1, 2
        ), peaks as (
          select asset, greatest(0, max(made) over (partition by asset order by vega_time)) - made as fall from blocks
        ) select asset, max(fall)::text from peaks group by 1`)
      expect(sorted(equities.map(({ asset, deepest }) => [asset, deepest?.amount ?? '0']))).toEqual(sorted(falls))
      for (const { points: days, closing } of equities) expect(days.at(-1)?.equity).toBe(closing)
      points += found.length
    })
    expect(points).toBeGreaterThan(100)
  })
})
