// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Candle } from '../../../../wire/candles.ts'
import type { CandleSeries } from './candle-series.ts'
import { nothing } from './candle-series.ts'
import { useLiveCandles } from './use-candle-series.ts'
import { createChartView, type ChartView } from '../chart/chart-view.ts'

const candleId = `trades_candle_1_hour_${'a1'.repeat(32)}`
const candle: Candle = {
  start: '1795219200000000000',
  lastUpdate: '1795219260000000000',
  open: '1',
  high: '1',
  low: '1',
  close: '1',
  volume: '1',
  notional: '1',
}

/** The requested start instants, in order. */
let asked: (string | null)[] = []
let seen: DocumentVisibilityState = 'visible'

beforeEach(() => {
  asked = []
  seen = 'visible'
  vi.useFakeTimers()
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => seen)
  vi.stubGlobal('fetch', async (input: string) => {
    const { pathname, searchParams } = new URL(input, 'http://node.example')
    if (pathname !== '/api/v2/candle') return new Response('{}', { status: 404 })
    asked.push(searchParams.get('fromTimestamp'))
    const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: '', endCursor: '' }
    return Response.json({ candles: { edges: [{ node: candle, cursor: candle.start }], pageInfo } })
  })
  // A node without a stream, which is polled every two seconds.
  vi.stubGlobal('WebSocket', () => {
    throw new Error('no stream')
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const look = (view: ChartView, atEdge: boolean): void =>
  view.visible.set({ rows: [], first: 0, last: 0, before: 100, atEdge })

/** Follows one loaded bar, with the live end in view. */
function follow(more = false) {
  const view = createChartView()
  look(view, true)
  const taken: string[] = []
  const series = {
    get: () => ({ ...nothing, phase: 'ready', candles: [candle], newer: { more, loading: false } }),
    addLiveCandles: (candles: readonly Candle[]) => void taken.push(...candles.map(({ start }) => start)),
    reportTailError: () => undefined,
  } as unknown as CandleSeries
  const { rerender } = renderHook(({ live }) => useLiveCandles(candleId, series, view, live), {
    initialProps: { live: true },
  })
  return { view, taken, live: (live: boolean) => rerender({ live }) }
}

/** Counts the requests sent within a number of seconds. */
async function questions(seconds: number): Promise<number> {
  const before = asked.length
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  return asked.length - before
}

test('the live end is polled every two seconds, from the newest start only', async () => {
  const { taken } = follow()
  expect(await questions(20)).toBeGreaterThanOrEqual(8)
  expect(asked.length).toBeLessThanOrEqual(12)
  expect(new Set(asked)).toEqual(new Set([candle.start]))
  expect(taken).toHaveLength(asked.length)
})

type Followed = ReturnType<typeof follow>
test.each<[name: string, stop: (scene: Followed) => void, goOn: (scene: Followed) => void]>([
  ['a hand drags the chart', ({ view }) => view.dragging.set(true), ({ view }) => view.dragging.set(false)],
  ['nobody sees the page', () => (seen = 'hidden'), () => (seen = 'visible')],
  ['the newest bar is out of view', ({ view }) => look(view, false), ({ view }) => look(view, true)],
  ['the reader has paused', ({ live }) => live(false), ({ live }) => live(true)],
])('nothing is asked while %s, and it goes on afterwards', async (_, stop, goOn) => {
  const scene = follow()
  expect(await questions(5)).toBeGreaterThan(1)
  stop(scene)
  await vi.advanceTimersByTimeAsync(600)
  const taken = scene.taken.length
  expect(await questions(60)).toBe(0)
  expect(scene.taken).toHaveLength(taken)
  goOn(scene)
  expect(await questions(5)).toBeGreaterThan(1)
  expect(scene.taken.length).toBeGreaterThan(taken)
})

test('no live poll runs while newer bars than the loaded ones exist', async () => {
  follow(true)
  expect(await questions(30)).toBe(0)
})
