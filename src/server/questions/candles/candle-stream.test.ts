import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { type Candle, CandleMessage, candleIdOf } from '../../../wire/candles.ts'
import { unavailable } from '../../fault.ts'
import { buildCandles } from '../../archive/import-segments.ts'
import type { Db, WritableDb } from '../../database/db.ts'
import { errorOf } from '../../../../tests/server/support/ask.ts'
import { databases } from '../../../../tests/server/support/databases.ts'
import { fakeDb } from '../../../../tests/server/support/fake-service.ts'
import { GrowingCandles } from '../../../../tests/server/support/growing-candles.ts'
import { market, unknown } from '../../../../tests/server/support/ids.ts'
import { bytes, insert } from '../../../../tests/server/support/sample-rows.ts'
import { makeSample } from '../../../../tests/server/support/sample.ts'
import { type CandleStreams, candleStreams, openStreams, type Follower } from './candle-stream.ts'

const every = 5
const { signal } = new AbortController()

const open: Follower[] = []
async function follow(streams: CandleStreams, candleId: string): Promise<Follower> {
  const follower = await streams.follow(candleId, signal)
  open.push(follower)
  return follower
}
afterEach(() => {
  for (const follower of open.splice(0)) follower.stop()
})

const candleOf = (text: string): Candle => {
  const message = v.parse(CandleMessage, JSON.parse(text))
  if (!('result' in message)) throw new Error(text)
  return message.result.candle
}
async function next(follower: Follower): Promise<Candle> {
  const step = await follower.next()
  if (step.done) throw new Error('the stream has ended')
  return candleOf(step.value)
}
/** All messages that were sent. */
async function drained(follower: Follower): Promise<Candle[]> {
  follower.end('ended')
  const candles: Candle[] = []
  for await (const text of follower) candles.push(candleOf(text))
  return candles
}
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no failure',
    (error: unknown) => error,
  )

