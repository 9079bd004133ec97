import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Candle, candleIdOf, listCandleIntervals, listCandles } from '../../../wire/candles.ts'
import { findInterval, readIntervals } from './source.ts'
import type { WritableDb } from '../../database/db.ts'
import { ask, query, errorOf } from '../../../../tests/server/support/ask.ts'
import { databases } from '../../../../tests/server/support/databases.ts'
import { market, unknown } from '../../../../tests/server/support/ids.ts'
import { chunkTrades } from '../../../../tests/server/support/node-tables.ts'
import { readsOf, recorded } from '../../../../tests/server/support/plans.ts'
import { makeSample } from '../../../../tests/server/support/sample.ts'
import { candleIntervals, candles } from './candles.ts'

const at = (iso: string): string => `${String(Date.parse(`2024-03-${iso}Z`))}000000`
const gap = (start: string, lastUpdate: string): Candle => ({
  start,
  lastUpdate,
  high: '',
  low: '',
  open: '',
  close: '',
  volume: '0',
  notional: '0',
})

const sampleChunks = { first: Date.UTC(2024, 1, 26), days: 14, materialised: Date.UTC(2024, 2, 4, 11, 59) }

/** Each kind of database twice: with Lyra's own tables, and with trades and candles as a node keeps them. */
const kept = databases.flatMap(({ name, open }) => [
  { name, open },
  { name: `${name} with a node’s tables`, open, chunks: { ...sampleChunks, catalog: true } },
  { name: `${name} with a node’s tables and no catalog`, open, chunks: { ...sampleChunks, catalog: false } },
])

