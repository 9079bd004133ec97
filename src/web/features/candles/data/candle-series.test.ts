import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { type Candle, candleIdOf, listCandles } from '../../../../wire/candles.ts'
import type { Page } from '../../../../wire/protocol/page.ts'
import { NodeFailure, retry } from '../../../client/node-failure.ts'
import { retryDelay } from '../../../../client/refusal.ts'
import { type CandleSeries, createCandleSeries } from './candle-series.ts'
import { maxCandles, type CandleRange } from './candles-query.ts'
import type { CandleRequest } from './query.ts'

const minute = 60_000_000_000n
const first = 1_795_219_200_000_000_000n
const candleId = candleIdOf('1 minute', 'a1'.repeat(32))
const startOf = (index: number): string => String(first + BigInt(index) * minute)

/** A node with `count` one-minute candles; each response is validated against the wire schema. */
function fakeNode(count: number) {
  const asked: CandleRequest[] = []
  const node = {
    count,
    asked,
    failing: undefined as Error | undefined,
    held: undefined as Promise<void> | undefined,
    now: () => first + BigInt(node.count) * minute,
    ask: async (request: CandleRequest, signal: AbortSignal): Promise<Page<Candle>> => {
      asked.push(request)
      await node.held
      signal.throwIfAborted()
      if (node.failing) throw node.failing
      const [from, to] = [BigInt(request.fromTimestamp ?? '0'), BigInt(request.toTimestamp ?? '0')]
      const rows: Candle[] = []
      for (let index = 0; index < node.count; index++) {
        const start = first + BigInt(index) * minute
        if ((from !== 0n && start < from) || (to !== 0n && start >= to)) continue
        const price = String(1000 + (index % 7))
        rows.push({
          start: String(start),
          lastUpdate: String(start + (index === node.count - 1 ? BigInt(asked.length) : minute - 1n)),
          open: price,
          high: price,
          low: price,
          close: price,
          volume: '3',
          notional: '3000',
        })
      }
      if (request.pagination.newestFirst) rows.reverse()
      const page = rows.slice(0, request.pagination.first)
      return v.parse(listCandles.reply, {
        candles: {
          edges: page.map((node) => ({ node, cursor: node.start })),
          pageInfo: {
            hasNextPage: rows.length > page.length,
            hasPreviousPage: false,
            startCursor: page[0]?.start ?? '',
            endCursor: page.at(-1)?.start ?? '',
          },
        },
      }).candles
    },
  }
  return node
}

let stops: (() => void)[] = []
let queries = new QueryClient()
beforeEach(() => {
  queries = new QueryClient({ defaultOptions: { queries: { retry, retryDelay: (count) => retryDelay(count) } } })
})
afterEach(() => {
  for (const stop of stops) stop()
  stops = []
  queries.clear()
  vi.useRealTimers()
})

/** A series with a subscriber. */
function seriesOf({ ask, now }: Pick<ReturnType<typeof fakeNode>, 'ask' | 'now'>, id = candleId) {
  const series = createCandleSeries(queries, { node: 'https://node.example', candleId: id, ask, now })
  const stop = series.subscribe(() => undefined)
  stops.push(stop)
  return { ...series, stop }
}

const isSettled = (series: CandleSeries): boolean => {
  const { phase, error } = series.get()
  return phase === 'refused' || (phase === 'ready' && (error !== undefined || queries.isFetching() === 0))
}

async function open(series: CandleSeries, place?: CandleRange): Promise<void> {
  series.open(place)
  await expect.poll(() => isSettled(series)).toBe(true)
}

async function refresh(series: CandleSeries): Promise<void> {
  void queries.refetchQueries({ type: 'active' })
  await expect.poll(() => queries.isFetching() === 0 && isSettled(series)).toBe(true)
}

const ascendsByMinutes = (candles: readonly Candle[]): boolean =>
  candles.every(({ start }, index) => index === 0 || BigInt(start) - BigInt(candles[index - 1]!.start) === minute)