describe.each(databases)('on $name', ({ open: openDatabase }) => {
  let db: WritableDb
  let sequence = 100
  let reads = 0
  beforeAll(async () => {
    db = await openDatabase()
    await makeSample(db)
  })
  afterAll(() => db.close())

  async function trade(marketId: string, time: string, price: string, block = time, into = db): Promise<void> {
    sequence += 1
    const times = { synthetic_time: `${time}+00`, vega_time: `${block}+00` }
    await insert(into, 'trades', [
      { ...times, seq_num: String(sequence), market_id: bytes(marketId), price, size: '2' },
    ])
  }
  const build = (since: string) => buildCandles(db, `${since}+00`)
  const streams = () => {
    const rows: Db['rows'] = (...asked) => db.rows(...asked).finally(() => (reads += 1))
    return candleStreams(fakeDb([], { rows }), { intervalMs: every })
  }
  /** Until the database has been looked at from now on: a look under way does not count. */
  async function looked(): Promise<void> {
    const before = reads
    await vi.waitFor(() => expect(reads).toBeGreaterThan(before + 1), { interval: 2 })
  }

  test('the latest candle at once, then what changes: the finished one before the new one', async () => {
    const follower = await follow(streams(), candleIdOf('1 minute', market.btc))
    expect(await next(follower)).toMatchObject({ close: '111', volume: '4' })
    await trade(market.btc, '2024-03-04 12:00:30', '120')
    await build('2024-03-04 12:00:30')
    expect(await next(follower)).toMatchObject({ open: '111', high: '120', close: '120', volume: '6' })
    await db.transaction(async (all) => {
      await trade(market.btc, '2024-03-04 12:00:59.999999', '90', '2024-03-04 12:00:59', all)
      await trade(market.btc, '2024-03-04 12:02:00', '130', '2024-03-04 12:02:00', all)
      await buildCandles(all, '2024-03-04 12:00:59+00')
    })
    expect(await next(follower)).toMatchObject({ start: '1709553600000000000', low: '90', close: '90', volume: '8' })
    expect(await next(follower)).toMatchObject({ start: '1709553720000000000', open: '130', volume: '2' })
  })

  test('no block is lost between two looks', async () => {
    const slow = candleStreams(db, { intervalMs: 150 })
    const follower = await follow(slow, candleIdOf('block', market.btc))
    const latest = await next(follower)
    expect(latest).toMatchObject({ close: '130' })
    await trade(market.btc, '2024-03-04 12:03:00.000001', '131', '2024-03-04 12:03:00')
    await trade(market.btc, '2024-03-04 12:03:01.000001', '132', '2024-03-04 12:03:01')
    expect([(await next(follower)).close, (await next(follower)).close]).toEqual(['131', '132'])
  })

  test('a market without candles sends nothing until the first ones', async () => {
    const follower = await follow(streams(), candleIdOf('block', unknown))
    await looked()
    await trade(unknown, '2024-03-04 10:00:00', '1')
    await trade(unknown, '2024-03-04 10:00:01', '2')
    await looked()
    const closes = (await drained(follower)).map(({ close }) => close)
    expect(closes.at(-1)).toBe('2')
    expect(new Set(closes)).toEqual(new Set(['1', '2']))
  })

  test('every candle arrives in its last state and in order, whenever trades come', async () => {
    const step = fc.array(fc.record({ wait: fc.integer({ min: 0, max: 100_000 }), looks: fc.boolean() }), {
      maxLength: 12,
    })
    let clock = Date.parse('2024-03-06T00:00:00Z')
    await fc.assert(
      fc.asyncProperty(step, async (trades) => {
        const follower = await follow(streams(), candleIdOf('1 minute', market.aur))
        const since = clock
        for (const each of trades) {
          clock += each.wait + 1
          const time = new Date(clock).toISOString().slice(0, -1)
          await trade(market.aur, time, String(1 + (clock % 1000)))
          await build(time)
          if (each.looks) await looked()
        }
        await looked()
        const got = await drained(follower)
        follower.stop()
        expect(got).toEqual(got.toSorted((a, b) => Number(BigInt(a.lastUpdate) - BigInt(b.lastUpdate))))
        const rows = await db.rows(
          `select (extract(epoch from period_start) * 1000000000)::bigint::text, close::text, volume::text
           from trades_candle_1_minute where market_id = $1::bytea and last_update_in_period > $2::timestamptz
           order by period_start`,
          [bytes(market.aur), new Date(since).toISOString()],
        )
        const last = new Map(got.map((candle) => [candle.start, [candle.start, candle.close, candle.volume]]))
        for (const row of rows) expect(last.get(row[0] ?? '')).toEqual(row)
      }),
      { numRuns: 15 },
    )
  })

  test('an id that is none is the caller’s fault, in the network’s words', async () => {
    const refused = (candleId: string) => errorOf(streams().follow(candleId, signal))
    const words = 'failed to subscribe to candle data'
    const begin = 'subscribing to candles:candle exists:'
    expect(await refused('foo')).toEqual([3, 60_002, words, `${begin}invalid candle id:foo`])
    expect(await refused('')).toEqual([3, 60_002, words, `${begin}invalid candle id:`])
    expect(await refused('trades_candle_1_hour_xyz')).toEqual([3, 60_002, words, `${begin}not a valid market id: xyz`])
    const none = candleIdOf('2 minutes', market.btc)
    expect(await refused(none)).toEqual([
      3,
      60_002,
      words,
      `subscribing to candles:no candle exists for candle id:${none}`,
    ])
  })
})

