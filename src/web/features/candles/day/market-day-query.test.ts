import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parseCandleId } from '../../../../wire/candles.ts'
import { recordBlockTime } from '../../../client/node-status.ts'
import { preferences } from '../../../preferences/preferences.ts'
import { askMarketDay, marketDayQuery } from './market-day.ts'
import { type FoldInterval, foldTrades, type Trade } from '../../../../../tests/web/fold-trades.ts'

const market = 'a1'.repeat(32)
const second = 1_000_000_000n
const start = Date.UTC(2026, 10, 22, 2, 41, 7)
const ns = (ms: number): bigint => BigInt(ms) * 1_000_000n

/** A trade every 20 seconds for two days and beyond; the price rises by one each time. */
const trades: readonly Trade[] = Array.from({ length: 9000 }, (_, index) => ({
  at: ns(start) - 172_800n * second + BigInt(index * 20) * second,
  price: BigInt(1000 + index),
  size: 1n,
}))

let asked: string[] = []
let round = 0
beforeEach(() => {
  vi.useFakeTimers({ now: start, toFake: ['Date'] })
  preferences.reset()
  preferences.set({ node: `https://day${++round}.example` })
  asked = []
  vi.stubGlobal('fetch', async (address: string) => {
    const { searchParams } = new URL(address)
    const interval = parseCandleId(searchParams.get('candleId') ?? '')?.interval ?? ''
    asked.push(interval)
    const [from, to] = ['fromTimestamp', 'toTimestamp'].map((name) => BigInt(searchParams.get(name) ?? ''))
    const until = ns(Date.now())
    const known = trades.filter(({ at }) => at <= until)
    const edges = foldTrades(known, interval as FoldInterval)
      .filter(({ start: begins }) => BigInt(begins) >= (from ?? 0n) && BigInt(begins) < (to ?? 0n))
      .map((node) => ({ node, cursor: node.start }))
    const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: '', endCursor: '' }
    return new Response(JSON.stringify({ candles: { edges, pageInfo } }))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a market costs three small questions at first and two a minute later, and all who ask at once share them', async () => {
  const queries = new QueryClient()
  const [day] = await Promise.all([1, 2, 3].map(() => queries.fetchQuery(marketDayQuery(market, undefined))))
  expect(asked).toEqual(['1 hour', '1 minute', 'block'])
  expect(day).toMatchObject({ volume: '4320', price: '9640' })
  vi.setSystemTime(start + 61_000)
  await queries.fetchQuery(marketDayQuery(market, undefined))
  expect(asked.slice(3)).toEqual(['1 hour', 'block'])
})

test('before its page has come, a busy market costs the same three questions, which do not wait for each other', async () => {
  const queries = new QueryClient()
  const day = askMarketDay(queries, market)
  await vi.waitFor(() => expect(asked).toEqual(['1 hour', '1 minute', 'block']))
  await day
  await queries.fetchQuery(marketDayQuery(market, undefined))
  expect(asked).toHaveLength(3)
})

test('the day of a chain that has stopped ends at its last block, and is read once', async () => {
  const stoppedAt = ns(start) - 7200n * second
  recordBlockTime(preferences.get().node, stoppedAt)
  const queries = new QueryClient()
  const day = await queries.fetchQuery(marketDayQuery(market, stoppedAt))
  expect(day).toMatchObject({ since: stoppedAt - 86_400n * second, until: stoppedAt })
  const count = asked.length
  vi.setSystemTime(start + 3_600_000)
  await queries.fetchQuery(marketDayQuery(market, stoppedAt))
  expect(asked).toHaveLength(count)
})