describe('a candle that the node cannot answer', () => {
  const overflow = (): NodeFailure =>
    new NodeFailure({
      kind: 'answer',
      status: 500,
      code: 13,
      message: 'Internal error',
      url: '/api/v2/candle',
      detail: {
        code: 60_001,
        message: 'failed to get candle data',
        inner: `querying candles: scany: scan row into struct fields: can't scan into dest[6]: cannot convert 0xc00138a2d8 to uint64`,
      },
    })
  /** The node refuses each page with one of these candles in it. */
  function brokenNode(count: number, broken: readonly number[]) {
    const node = fakeNode(count)
    const ask: typeof node.ask = async (request, signal) => {
      const page = await node.ask(request, signal)
      if (page.edges.some(({ node: { start } }) => broken.some((index) => startOf(index) === start))) throw overflow()
      return page
    }
    return { ...node, ask }
  }

  test('hides itself alone: the chart has all others and the state names it, in few requests', async () => {
    const node = brokenNode(400, [123])
    const series = seriesOf(node)
    await open(series)
    const { candles, unreadable, phase, error } = series.get()
    expect([phase, error]).toEqual(['ready', undefined])
    expect(candles.map(({ start }) => start)).toEqual(
      Array.from({ length: 400 }, (_, index) => startOf(index)).filter((start) => start !== startOf(123)),
    )
    expect(unreadable).toEqual([{ from: startOf(123), to: startOf(124) }])
    expect(node.asked.length).toBeLessThan(25)
  })

  test('is found on older pages and at the newest end too, once each', async () => {
    const node = brokenNode(1500, [5, 1499])
    const series = seriesOf(node)
    await open(series)
    expect(series.get().unreadable).toEqual([{ from: startOf(1499), to: startOf(1500) }])
    while (series.get().older.more) await series.loadOlder()
    await refresh(series)
    const { candles, unreadable } = series.get()
    expect(candles).toHaveLength(1498)
    expect(unreadable).toEqual([
      { from: startOf(5), to: startOf(6) },
      { from: startOf(1499), to: startOf(1500) },
    ])
  })

  test('where there are hundreds, requests end and what was not found is named as a range', async () => {
    const node = brokenNode(
      400,
      Array.from({ length: 200 }, (_, index) => index * 2),
    )
    const series = seriesOf(node)
    await open(series)
    const { unreadable = [], candles } = series.get()
    expect(node.asked.length).toBeLessThanOrEqual(61)
    for (const { start } of candles)
      expect(unreadable.some(({ from, to }) => BigInt(from) <= BigInt(start) && BigInt(start) < BigInt(to))).toBe(false)
    for (let index = 0; index < 400; index += 2)
      expect(unreadable.some(({ from, to }) => from <= startOf(index) && startOf(index) < to)).toBe(true)
  })

  test('another failure is still the failure of the page', async () => {
    const node = fakeNode(400)
    node.failing = new NodeFailure({ kind: 'answer', status: 404, message: 'Not found', url: '/api/v2/candle' })
    const series = seriesOf(node)
    await open(series)
    expect(series.get().phase).toBe('refused')
    expect(node.asked).toHaveLength(1)
  })
})

