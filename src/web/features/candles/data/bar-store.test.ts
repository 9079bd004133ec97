import { afterEach, describe, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { type Candle, candleIdOf, listCandles } from '../../../../wire/candles.ts'
import type { Page } from '../../../../wire/page.ts'
import { NodeFailure } from '../../../api/node-error.ts'
import { createHistory, type History } from './bar-store.ts'
import { mostBars } from './bar-store-state.ts'
import type { CandleRequest } from './query.ts'

const minute = 60_000_000_000n
const first = 1_795_219_200_000_000_000n
const candleId = candleIdOf('1 minute', 'a1'.repeat(32))
const startOf = (index: number): string => String(first + BigInt(index) * minute)

/** A node with `count` one-minute candles; every reply passes the wire's schema. */
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

const opened: History[] = []
function historyOf(node: ReturnType<typeof fakeNode>, id = candleId): History {
  const history = createHistory(id, node.ask, node.now)
  opened.push(history)
  return history
}
afterEach(() => {
  for (const history of opened.splice(0)) history.close()
  vi.useRealTimers()
})

const ascendsByMinutes = (candles: readonly Candle[]): boolean =>
  candles.every(({ start }, index) => index === 0 || BigInt(start) - BigInt(candles[index - 1]!.start) === minute)

describe('the history of a candle id', () => {
  test('asked again, it repeats what failed, and only that; when nothing failed, it confirms the newest bar', async () => {
    const node = fakeNode(3000)
    const failure = new NodeFailure({ kind: 'answer', status: 500, message: 'Internal error', url: '/api/v2/candle' })
    const history = historyOf(node)
    await history.again()
    expect(node.asked).toHaveLength(0)

    node.failing = failure
    await history.open({ since: BigInt(startOf(1500)), until: BigInt(startOf(2000)), bars: 500 })
    expect(history.get().phase).toBe('refused')
    node.failing = undefined
    await history.again()
    expect(history.get().phase).toBe('ready')
    expect(history.get().candles.at(-1)!.start).toBe(startOf(1999))

    node.failing = failure
    await Promise.all([history.loadOlder(), history.loadNewer()])
    expect(history.get()).toMatchObject({ older: { error: failure }, newer: { error: failure } })
    node.failing = undefined
    const held = history.get().candles.length
    await history.again()
    expect(history.get().older.error).toBeUndefined()
    expect(history.get().newer.error).toBeUndefined()
    expect(history.get().candles.length).toBeGreaterThan(held + 1000)
    expect(ascendsByMinutes(history.get().candles)).toBe(true)

    while (history.get().newer.more) await history.loadNewer()
    const asked = node.asked.length
    await history.again()
    expect(node.asked.slice(asked)).toMatchObject([{ fromTimestamp: startOf(2999) }])
  })

  test('opens at the newest bars and goes back page by page to the start of data, always with size and order', async () => {
    const node = fakeNode(2700)
    const history = historyOf(node)
    await history.open()
    expect(history.get()).toMatchObject({ phase: 'ready', older: { more: true }, newer: { more: false } })
    while (history.get().older.more) await history.loadOlder()
    const { candles } = history.get()
    expect(candles).toHaveLength(2700)
    expect(ascendsByMinutes(candles)).toBe(true)
    const before = node.asked.length
    await history.loadOlder()
    expect(node.asked).toHaveLength(before)
    for (const { pagination } of node.asked) expect(pagination).toMatchObject({ newestFirst: true })
    expect(node.asked.every(({ pagination }) => pagination.first > 0 && pagination.first <= 5000)).toBe(true)
  })

  test('asks one question at a time at each end', async () => {
    const node = fakeNode(3000)
    const history = historyOf(node)
    await history.open()
    await Promise.all([history.loadOlder(), history.loadOlder(), history.loadOlder()])
    expect(node.asked).toHaveLength(2)
  })

  test('opens at a place in the past, as far back as asked, and continues forward to the live end', async () => {
    const node = fakeNode(9000)
    const history = historyOf(node)
    await history.open({ since: BigInt(startOf(500)), until: BigInt(startOf(7000)), bars: 6500 })
    expect(history.get().candles[0]!.start <= startOf(500)).toBe(true)
    expect(history.get().candles.at(-1)!.start).toBe(startOf(6999))
    expect(history.get().newer.more).toBe(true)
    while (history.get().newer.more) await history.loadNewer()
    expect(history.get().candles.at(-1)!.start).toBe(startOf(8999))
    expect(ascendsByMinutes(history.get().candles)).toBe(true)
  })

  test('the tail asks only from the last start, updates that bar and adds the next ones', async () => {
    const node = fakeNode(600)
    const history = historyOf(node)
    await history.open()
    const early = history.get().candles
    node.count = 602
    await history.loadNewer()
    expect(node.asked.at(-1)).toMatchObject({ fromTimestamp: startOf(599), pagination: { newestFirst: false } })
    expect(history.get().candles).toHaveLength(early.length + 2)
    expect(history.get().candles[5]).toBe(early[5])
    await history.loadNewer()
    const again = history.get().candles
    await history.loadNewer()
    expect(BigInt(history.get().candles.at(-1)!.lastUpdate)).toBeGreaterThan(BigInt(again.at(-1)!.lastUpdate))
  })

  test('what a tail brings is one change of the bars, so that the chart draws it in one frame', async () => {
    const node = fakeNode(600)
    const history = historyOf(node)
    await history.open()
    const drawn = new Set([history.get().candles])
    history.subscribe(() => drawn.add(history.get().candles))
    const before = history.get().candles.length
    node.count = 640
    await history.loadNewer()
    expect([...drawn].map(({ length }) => length)).toEqual([before, before + 40])
  })

  test('a market without trades is empty, not refused, and the first trade appears', async () => {
    const node = fakeNode(0)
    const history = historyOf(node)
    await history.open()
    expect(history.get()).toMatchObject({ phase: 'ready', candles: [] })
    node.count = 3
    await history.loadNewer()
    expect(history.get().candles).toHaveLength(3)
  })

  test('blocks are asked with both bounds, or the network loses some', async () => {
    const node = fakeNode(900)
    const history = historyOf(node, candleIdOf('block', 'a1'.repeat(32)))
    await history.open()
    await history.loadOlder()
    await history.loadNewer()
    for (const { fromTimestamp, toTimestamp } of node.asked) {
      expect(BigInt(fromTimestamp ?? '0')).toBeGreaterThan(0n)
      expect(BigInt(toTimestamp ?? '0')).toBeGreaterThan(0n)
    }
    expect(history.get().candles).toHaveLength(900)
  })

  test('a refusal is an error, not an empty market; trying again recovers', async () => {
    const node = fakeNode(50)
    node.failing = new NodeFailure({ kind: 'answer', status: 500, message: 'Internal error', url: '/api/v2/candle' })
    const history = historyOf(node)
    await history.open()
    expect(history.get()).toMatchObject({ phase: 'refused', error: node.failing })
    node.failing = undefined
    await history.open()
    expect(history.get()).toMatchObject({ phase: 'ready' })
    expect(history.get().error).toBeUndefined()
  })

  test('a failed older page keeps the rows and says so; the retry goes on from there', async () => {
    const node = fakeNode(3000)
    const history = historyOf(node)
    await history.open()
    const before = history.get().candles
    node.failing = new NodeFailure({ kind: 'answer', status: 500, message: 'Internal error', url: '/api/v2/candle' })
    await history.loadOlder()
    expect(history.get().candles).toBe(before)
    expect(history.get().older).toMatchObject({ more: true, loading: false, error: node.failing })
    node.failing = undefined
    await history.loadOlder()
    expect(history.get().older.error).toBeUndefined()
    expect(history.get().candles.length).toBeGreaterThan(before.length)
  })

  test('an unreachable node is asked again with a pause', async () => {
    vi.useFakeTimers()
    const node = fakeNode(10)
    node.failing = new NodeFailure({ kind: 'unreachable', message: 'gone', url: '/api/v2/candle' })
    const history = historyOf(node)
    const opening = history.open()
    await vi.advanceTimersByTimeAsync(1)
    node.failing = undefined
    await vi.advanceTimersByTimeAsync(8000)
    await opening
    expect(history.get().candles).toHaveLength(10)
  })

  test('closing aborts, and a late answer changes nothing', async () => {
    const node = fakeNode(100)
    let release = (): void => undefined
    node.held = new Promise((resolve) => (release = resolve))
    const history = historyOf(node)
    const opening = history.open()
    history.close()
    release()
    await opening
    expect(history.get()).toMatchObject({ phase: 'waiting', candles: [] })
  })

  test('never holds more than the cap: the far end goes and can come back', async () => {
    const node = fakeNode(mostBars + 2500)
    const history = historyOf(node)
    await history.open({ since: BigInt(startOf(0)), bars: mostBars })
    expect(history.get().candles.length).toBeGreaterThanOrEqual(mostBars)
    while (history.get().older.more) await history.loadOlder()
    expect(history.get().candles).toHaveLength(mostBars)
    expect(history.get().candles[0]!.start).toBe(startOf(0))
    expect(history.get()).toMatchObject({ cut: true, newer: { more: true } })
    while (history.get().newer.more) await history.loadNewer()
    expect(history.get().candles).toHaveLength(mostBars)
    expect(history.get().candles.at(-1)!.start).toBe(startOf(node.count - 1))
    expect(history.get().older.more).toBe(true)
    expect(ascendsByMinutes(history.get().candles)).toBe(true)
  })

  test('candles of the live end are taken in any order and twice; elsewhere they are left out', async () => {
    const node = fakeNode(3000)
    const history = historyOf(node)
    await history.open()
    const newest = history.get().candles.at(-1)!
    const changed = { ...newest, close: '1999', lastUpdate: String(BigInt(newest.lastUpdate) + 5n) }
    const next = { ...newest, start: startOf(3000), lastUpdate: startOf(3000) }
    history.take([next, changed, next, newest])
    expect(history.get().candles.slice(-2)).toEqual([changed, next])
    history.take([newest])
    expect(history.get().candles.at(-2)).toBe(changed)
    const drawn = history.get().candles
    history.take([{ ...changed }, { ...next }])
    expect(history.get().candles).toBe(drawn)
    history.trouble(new Error('no stream'))
    expect(history.get()).toMatchObject({ newer: { more: false, error: { message: 'no stream' } } })
    history.take([{ ...next, volume: '4', lastUpdate: startOf(3001) }])
    expect(history.get().newer.error).toBeUndefined()
    expect(history.get().candles).toHaveLength(601)

    await history.open({ until: BigInt(startOf(100)) })
    const held = history.get().candles
    history.take([next])
    expect(history.get().candles).toBe(held)
  })

  test('a page that fills a wide view is asked for as one', async () => {
    const node = fakeNode(9000)
    const history = historyOf(node)
    await history.open()
    await history.loadOlder(5000)
    expect(node.asked.at(-1)?.pagination.first).toBe(5000)
    expect(history.get().candles.length).toBe(5600)
  })

  test('a node that repeats its pages is not asked for ever', async () => {
    const node = fakeNode(2000)
    const history = historyOf(node)
    await history.open()
    const page = await node.ask(
      { candleId, pagination: { first: 500, newestFirst: true } },
      new AbortController().signal,
    )
    const circling = createHistory(candleId, async () => page, node.now)
    opened.push(circling)
    await circling.open()
    await circling.loadOlder()
    expect(circling.get().older.more).toBe(false)
  })
})
