import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { candleIdOf, listCandles } from '../../../wire/candles.ts'
import { buildCandles } from '../../archive/import-segments.ts'
import type { Db, WritableDb } from '../../database/db.ts'
import { ask, query } from '../../../../tests/server/support/ask.ts'
import { databases } from '../../../../tests/server/support/databases.ts'
import { market, unknown } from '../../../../tests/server/support/ids.ts'
import { bytes, insert } from '../../../../tests/server/support/sample-rows.ts'
import { chunkTrades, refreshCandles } from '../../../../tests/server/support/node-tables.ts'
import { type Statement, genericReads, readsOf, recorded } from '../../../../tests/server/support/plans.ts'
import { StatementNames } from '../../database/statement-names.ts'
import { candles } from './candles.ts'

const day = 86_400_000
const iso = (milliseconds: number): string => new Date(milliseconds).toISOString()
const cursorAt = (milliseconds: number): string =>
  Buffer.from(`{"periodStart":"${iso(milliseconds)}"}`).toString('base64')
const nanoseconds = (milliseconds: number): string => `${String(milliseconds)}000000`

type Given = Parameters<typeof query>[0]
const page = async (db: Db, interval: string, of: string, given: Given): Promise<string> =>
  JSON.stringify((await ask(db, listCandles, candles, query({ candleId: candleIdOf(interval, of), ...given }))).raw)

const intervals = ['block', '1 minute', '5 minutes', '15 minutes', '30 minutes', '1 hour', '4 hours', '6 hours'].concat(
  ['8 hours', '12 hours', '1 day', '7 days'],
)

const expectAtMost = (most: number, count: number, of: string): void =>
  expect(count <= most ? '' : `${String(count)}, more than ${String(most)}: ${of}`).toBe('')

const tradeRow = (of: string, at: number, sequence: number) => ({
  synthetic_time: `${iso(at).slice(0, -1)}${String(sequence).padStart(3, '0')}+00`,
  vega_time: iso(at),
  seq_num: String(sequence),
  market_id: bytes(of),
  price: String(100 + ((at / 1000) % 97)),
  size: String(1 + (sequence % 5)),
})

const setBlock = (db: WritableDb, height: number, time: number): Promise<void> =>
  db.exec(
    `delete from last_block; insert into last_block (vega_time, height, hash) values ('${iso(time)}', ${String(height)}, '\\xab')`,
  )

// A node with 700 days of trades, one each 20 minutes in two markets, which ends on a Wednesday at noon.
const end = Date.UTC(2026, 10, 18, 12)
const first = Date.UTC(2026, 10, 18) - 699 * day
const limit = 50