describe('many readers', () => {
  test('one question however many listen; a later one gets the latest candle without a question', async () => {
    const candles = new GrowingCandles()
    candles.trade(0)
    const streams = candleStreams(candles.db, { intervalMs: 40 })
    const followers = await Promise.all(Array.from({ length: 50 }, () => follow(streams, candles.candleId)))
    for (const follower of followers) expect(await next(follower)).toEqual(candles.candle(0))
    expect(candles.reads).toBe(1)
    expect(await next(await follow(streams, candles.candleId))).toEqual(candles.candle(0))
    expect(candles.reads).toBe(1)
    candles.trade(0)
    for (const follower of followers) expect(await next(follower)).toEqual(candles.candle(0))
    expect(candles.reads).toBeLessThan(5)
  })

  test('polling stops with the last subscriber and resumes with the next', async () => {
    const candles = new GrowingCandles()
    candles.trade(0)
    const streams = candleStreams(candles.db, { intervalMs: every })
    const [first, second] = [await follow(streams, candles.candleId), await follow(streams, candles.candleId)]
    // Another feed with the same interval tells how much time has passed.
    const reference = new GrowingCandles()
    reference.trade(0)
    await follow(candleStreams(reference.db, { intervalMs: every }), reference.candleId)
    const readsOf = async (feed: GrowingCandles, count: number) => {
      const before = feed.reads
      await vi.waitUntil(() => feed.reads >= before + count, { interval: 2 })
    }
    first.stop()
    await readsOf(candles, 2)
    second.stop()
    const after = candles.reads
    await readsOf(reference, 4)
    expect(candles.reads).toBe(after)
    expect(await first.next()).toEqual({ value: undefined, done: true })
    candles.trade(1)
    expect(await next(await follow(streams, candles.candleId))).toEqual(candles.candle(1))
  })

  test('a subscriber that lags is dropped with the network’s message; the others miss nothing', async () => {
    const candles = new GrowingCandles()
    candles.trade(0)
    const streams = candleStreams(candles.db, { intervalMs: 1, bufferSize: 4 })
    const [slow, quick] = [await follow(streams, candles.candleId), await follow(streams, candles.candleId)]
    for (let count = 0; count < 8; count++) {
      expect(await next(quick)).toEqual(candles.candle(0))
      candles.trade(0)
    }
    await next(quick)
    expect(slow.dropped.aborted).toBe(true)
    expect(quick.dropped.aborted).toBe(false)
    expect(await errorOf(slow.next())).toEqual([13, 10_002, 'channel closed', ''])
    expect((await slow.next()).done).toBe(true)
  })

  test('one address cannot take the streams of all; one that leaves or fails makes room', async () => {
    const candles = new GrowingCandles()
    const streams = candleStreams(candles.db, { intervalMs: every })
    const followAs = async (address: string, candleId = candles.candleId): Promise<Follower> => {
      const follower = await streams.follow(candleId, signal, address)
      open.push(follower)
      return follower
    }
    for (let failed = 0; failed < 20; failed += 1) await expect(followAs('a', 'nonsense')).rejects.toThrow()
    const [first] = await Promise.all(Array.from({ length: 10 }, () => followAs('a')))
    await expect(followAs('a')).rejects.toThrow('client reached')
    await followAs('b')
    first?.stop()
    first?.stop()
    await followAs('a')
    await expect(followAs('a')).rejects.toThrow('client reached')
  })

  test('no more than so many at once; one that leaves makes room', async () => {
    const candles = new GrowingCandles()
    const streams = candleStreams(candles.db, { intervalMs: every, maxStreams: 2 })
    const others = openStreams()
    const first = await follow(streams, candles.candleId)
    await follow(streams, candles.candleId)
    expect(openStreams()).toBe(others + 2)
    expect(await failureOf(follow(streams, candles.candleId))).toMatchObject({
      code: 8,
      message: 'client reached max subscription allowed',
    })
    first.stop()
    first.stop()
    expect(openStreams()).toBe(others + 1)
    await follow(streams, candles.candleId)
    await expect(follow(streams, candles.candleId)).rejects.toThrow('client reached')
    // A refused id takes no place.
    open.pop()?.stop()
    await expect(follow(streams, 'foo')).rejects.toThrow('InvalidArgument')
    await follow(streams, candles.candleId)
  })

  test('a database that goes away ends all of them with its fault, and a new one may come', async () => {
    const candles = new GrowingCandles()
    candles.trade(0)
    const streams = candleStreams(candles.db, { intervalMs: every })
    const followers = [await follow(streams, candles.candleId), await follow(streams, candles.candleId)]
    for (const follower of followers) await next(follower)
    candles.failure = unavailable('The database is away.')
    for (const follower of followers) expect(await failureOf(follower.next())).toMatchObject({ code: 14 })
    candles.failure = undefined
    expect(await next(await follow(streams, candles.candleId))).toEqual(candles.candle(0))
  })

  test('the end of the service ends all of them and lets no new one in', async () => {
    const candles = new GrowingCandles()
    const stopping = new AbortController()
    const streams = candleStreams(candles.db, { intervalMs: every, stopping: stopping.signal })
    const follower = await follow(streams, candles.candleId)
    const step = follower.next()
    stopping.abort()
    expect((await step).done).toBe(true)
    expect(await failureOf(follow(streams, candles.candleId))).toMatchObject({ code: 14 })
  })
})