describe.each(kept)('on $name', ({ open, chunks }) => {
  let db: WritableDb
  beforeAll(async () => {
    db = await open()
    await makeSample(db)
    if (chunks) await chunkTrades(db, chunks)
  })
  afterAll(() => db.close())
  const btc = (interval: string): string => candleIdOf(interval, market.btc)
  const list = async (candleId: string, given: Parameters<typeof query>[0] = {}) =>
    (await ask(db, listCandles, candles, query({ candleId, ...given }))).reply.candles
  const nodes = async (candleId: string, given: Parameters<typeof query>[0] = {}) =>
    (await list(candleId, given)).edges.map(({ node }) => node)
  const starts = async (candleId: string, given: Parameters<typeof query>[0] = {}) =>
    (await nodes(candleId, given)).map(({ start }) => start)
  const ascending = { 'pagination.newestFirst': false }

  const first: Candle = {
    start: at('04T10:00:00'),
    lastUpdate: '1709546450000003000',
    high: '104',
    low: '98',
    open: '100',
    close: '98',
    volume: '13',
    notional: '1326',
  }

  test('without bounds the series is filled from the first candle to the last, newest first', async () => {
    const all = await nodes(btc('1 minute'))
    expect(all).toHaveLength(121)
    expect(all[0]).toMatchObject({ start: at('04T12:00:00'), open: '111', volume: '4' })
    expect(all[1]).toMatchObject({ start: at('04T11:59:00'), lastUpdate: '1709553599999999000', close: '110' })
    expect(all[2]).toEqual(gap(at('04T11:58:00'), at('04T10:05:00')))
    expect(all.at(-1)).toEqual(first)
    expect(all.at(-2)).toEqual(gap(at('04T10:01:00'), first.lastUpdate))
  })

  test('a page in the middle carries the last update of a candle before it', async () => {
    const page = await list(btc('1 minute'), { 'pagination.first': 3, toTimestamp: at('04T11:00:00') })
    expect(page.edges.map(({ node }) => node)).toEqual(
      ['59', '58', '57'].map((minute) => gap(at(`04T10:${minute}:00`), at('04T10:05:00'))),
    )
    expect(page.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
  })

  test('a gap without a candle before it in the range is as old as itself', async () => {
    const given = { fromTimestamp: at('04T10:02:00'), 'pagination.first': 2, ...ascending }
    expect(await nodes(btc('1 minute'), given)).toEqual([
      gap(at('04T10:02:00'), at('04T10:02:00')),
      gap(at('04T10:03:00'), at('04T10:03:00')),
    ])
  })

  test('a walk over the filled series shows every bucket once, both ways', async () => {
    const all = await starts(btc('1 minute'))
    for (const forward of [true, false]) {
      const seen: string[] = []
      let cursor: string | undefined
      for (;;) {
        const { edges, pageInfo } = await list(btc('1 minute'), {
          [forward ? 'pagination.first' : 'pagination.last']: 17,
          [forward ? 'pagination.after' : 'pagination.before']: cursor,
        })
        const page = edges.map(({ node }) => node.start)
        if (forward) seen.push(...page)
        else seen.unshift(...page)
        if (!(forward ? pageInfo.hasNextPage : pageInfo.hasPreviousPage)) break
        cursor = forward ? pageInfo.endCursor : pageInfo.startCursor
      }
      expect(seen).toEqual(all)
    }
  })

  test('an unaligned from does not invent an empty bucket that hides trades', async () => {
    const given = { fromTimestamp: at('04T10:04:59.5'), 'pagination.first': 1, ...ascending }
    expect(await nodes(btc('1 minute'), given)).toMatchObject([{ start: at('04T10:05:00'), volume: '2' }])
  })

  test('with only an end the series continues past the last trade, up to the end', async () => {
    expect((await starts(btc('1 hour'), { toTimestamp: at('04T15:00:00') }))[0]).toBe(at('04T14:00:00'))
    expect(await starts(btc('1 hour'), { toTimestamp: at('04T10:00:00') })).toEqual([])
  })

  test('from long before the first trade costs a page, not a history', async () => {
    const { db: counted, statements } = recorded(db)
    const given = query({
      candleId: btc('1 minute'),
      fromTimestamp: '-9000000000000000000',
      'pagination.last': 5,
    })
    const page = (await ask(counted, listCandles, candles, given)).reply.candles
    expect(page.edges).toHaveLength(5)
    expect(page.pageInfo.hasPreviousPage).toBe(true)
    // Three centuries have 150 million minutes.
    for (const statement of statements) {
      for (const [what, { rows }] of await readsOf(db, statement)) expect([what, rows < 5000]).toEqual([what, true])
    }
  })

  test('with both bounds only buckets with trades, cut to microseconds', async () => {
    const both = { fromTimestamp: at('04T10:00:00'), toTimestamp: at('04T12:00:00'), ...ascending }
    const hours = ['04T10:00:00', '04T10:05:00', '04T11:59:00'].map(at)
    expect(await starts(btc('1 minute'), both)).toEqual(hours)
    expect(await starts(btc('1 minute'), { ...both, toTimestamp: both.fromTimestamp })).toEqual([])
    const tiny = { ...both, toTimestamp: `${both.fromTimestamp.slice(0, -1)}1` }
    expect(await starts(btc('1 minute'), tiny)).toEqual([])
  })

  test('the block interval loses no block for any bounds', async () => {
    const blocks = ['04T10:00:20', '04T10:00:50', '04T10:05:00'].map(at)
    const all = [...blocks, '1709553599999999000']
    expect(await starts(btc('block'), ascending)).toEqual(all)
    expect(await starts(btc('block'))).toEqual([...all].reverse())
    expect(await starts(btc('block'), { fromTimestamp: blocks[1], ...ascending })).toEqual(all.slice(1))
    expect(await starts(btc('block'), { toTimestamp: blocks[1], ...ascending })).toEqual(all.slice(0, 1))
    const page = await list(btc('block'), { 'pagination.first': 2 })
    const next = await list(btc('block'), { 'pagination.first': 2, 'pagination.after': page.pageInfo.endCursor })
    expect([...page.edges, ...next.edges].map(({ node }) => node.start)).toEqual([...all].reverse())
    expect(page.edges[0]?.node).toMatchObject({ open: '110', close: '111', volume: '7', notional: '774' })
  })

  test.runIf(chunks === undefined)(
    'Lyra’s own tables are list once for a page without gaps, and for the edges where a gap is to be filled',
    async () => {
      const { db: own, statements } = recorded(db)
      const count = async (interval: string, given: Parameters<typeof query>[0] = {}) => {
        statements.length = 0
        await ask(own, listCandles, candles, query({ candleId: btc(interval), ...given }))
        return statements.length
      }
      const both = { fromTimestamp: at('04T10:00:00'), toTimestamp: at('04T12:00:00') }
      await count('1 minute')
      expect(await count('1 minute')).toBe(3)
      expect(await count('1 minute', { fromTimestamp: both.fromTimestamp, ...ascending })).toBe(3)
      expect(await count('1 hour')).toBe(1)
      expect(await count('1 hour', { 'pagination.first': 1, toTimestamp: both.toTimestamp })).toBe(1)
      expect(await count('1 hour', { fromTimestamp: both.fromTimestamp, ...ascending })).toBe(1)
      expect(await count('1 minute', both)).toBe(1)
      expect(await count('block')).toBe(2)
      expect(await count('block', both)).toBe(2)
    },
  )

  test('weeks start on Mondays', async () => {
    expect(await starts(btc('7 days'))).toEqual([at('04T00:00:00')])
  })

  test('a notional above 2^64-1 does not fail the page', async () => {
    const [candle] = await nodes(candleIdOf('1 day', market.sen))
    expect(candle).toMatchObject({
      volume: '9007199254740993',
      notional: (9_007_199_254_740_993n * 4_503_599_627_370_496n).toString(),
    })
  })

  test('a market without trades is empty, and ids may be upper case', async () => {
    for (const id of [market.ice, unknown]) {
      for (const interval of ['1 hour', 'block']) expect(await nodes(candleIdOf(interval, id))).toEqual([])
    }
    expect(await nodes(candleIdOf('1 hour', market.btc.toUpperCase()))).toHaveLength(3)
  })

  test('the same instant in another zone is the same cursor', async () => {
    const cursor = (time: string) => Buffer.from(`{"periodStart":"${time}"}`).toString('base64')
    const after = (time: string) => starts(btc('1 minute'), { 'pagination.after': cursor(time), 'pagination.first': 9 })
    expect(await after('2024-03-04T11:05:00+01:00')).toEqual(await after('2024-03-04T10:05:00Z'))
    expect(await after('2024-03-04T11:05:00+01:00')).toHaveLength(5)
  })

  test('refusals, in the order of the network', async () => {
    const reversed = { fromTimestamp: '5', toTimestamp: '4' }
    expect(await errorOf(list('', { ...reversed, 'pagination.first': 0 }))).toEqual([
      3,
      10_000,
      'invalid candle timestamps range',
      '',
    ])
    expect((await errorOf(list('', { 'pagination.first': 0 })))[1]).toBe(10_028)
    expect(await errorOf(list(''))).toEqual([3, 10_030, 'candle id is a required parameter', ''])
  })

  test('a bad candle id or cursor does not read as a failure of the service', async () => {
    const message = 'failed to get candle data'
    const span = 'getting candle data for time span:'
    for (const [candleId, inner] of [
      ['foo', `${span} invalid candle id:foo`],
      ['foo_bar', `${span} parsing candle id, view name has unexpected format:foo_bar`],
      ['trades_candle_1_minute_xyz', `${span} not a valid market id: xyz`],
      [btc('2 minutes'), `no candle exists for candle id:${btc('2 minutes')}`],
      [btc('1 week'), `no candle exists for candle id:${btc('1 week')}`],
      [btc('1"; drop table trades; --'), `no candle exists for candle id:${btc('1"; drop table trades; --')}`],
    ] as const) {
      expect(await errorOf(list(candleId))).toEqual([3, 60_001, message, inner])
    }
    for (const inside of ['foo', '[]', '{"periodStart":"foo"}']) {
      const after = Buffer.from(inside).toString('base64')
      const refusal = await errorOf(list(btc('1 hour'), { 'pagination.after': after }))
      expect(refusal.slice(0, 3)).toEqual([3, 60_001, message])
    }
  })

  const intervals = async (marketId: string) =>
    (await ask(db, listCandleIntervals, candleIntervals, query({ marketId }))).reply.intervalToCandleId

  test('the intervals are those the database has, for any market', async () => {
    const names = (await intervals(unknown)).map(({ interval }) => interval)
    expect(names).toEqual([
      'block',
      '1 minute',
      '5 minutes',
      '15 minutes',
      '30 minutes',
      '1 hour',
      '4 hours',
      '6 hours',
      '8 hours',
      '12 hours',
      '1 day',
      '7 days',
    ])
    const upper = market.btc.toUpperCase()
    expect((await intervals(upper))[1]?.candleId).toBe(`trades_candle_1_minute_${upper}`)
    expect(await errorOf(intervals(''))).toEqual([3, 10_003, 'empty or missing market ID', ''])
    expect(await errorOf(intervals('abc'))).toEqual([3, 10_000, 'invalid market ID', ''])
  })

  test('an interval that an operator added is listed and answered', async () => {
    await list(btc('1 hour'))
    await db.exec(`create view trades_candle_2_hours as
      select market_id, date_bin('2 hours', period_start, '2000-01-03 00:00:00+00') as period_start, max(open) as open,
        max(close) as close, max(high) as high, min(low) as low, sum(volume) as volume, sum(notional) as notional,
        max(last_update_in_period) as last_update_in_period
      from trades_candle_1_hour group by 1, 2`)
    const turned = performance.now() + 200
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => turned)
    expect((await intervals(market.btc)).map(({ interval }) => interval)).toContain('2 hours')
    clock.mockRestore()
    expect(await starts(btc('2 hours'))).toEqual([at('04T12:00:00'), at('04T10:00:00')])
  })

  test('the catalogue is read once for many who ask for intervals, and a caller who leaves does not end the read', async () => {
    const { db: counted, statements } = recorded(db)
    const leaving = new AbortController()
    const left = readIntervals(counted, leaving.signal)
    const stayed = Promise.all(Array.from({ length: 20 }, async () => readIntervals(counted)))
    leaving.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    expect(new Set(await stayed).size).toBe(1)
    await findInterval(counted, 'trades_candle_1_hour')
    expect(statements).toHaveLength(1)
  })

  test('an interval that an operator has dropped or divided into chunks is noticed after five minutes', async () => {
    const { db: counted, statements } = recorded(db)
    await db.exec('create table trades_candle_9_hours (market_id bytea)')
    expect(await findInterval(counted, 'trades_candle_9_hours')).toBeDefined()
    await db.exec('drop table trades_candle_9_hours')
    const turned = performance.now() + 5 * 60_000
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => turned)
    expect(await findInterval(counted, 'trades_candle_9_hours')).toBeUndefined()
    clock.mockRestore()
    expect(statements).toHaveLength(2)
  })

  test('a catalogue that could not be read is read again by the next caller', async () => {
    let failing = true
    const { db: counted, statements } = recorded({
      ...db,
      rows: (...read) => (failing ? Promise.reject(new Error('away')) : db.rows(...read)),
    })
    await expect(readIntervals(counted)).rejects.toThrow('away')
    failing = false
    expect((await readIntervals(counted)).length).toBeGreaterThan(10)
    expect(statements).toHaveLength(2)
  })
})