describe.each(databases.filter(({ name }) => name === 'PostgreSQL'))('on $name', ({ open }) => {
  let db: WritableDb
  beforeAll(async () => {
    db = await open()
    await db.exec(`
      insert into trades (synthetic_time, vega_time, seq_num, market_id, price, size)
      select t + sequence * interval '1 microsecond', t, sequence, id, 100 + extract(hour from t)::int, sequence
      from generate_series('${iso(first)}'::timestamptz, '${iso(end)}', '20 minutes') t,
        (values (1, '${bytes(market.btc)}'::bytea), (2, '${bytes(market.aur)}')) m (sequence, id)
      union all
      select t + interval '3 microseconds', t, 3, '${bytes(market.doge)}', 100, 1
      from generate_series('${iso(first)}'::timestamptz, '${iso(end)}', '70 days 5 minutes') t`)
    await setBlock(db, 1000, end)
    await buildCandles(db, iso(first))
    await chunkTrades(db, { first, days: 700, materialised: end - 2 * 3_600_000, catalog: true })
  }, 300_000)
  afterAll(() => db.close())

  const asked: Readonly<Record<string, Given>> = {
    newest: {},
    oldest: { 'pagination.newestFirst': false },
    'deep by cursor': { 'pagination.after': cursorAt(first + 300 * day) },
    'from only': { fromTimestamp: nanoseconds(end - 90 * day) },
    'to only': { toTimestamp: nanoseconds(first + 90 * day) },
    'both bounds': { fromTimestamp: nanoseconds(first + 200 * day), toTimestamp: nanoseconds(first + 201 * day) },
    'both bounds, far apart': { fromTimestamp: '1', toTimestamp: nanoseconds(end + 900 * day) },
  }

  const candlesOfTrades = /(?:from|join) "?trades(?:_candle_\w+)?"? c\b/g
  const text = String.raw`'\d{4}-[^']+'::timestamptz`
  const bound = String.raw`c\.\w+ [<>]=? (?:${text}|\$\d+::timestamptz) and `
  // Both bounds are in the text, so that the planner can leave out chunks.
  const bounded = new RegExp(
    String.raw`from "?trades\w*"? c\s+where c\.market_id = \$\d+::bytea\s+and c\.\w+ >= ${text} and (?:${bound})*?c\.\w+ <=? ${text}`,
    'g',
  )
  const chunk = /^trades_chunk_/

  /** Nothing is asked of trades or of a view of candles without bounds. */
  const expectBounds = (sql: string): void =>
    expect([sql, sql.match(bounded)?.length]).toEqual([sql, sql.match(candlesOfTrades)?.length])

  /** A statement reads little more than a page. */
  async function expectCheap(statement: Statement): Promise<void> {
    const { sql } = statement
    expectBounds(sql)
    const reads = [...(await readsOf(db, statement))]
    // The plan for any values is the one that is kept.
    for (const plan of [reads, [...(await genericReads(db, statement))]]) {
      expectAtMost(4, plan.filter(([name]) => chunk.test(name)).length, sql)
    }
    // Of 50,000 for each market. Trades that are not materialised yet, up to half a week, are grouped for whoever asks.
    const rows = reads.reduce((sum, [, { rows }]) => sum + rows, 0)
    expectAtMost(20 * limit, rows, sql)
  }

  async function expectPages(interval: string): Promise<void> {
    const { db: node, statements } = recorded(db)
    const given = { 'pagination.first': limit }
    await page(node, interval, market.btc, given)
    // Where candles begin and end is not known yet.
    for (const { sql } of statements) expectBounds(sql)
    for (const [name, more] of Object.entries(asked)) {
      statements.length = 0
      const text = await page(node, interval, market.btc, { ...given, ...more })
      expect([name, text.includes('"edges":[{')]).toEqual([name, true])
      // At the same block the edges are known: the page without gaps, what an empty bucket carries, and the filled page. Sparse
      // candles between two bounds are looked for in windows that double.
      expectAtMost(name === 'newest' ? 3 : 6, statements.filter(({ sql }) => sql.includes('market_id')).length, name)
      for (const statement of statements) await expectCheap(statement)
    }
  }

  test.each(intervals)('candles of %s cost a page and no history', expectPages, 300_000)

  test('pages of the same days, of any market and minute, are one statement whose plan is kept', async () => {
    const { db: node, statements } = recorded(db)
    const textsOf = async (interval: string, of: string, at: number): Promise<string[]> => {
      await page(node, interval, of, {})
      statements.length = 0
      await page(node, interval, of, { 'pagination.first': limit, 'pagination.after': cursorAt(at) })
      return statements.map(({ sql }) => sql).filter((sql) => sql.includes('market_id'))
    }
    const names = new StatementNames()
    for (const interval of ['1 minute', '5 minutes', '1 hour']) {
      const noon = Date.UTC(2026, 10, 10, 12)
      const [one, other] = [
        await textsOf(interval, market.btc, noon),
        await textsOf(interval, market.aur, noon + 7 * hour),
      ]
      expect(other).toEqual(one)
      for (const sql of one) expect([sql, [1, 2, 3].map(() => names.nameOf(sql)).at(-1)]).not.toContain(undefined)
      expect(await textsOf(interval, market.btc, noon - 3 * day)).not.toEqual(one)
    }
  }, 300_000)

  test.each(['30 minutes', '1 hour', '1 day', '7 days'])(
    'a page of %s without gaps asks once, and reads no trades of days whose hours are materialised',
    async (interval) => {
      const { db: node, statements } = recorded(db)
      const old = nanoseconds(end - 500 * day)
      for (const more of [
        { fromTimestamp: old, toTimestamp: nanoseconds(end - 9 * day) },
        { fromTimestamp: old },
        {},
      ]) {
        const given = { 'pagination.first': limit, ...more }
        const before = await page(node, interval, market.btc, given)
        statements.length = 0
        expect(await page(node, interval, market.btc, given)).toBe(before)
        expect(statements.filter(({ sql }) => !sql.includes('continuous_aggregates')).length).toBe(1)
      }
      const reads = [...(await readsOf(db, statements.at(-1) ?? { sql: '', params: [] }))]
      // The week began on Monday; it is Wednesday.
      expectAtMost(1, reads.filter(([name]) => chunk.test(name)).length, interval)
    },
    300_000,
  )

  test('a page of blocks of a market that trades every ten weeks does not plan over the chunks of years', async () => {
    const { db: node, statements } = recorded(db)
    for (const more of [{}, { 'pagination.newestFirst': false }, { 'pagination.after': cursorAt(first + 300 * day) }]) {
      const text = await page(node, 'block', market.doge, { 'pagination.first': limit, ...more })
      expect(text.match(/"node"/g)?.length).toBe('pagination.after' in more ? 5 : 10)
    }
    for (const statement of statements.filter(({ sql }) => sql.includes('market_id'))) {
      expectBounds(statement.sql)
      const chunks = [...(await readsOf(db, statement)).keys()].filter((name) => chunk.test(name))
      // Two for each of at most ten days with a trade, and those of the first days that are searched.
      expectAtMost(24, chunks.length, statement.sql)
    }
  }, 300_000)

  test('so they do where no catalog says what is materialised', async () => {
    await db.exec('drop schema timescaledb_information cascade')
    for (const interval of ['block', '1 hour']) await expectPages(interval)
  }, 300_000)
})

