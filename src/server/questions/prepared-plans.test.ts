import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listCandles } from '../../wire/candles.ts'
import { listLiquidityProviders } from '../../wire/liquidity-providers.ts'
import { listMarginModes } from '../../wire/margin-modes.ts'
import type { AnyOperation } from '../../wire/protocol/operation.ts'
import { listRefereeHistory } from '../../wire/referee-history.ts'
import type { WritableDb } from '../database/db.ts'
import { ask, query } from '../../../tests/server/support/ask.ts'
import { databases } from '../../../tests/server/support/databases.ts'
import { market, party } from '../../../tests/server/support/ids.ts'
import { type Reads, genericReads, readsOf, recorded } from '../../../tests/server/support/plans.ts'
import { makeSample } from '../../../tests/server/support/sample.ts'
import { candles } from './candles/candles.ts'
import type { Handler } from './handler.ts'
import { liquidityProviders } from './liquidity-providers/liquidity-providers.ts'
import { marginModes } from './margin-modes.ts'
import { refereeHistory } from './referee-history.ts'

/** Parties in one market with most margin modes, and in as many others with few: a plan for any value fits neither. */
const skewed = `
  insert into party_margin_modes (market_id, party_id, at_epoch, margin_mode)
    select decode(md5(case when n % 10 < 9 then 'large' else (n % 500)::text end) || repeat('0', 32), 'hex'),
      decode(md5('p' || n) || repeat('0', 32), 'hex'), 1, 1
    from generate_series(1, 20000) n;
  insert into team_members (team_id, party_id, joined_at_epoch, joined_at, vega_time)
    select decode(md5('t' || n % 50) || repeat('0', 32), 'hex'), decode(md5('p' || n % 4000) || repeat('0', 32), 'hex'),
      n, timestamptz '2024-01-01 00:00:00+00' + n * interval '1 second', timestamptz '2024-01-01 00:00:00+00'
    from generate_series(1, 20000) n;
  insert into trades_candle_1_minute
    select decode(md5('large') || repeat('0', 32), 'hex'),
      timestamptz '2024-01-01 00:00:00+00' + n * interval '1 minute', 1, 1, 1, 1, 1, 1, timestamptz '2024-01-01 00:00:00+00'
    from generate_series(1, 20000) n`

const hexOf = "select encode(decode(md5($1::text) || repeat('0', 32), 'hex'), 'hex')"

const rowsIn = (reads: Reads): number => [...reads.values()].reduce((all, { rows }) => all + rows, 0)

const hour = (count: number): string => `${Date.UTC(2024, 0, 1) + count * 3_600_000}000000`
const minutesOf = (marketId: string, range: object): string =>
  query({ candleId: `trades_candle_1_minute_${marketId}`, ...range })