describe('the series of a candle id', () => {
  test('a retry repeats only what failed; when nothing failed, it refetches the newest bar', async () => {
    const node = fakeNode(3000)
    const failure = new NodeFailure({ kind: 'answer', status: 500, message: 'Internal error', url: '/api/v2/candle' })
    const series = seriesOf(node)
    void queries.refetchQueries({ type: 'active' })
    expect(node.asked).toHaveLength(0)

    node.failing = failure
    await open(series, { from: startOf(1500), to: startOf(2000), bars: 500 })
    expect(series.get().phase).toBe('refused')
    node.failing = undefined
    await refresh(series)
    expect(series.get().phase).toBe('ready')
    expect(series.get().candles.at(-1)!.start).toBe(startOf(1999))

    node.failing = failure
    await series.loadOlder()
    expect(series.get()).toMatchObject({ older: { error: failure } })
    node.failing = undefined
    await refresh(series)
    expect(series.get().older.error).toBeUndefined()
    node.failing = failure
    await series.loadNewer()
    expect(series.get()).toMatchObject({ newer: { error: failure } })
    node.failing = undefined
    await refresh(series)
    expect(series.get().newer.error).toBeUndefined()
    expect(ascendsByMinutes(series.get().candles)).toBe(true)

    await series.loadOlder()
    while (series.get().newer.more) await series.loadNewer()
    const [asked, { length }] = [node.asked.length, series.get().candles]
    await refresh(series)
    expect(node.asked.slice(asked)).toMatchObject([{ fromTimestamp: startOf(2999) }])
    expect(series.get().candles).toHaveLength(length)
  })

  test('another series and back asks for nothing again, wherever the view went meanwhile', async () => {
    const node = fakeNode(5000)
    const hours = seriesOf(node)
    await open(hours)
    await hours.loadOlder()
    hours.stop()
    const { candles } = hours.get()
    await open(seriesOf(node, candleIdOf('5 minutes', 'a1'.repeat(32))))
    const asked = node.asked.length
    const again = seriesOf(node)
    await open(again, { from: startOf(3600), to: startOf(4000) })
    expect(again.get().candles).toEqual(candles)
    await open(again)
    expect(node.asked).toHaveLength(asked)
    await open(again, { from: startOf(100), to: startOf(200) })
    expect(node.asked).toHaveLength(asked + 1)
    expect(again.get().candles.at(-1)!.start).toBe(startOf(199))
  })

  test('a live candle that arrives while an older page loads is not lost', async () => {
    const node = fakeNode(3000)
    const series = seriesOf(node)
    await open(series)
    const newest = series.get().candles.at(-1)!
    const changed = { ...newest, close: '1999', lastUpdate: String(BigInt(newest.lastUpdate) + 5n) }
    let release = (): void => undefined
    node.held = new Promise((resolve) => (release = resolve))
    const older = series.loadOlder()
    series.addLiveCandles([changed])
    release()
    await older
    expect(series.get().candles).toHaveLength(1600)
    expect(series.get().candles.at(-1)).toEqual(changed)
  })

  test('opens at the newest bars and goes back page by page to the start of data, always with size and order', async () => {
    const node = fakeNode(2700)
    const series = seriesOf(node)
    await open(series)
    expect(series.get()).toMatchObject({ phase: 'ready', older: { more: true }, newer: { more: false } })
    while (series.get().older.more) await series.loadOlder()
    const { candles } = series.get()
    expect(candles).toHaveLength(2700)
    expect(ascendsByMinutes(candles)).toBe(true)
    const before = node.asked.length
    await series.loadOlder()
    expect(node.asked).toHaveLength(before)
    for (const { pagination } of node.asked) expect(pagination).toMatchObject({ newestFirst: true })
    expect(node.asked.every(({ pagination }) => pagination.first > 0 && pagination.first <= 5000)).toBe(true)
  })

  test('asks one question at a time at each end', async () => {
    const node = fakeNode(3000)
    const series = seriesOf(node)
    await open(series)
    await Promise.all([series.loadOlder(), series.loadOlder(), series.loadOlder()])
    expect(node.asked).toHaveLength(2)
  })

  test('opens at a time in the past and continues forward to the live end', async () => {
    const node = fakeNode(9000)
    const series = seriesOf(node)
    await open(series, { from: startOf(500), to: startOf(7000), bars: 6500 })
    expect(series.get().candles[0]!.start <= startOf(500)).toBe(true)
    expect(series.get().candles.at(-1)!.start).toBe(startOf(6999))
    expect(series.get().newer.more).toBe(true)
    while (series.get().newer.more) await series.loadNewer()
    expect(series.get().candles.at(-1)!.start).toBe(startOf(8999))
    expect(ascendsByMinutes(series.get().candles)).toBe(true)
  })

  test('the tail asks only from the last start, updates that bar and adds the next ones', async () => {
    const node = fakeNode(600)
    const series = seriesOf(node)
    await open(series)
    const early = series.get().candles
    node.count = 602
    await series.loadNewer()
    expect(node.asked.at(-1)).toMatchObject({ fromTimestamp: startOf(599), pagination: { newestFirst: false } })
    expect(series.get().candles).toHaveLength(early.length + 2)
    expect(series.get().candles[5]).toBe(early[5])
    await series.loadNewer()
    const again = series.get().candles
    await series.loadNewer()
    expect(BigInt(series.get().candles.at(-1)!.lastUpdate)).toBeGreaterThan(BigInt(again.at(-1)!.lastUpdate))
  })

  test('what a tail brings is one change of the bars, so that the chart draws it in one frame', async () => {
    const node = fakeNode(600)
    const series = seriesOf(node)
    await open(series)
    const drawn = new Set([series.get().candles])
    series.subscribe(() => drawn.add(series.get().candles))
    const before = series.get().candles.length
    node.count = 640
    await series.loadNewer()
    expect([...drawn].map(({ length }) => length)).toEqual([before, before + 40])
  })

  test('a market without trades is empty, not refused, and the first trade appears', async () => {
    const node = fakeNode(0)
    const series = seriesOf(node)
    await open(series)
    expect(series.get()).toMatchObject({ phase: 'ready', candles: [] })
    node.count = 3
    await series.loadNewer()
    expect(series.get().candles).toHaveLength(3)
  })

  test('blocks are requested with both bounds, or the network loses some', async () => {
    const node = fakeNode(900)
    const series = seriesOf(node, candleIdOf('block', 'a1'.repeat(32)))
    await open(series)
    await series.loadOlder()
    await series.loadNewer()
    for (const { fromTimestamp, toTimestamp } of node.asked) {
      expect(BigInt(fromTimestamp ?? '0')).toBeGreaterThan(0n)
      expect(BigInt(toTimestamp ?? '0')).toBeGreaterThan(0n)
    }
    expect(series.get().candles).toHaveLength(900)
  })

  test('a refusal is an error, not an empty market; trying again recovers', async () => {
    const node = fakeNode(50)
    node.failing = new NodeFailure({ kind: 'answer', status: 500, message: 'Internal error', url: '/api/v2/candle' })
    const series = seriesOf(node)
    await open(series)
    expect(series.get()).toMatchObject({ phase: 'refused', error: node.failing })
    node.failing = undefined
    await refresh(series)
    expect(series.get()).toMatchObject({ phase: 'ready' })
    expect(series.get().error).toBeUndefined()
  })

  test('a failed older page keeps the rows and says so; the retry continues from there', async () => {
    const node = fakeNode(3000)
    const series = seriesOf(node)
    await open(series)
    const before = series.get().candles
    node.failing = new NodeFailure({ kind: 'answer', status: 500, message: 'Internal error', url: '/api/v2/candle' })
    await series.loadOlder()
    expect(series.get().candles).toBe(before)
    expect(series.get().older).toMatchObject({ more: true, loading: false, error: node.failing })
    node.failing = undefined
    await series.loadOlder()
    expect(series.get().older.error).toBeUndefined()
    expect(series.get().candles.length).toBeGreaterThan(before.length)
  })

  test('an unreachable node is retried after a delay', async () => {
    vi.useFakeTimers()
    const node = fakeNode(10)
    node.failing = new NodeFailure({ kind: 'unreachable', message: 'gone', url: '/api/v2/candle' })
    const series = seriesOf(node)
    series.open()
    await vi.advanceTimersByTimeAsync(1)
    node.failing = undefined
    await vi.advanceTimersByTimeAsync(8000)
    expect(series.get().candles).toHaveLength(10)
  })

  test('a series without subscribers aborts its request, and a late reply changes nothing', async () => {
    const node = fakeNode(100)
    let release = (): void => undefined
    node.held = new Promise((resolve) => (release = resolve))
    const series = seriesOf(node)
    series.open()
    await expect.poll(() => node.asked.length).toBe(1)
    series.stop()
    release()
    await expect.poll(() => queries.isFetching()).toBe(0)
    expect(series.get()).toMatchObject({ phase: 'waiting', candles: [] })
  })

  test('never holds more than the cap: the far end goes and can come back', async () => {
    const node = fakeNode(maxCandles + 2500)
    const series = seriesOf(node)
    const within = (): boolean => series.get().candles.length <= maxCandles && ascendsByMinutes(series.get().candles)
    await open(series, { from: startOf(0), bars: maxCandles })
    expect(series.get()).toMatchObject({ cut: true, older: { more: true }, newer: { more: false } })
    expect(series.get().candles).toHaveLength(maxCandles)
    while (series.get().older.more) {
      await series.loadOlder()
      expect(within()).toBe(true)
    }
    expect(series.get().candles[0]!.start).toBe(startOf(0))
    expect(series.get()).toMatchObject({ cut: true, newer: { more: true } })
    while (series.get().newer.more) {
      await series.loadNewer()
      expect(within()).toBe(true)
    }
    expect(series.get().candles.at(-1)!.start).toBe(startOf(node.count - 1))
    expect(series.get().older.more).toBe(true)
  })

  test('live candles fill the newest page, then begin another, and the oldest page goes at the cap', async () => {
    const node = fakeNode(maxCandles)
    const series = seriesOf(node)
    await open(series)
    for (let pages = 1; pages < 10; pages++) await series.loadOlder()
    const candle = series.get().candles.at(-1)!
    for (let index = maxCandles; index < maxCandles + 2500; index++) {
      series.addLiveCandles([{ ...candle, start: startOf(index), lastUpdate: startOf(index) }])
    }
    const { candles, older } = series.get()
    expect(candles.length).toBeLessThanOrEqual(maxCandles)
    expect(candles.at(-1)!.start).toBe(startOf(maxCandles + 2499))
    expect(ascendsByMinutes(candles)).toBe(true)
    expect(older.more).toBe(true)
  })

  test('candles of the live end are taken in any order and twice; elsewhere they are left out', async () => {
    const node = fakeNode(3000)
    const series = seriesOf(node)
    await open(series)
    const newest = series.get().candles.at(-1)!
    const changed = { ...newest, close: '1999', lastUpdate: String(BigInt(newest.lastUpdate) + 5n) }
    const next = { ...newest, start: startOf(3000), lastUpdate: startOf(3000) }
    series.addLiveCandles([next, changed, next, newest])
    expect(series.get().candles.slice(-2)).toEqual([changed, next])
    series.addLiveCandles([newest])
    expect(series.get().candles.at(-2)).toBe(changed)
    const drawn = series.get().candles
    series.addLiveCandles([{ ...changed }, { ...next }])
    expect(series.get().candles).toBe(drawn)
    series.reportTailError(new Error('no stream'))
    expect(series.get()).toMatchObject({ newer: { more: false, error: { message: 'no stream' } } })
    series.addLiveCandles([{ ...next, volume: '4', lastUpdate: startOf(3001) }])
    expect(series.get().newer.error).toBeUndefined()
    expect(series.get().candles).toHaveLength(601)

    await open(series, { to: startOf(100) })
    const held = series.get().candles
    series.addLiveCandles([next])
    expect(series.get().candles).toBe(held)
  })

  test('a range of more candles than a page carries is read in long pages', async () => {
    const node = fakeNode(9000)
    const series = seriesOf(node)
    await open(series, { from: startOf(0), bars: 9000 })
    expect(node.asked.map(({ pagination }) => pagination.first)).toEqual([5000, 5000])
    expect(series.get().candles).toHaveLength(9000)
  })

  test('a node that repeats its pages is not requested endlessly', async () => {
    const node = fakeNode(2000)
    const series = seriesOf(node)
    await open(series)
    const page = await node.ask(
      { candleId, pagination: { first: 500, newestFirst: true } },
      new AbortController().signal,
    )
    queries.clear()
    const circling = seriesOf({ ask: async () => page, now: node.now })
    await open(circling)
    await circling.loadOlder()
    expect(circling.get().older.more).toBe(false)
  })
})