// Trades of some weeks, with silences, and questions about them; hours count from `start`.
const start = Date.UTC(2024, 0, 1)
const hour = 3_600_000
const trades = fc.array(
  fc.record({
    of: fc.constantFrom(market.btc, market.aur),
    at: fc.tuple(fc.nat(50), fc.nat(200)).map(([days, steps]) => start + days * day + steps * 30_000),
  }),
  { minLength: 2, maxLength: 60 },
)
const questions = fc.array(
  fc
    .record({
      interval: fc.constantFrom('block', '1 minute', '1 hour', '1 day', '7 days'),
      of: fc.constantFrom(market.btc, market.aur, unknown),
      bounds: fc.tuple(fc.nat(1300), fc.nat(1300)).map((hours) => hours.sort((a, b) => a - b)),
      bounded: fc.tuple(fc.boolean(), fc.boolean()),
      cursor: fc.option(fc.nat(1300)),
      newestFirst: fc.boolean(),
      forward: fc.boolean(),
      limit: fc.constantFrom(1, 3, 40),
    })
    .map(({ interval, of, bounds, bounded, cursor, newestFirst, forward, limit }) => {
      const [from, to] = bounds.map((at, side) => (bounded[side] ? nanoseconds(start + at * hour) : undefined))
      const given: Given = {
        fromTimestamp: from,
        toTimestamp: to,
        [forward ? 'pagination.first' : 'pagination.last']: limit,
        [forward ? 'pagination.after' : 'pagination.before']:
          cursor === null ? undefined : cursorAt(start + cursor * hour),
        'pagination.newestFirst': newestFirst,
      }
      return { interval, of, given }
    }),
  { minLength: 8, maxLength: 8 },
)

test.each(databases.flatMap(({ name, open }) => [true, false].map((catalog) => ({ name, open, catalog }))))(
  'a node’s tables give the candles that Lyra’s own give, also when blocks are added ($name, catalog: $catalog)',
  async ({ open, catalog }) => {
    const [plain, chunked] = [await open(), await open()]
    await chunkTrades(chunked, { first: start, days: 61, materialised: start, catalog })
    await fc.assert(
      fc.asyncProperty(trades, questions, fc.nat(60), async (made, asked, days) => {
        await plain.exec(
          `truncate trades, ${intervals
            .slice(1)
            .map((name) => `trades_candle_${name.replaceAll(' ', '_')}`)
            .join(', ')}`,
        )
        await chunked.exec('truncate trades')
        const { db: node } = recorded(chunked)
        const rows = made.sort((a, b) => a.at - b.at).map(({ of, at }, index) => ({ at, row: tradeRow(of, at, index) }))
        const half = rows.length >> 1
        for (const [height, part] of [rows.slice(0, half), rows.slice(half)].entries()) {
          const last = part.at(-1)?.at ?? start
          for (const db of [plain, chunked]) {
            await insert(
              db,
              'trades',
              part.map(({ row }) => row),
            )
            await setBlock(db, height, last)
          }
          await buildCandles(plain, iso(start))
          // Nothing is added any more behind what is materialised.
          if (height === 0) await refreshCandles(chunked, Math.min(last, start + days * day))
          for (const { interval, of, given } of asked) {
            expect(await page(node, interval, of, given)).toBe(await page(plain, interval, of, given))
          }
        }
      }),
      { numRuns: 4 },
    )
    await plain.close()
    await chunked.close()
  },
  300_000,
)

test.each(databases)(
  'what a node forgets at its beginning is gone with the next block on $name',
  async ({ open }) => {
    const db = await open()
    await chunkTrades(db, { first: start, days: 10, materialised: start, catalog: true })
    const times = [1, 2, 8].map((days) => start + days * day)
    await insert(
      db,
      'trades',
      times.map((at, index) => tradeRow(market.btc, at, index)),
    )
    await refreshCandles(db, start + 5 * day)
    await setBlock(db, 1, start + 8 * day)
    const oldest = async (interval: string): Promise<string> =>
      page(db, interval, market.btc, { 'pagination.first': 1, 'pagination.newestFirst': false })
    for (const interval of ['block', '1 hour']) expect(await oldest(interval)).toContain(nanoseconds(start + day))
    await db.exec(`delete from trades where synthetic_time < '${iso(start + 2 * day)}'`)
    await refreshCandles(db, start + 5 * day)
    await setBlock(db, 2, start + 8 * day + 1000)
    for (const interval of ['block', '1 hour']) expect(await oldest(interval)).toContain(nanoseconds(start + 2 * day))
    await db.close()
  },
  300_000,
)