describe.each(databases)('on $name', ({ open }) => {
  let db: WritableDb
  let large = ''
  let small = ''
  let someone = ''
  beforeAll(async () => {
    db = await open()
    await makeSample(db)
    await db.exec(skewed)
    await db.exec('vacuum (analyze) party_margin_modes')
    await db.exec('analyze')
    const idOf = async (word: string) => (await db.rows(hexOf, [word]))[0]?.[0] ?? ''
    ;[large, small, someone] = [await idOf('large'), await idOf('9'), await idOf('p9')]
  })
  afterAll(() => db.close())

  /** The largest statement of a question, by both plans. */
  async function bothPlans<Op extends AnyOperation>(op: Op, handler: Handler<Op>, text: string, path = {}) {
    const { db: watched, statements } = recorded(db)
    await ask(watched, op, handler, text, path)
    const compared: { custom: number; generic: number }[] = []
    for (const statement of statements) {
      compared.push({
        custom: rowsIn(await readsOf(db, statement)),
        generic: rowsIn(await genericReads(db, statement)),
      })
    }
    return compared
  }

  test.each([
    ['margin modes', () => bothPlans(listMarginModes, marginModes, query({ 'pagination.first': 50 }))],
    [
      'margin modes of a large market',
      () => bothPlans(listMarginModes, marginModes, query({ marketId: large, 'pagination.first': 50 })),
    ],
    [
      'margin modes of a small market',
      () => bothPlans(listMarginModes, marginModes, query({ marketId: small, 'pagination.first': 50 })),
    ],
    [
      'margin modes of a party',
      () => bothPlans(listMarginModes, marginModes, query({ partyId: someone, 'pagination.first': 50 })),
    ],
    [
      'margin modes of a party in a market',
      () => bothPlans(listMarginModes, marginModes, query({ partyId: someone, marketId: large })),
    ],
    ['a referee', () => bothPlans(listRefereeHistory, refereeHistory, '', { referee: someone })],
    [
      'providers of a market',
      () => bothPlans(listLiquidityProviders, liquidityProviders, query({ marketId: market.btc })),
    ],
    [
      'providers of a party',
      () => bothPlans(listLiquidityProviders, liquidityProviders, query({ partyId: party.anna })),
    ],
    [
      'newest candles',
      () =>
        bothPlans(
          listCandles,
          candles,
          query({ candleId: `trades_candle_1_minute_${large}`, 'pagination.first': 100 }),
        ),
    ],
    ...Object.entries({
      'candles between two bounds': { fromTimestamp: hour(100), toTimestamp: hour(124), 'pagination.first': 100 },
      'candles from a day on': { fromTimestamp: hour(100), 'pagination.first': 100 },
      'candles up to a day': { toTimestamp: hour(100), 'pagination.first': 100 },
      'candles of much before there are any': {
        fromTimestamp: hour(-9000),
        toTimestamp: hour(2),
        'pagination.first': 100,
      },
    }).map(([name, range]) => [name, () => bothPlans(listCandles, candles, minutesOf(large, range))] as const),
  ] as const)('a prepared statement reads no more than one planned for its values: %s', async (_, compare) => {
    const compared = await compare()
    expect(compared.length).toBeGreaterThan(0)
    for (const { custom, generic } of compared) expect(generic).toBeLessThanOrEqual(2 * custom + 100)
  })

  test('the open ends of the newest candles are no parameters, for which the page would be planned each time', async () => {
    const { db: watched, statements } = recorded(db)
    await ask(watched, listCandles, candles, minutesOf(large, { 'pagination.first': 100 }))
    const pages = statements.filter(({ sql }) => sql.includes(' limit '))
    // The market, and how many.
    expect(pages.map(({ params }) => params.length)).toEqual([2])
  })

  /** The statements of pages of one row, of 5,000 and of 70 sizes between. */
  async function statementsOfSizes<Op extends AnyOperation>(op: Op, handler: Handler<Op>, params: object, path = {}) {
    const { db: watched, statements } = recorded(db)
    for (const size of [1, 5000, ...Array.from({ length: 70 }, (_, n) => n + 2)])
      await ask(watched, op, handler, query({ ...params, 'pagination.first': size }), path)
    return new Set(statements.map(({ sql }) => sql)).size
  }

  test.each([
    ['margin modes', () => statementsOfSizes(listMarginModes, marginModes, {})],
    ['margin modes of a party', () => statementsOfSizes(listMarginModes, marginModes, { partyId: someone })],
    ['providers', () => statementsOfSizes(listLiquidityProviders, liquidityProviders, { marketId: market.btc })],
    ['a referee', () => statementsOfSizes(listRefereeHistory, refereeHistory, {}, { referee: someone })],
    [
      'candles between two bounds',
      () =>
        statementsOfSizes(listCandles, candles, {
          candleId: `trades_candle_1_minute_${large}`,
          fromTimestamp: hour(100),
          toTimestamp: hour(200),
        }),
    ],
  ] as const)('pages of 72 sizes share a few statements: %s', async (_, count) => {
    expect(await count()).toBeLessThanOrEqual(8)
  })
})
