// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listCandleIntervals } from '../../wire/candles.ts'
import { listLiquidityProviders } from '../../wire/liquidity-providers.ts'
import { listMarginModes } from '../../wire/margin-modes.ts'
import { listAssets } from '../../wire/network.ts'
import { listRefereeHistory } from '../../wire/referee-history.ts'
import { startFirstPage } from './first-requests.ts'

const id = 'ab'.repeat(32)

beforeEach(() => vi.stubGlobal('fetch', async () => new Response('{}', { status: 500 })))
afterEach(() => vi.unstubAllGlobals())

/** The query keys that an address starts. */
function keys(address: string): (readonly unknown[])[] {
  history.replaceState(null, '', address)
  const queries = new QueryClient()
  startFirstPage(queries)
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

test.each(['/ledger?partyId=a1', '/ledger-export', `/assets/${id}`])('%s asks for the assets at once', (address) => {
  expect(keys(address).flat()).toContain(listAssets.name)
})

test('a list that the node refuses without an id is not asked for without one', () => {
  const started = keys('/liquidity-providers')
  expect(started.length).toBeGreaterThan(0)
  expect(started.flat()).not.toContain(listLiquidityProviders.name)
  expect(started.flat()).not.toContain(listAssets.name)
})

test.each(['/partys/x', '/margin-modes/', '/candles'])('%s starts no request', (address) => {
  expect(keys(address)).toEqual([])
})
