// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { candleIdOf, listCandleIntervals, listCandles } from '../../wire/candles.ts'
import { listKnownParties } from '../../wire/known-parties.ts'
import { listLiquidityProviders } from '../../wire/liquidity-providers.ts'
import { listMarginModes } from '../../wire/margin-modes.ts'
import { listAssets } from '../../wire/network.ts'
import { listRefereeHistory } from '../../wire/referee-history.ts'
import { getSpamStatistics } from '../../wire/spam-statistics.ts'
import { preferences } from '../preferences/preferences.ts'
import { startFirstPage } from './first-requests.ts'

const id = 'ab'.repeat(32)

beforeEach(() => vi.stubGlobal('fetch', async () => new Response('{}', { status: 500 })))
afterEach(() => {
  preferences.reset()
  vi.unstubAllGlobals()
})

function start(address: string): QueryClient {
  history.replaceState(null, '', address)
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  startFirstPage(queries)
  return queries
}

/** The query keys that an address starts. */
function keys(address: string): (readonly unknown[])[] {
  const queries = start(address)
  const keys = queries
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey)
  void queries.cancelQueries()
  return keys
}

test('a page asks for its list before its code has come, with the filters of its address', () => {
  expect(keys(`/margin-modes?marketId=${id.toUpperCase()}&mode=cross&pagination.first=100`)).toContainEqual([
    listMarginModes.name,
    { marketId: id, pagination: { first: 100 } },
  ])
  expect(keys(`/teams/referees/0x${id}`)).toContainEqual([
    listRefereeHistory.name,
    { referee: id, pagination: { first: 1000 } },
  ])
})

test('a chart that is linked by its candle id asks for the names and the intervals of its market', () => {
  const started = keys(`/candles/trades_candle_1_hour_${id}`)
  expect(started).toContainEqual([listCandleIntervals.name, id])
  expect(started.flat()).toContain(listAssets.name)
})

test('limits of a watched party do not wait for the code of the watch room', () => {
  preferences.set({ watched: [id] })
  expect(keys('/')).toContainEqual([getSpamStatistics.name, id])
})

test('limits of parties that the service names are asked for before the watch room has come', async () => {
  const named = { parties: [{ partyId: id, name: 'desk' }], invented: true }
  vi.stubGlobal('fetch', async (url: string) =>
    url.endsWith(listKnownParties.path) ? Response.json(named) : new Response('{}', { status: 500 }),
  )
  const queries = start('/')
  await vi.waitFor(() => expect(queries.getQueryState([getSpamStatistics.name, id])).toBeDefined())
})

test.each([
  ['', '1 hour'],
  ['?interval=5%20minutes', '5 minutes'],
])('the newest candles of %s and the last day are asked for before the chart has come', async (search, interval) => {
  const intervalToCandleId = ['1 hour', '5 minutes'].map((name) => ({
    interval: name,
    candleId: candleIdOf(name, id),
  }))
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return url.includes(listCandleIntervals.path) ? Response.json({ intervalToCandleId }) : Response.error()
  })
  start(`/markets/${id}/candles${search}`)
  const countOf = (name: string, newestFirst: boolean): number =>
    asked.filter(
      (url) =>
        url.includes(`${listCandles.path}?candleId=${candleIdOf(name, id)}&`) &&
        url.includes(`newestFirst=${newestFirst}`),
    ).length
  await vi.waitFor(() => expect([countOf(interval, true), countOf('1 hour', false)]).toEqual([1, 1]))
})

test.each(['/ledger?partyId=a1', '/ledger-export', `/assets/${id}`])('%s asks for the assets at once', (address) => {
  expect(keys(address).flat()).toContain(listAssets.name)
})

test('a list that the node refuses without an id is not asked for without one', () => {
  const started = keys('/liquidity-providers')
  expect(started.length).toBeGreaterThan(0)
  expect(started.flat()).not.toContain(listLiquidityProviders.name)
  expect(started.flat()).not.toContain(listAssets.name)
})

test.each(['/partys/x', '/margin-modes/', '/candles'])('%s asks for no more than the names of parties', (address) => {
  expect(keys(address).filter(([name]) => name !== 'named-parties')).toEqual([])
})
