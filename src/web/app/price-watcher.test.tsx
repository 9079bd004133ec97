// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Candle } from '../../wire/candles.ts'
import { setPriceAlerts, unreadPrices } from '../features/candles/lines/price-alerts.ts'
import { browserAlerts, lastAlert } from '../features/spam-statistics/alerts/browser-alerts.ts'
import { PriceWatcher } from './price-watcher.tsx'

let answered: Candle[] | undefined = []
vi.mock('../features/candles/data/query.ts', () => ({
  pageRequest: (candleId: string) => ({ candleId }),
  askCandles: async () => {
    if (!answered) throw new Error('The node is away.')
    return { edges: answered.map((node) => ({ node, cursor: '' })) }
  },
}))

const candle = (start: number, low: number, high: number, close: number): Candle => ({
  start: String(start),
  lastUpdate: String(start),
  open: String(low),
  high: String(high),
  low: String(low),
  close: String(close),
  volume: '1',
  notional: '1',
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a price that is crossed alerts once, on any page of the tab, and not for what was before the alert', async () => {
  const words: string[] = []
  vi.spyOn(browserAlerts, 'notify').mockImplementation((title, text) => void words.push(`${title} ${text}`))
  setPriceAlerts('market', { node: '', candleId: 'id', name: 'BTC/USDT', decimals: 1, prices: ['1000'] })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PriceWatcher node="" />
    </QueryClientProvider>,
  )
  const reading = async (...candles: Candle[]) => {
    answered = candles
    await act(() => vi.advanceTimersByTimeAsync(10_100))
  }
  // The candle had been above before.
  await reading(candle(1, 900, 1100, 950))
  await reading(candle(1, 900, 1100, 960))
  expect(words).toEqual([])
  await reading(candle(1, 900, 1100, 960), candle(2, 960, 1010, 1005))
  expect(words).toEqual(['BTC/USDT crossed 100.0 upwards, now 100.5'])
  await reading(candle(2, 960, 1020, 1020))
  expect(words).toHaveLength(1)
  await reading(candle(2, 960, 1020, 980))
  expect(words.at(-1)).toBe('BTC/USDT crossed 100.0 downwards, now 98.0')
  expect(lastAlert.get()).toBeUndefined()
})

test('an alert whose price cannot be read is not taken for one that waits', async () => {
  setPriceAlerts('market', { node: '', candleId: 'id', name: 'BTC/USDT', decimals: 1, prices: ['1000'] })
  answered = undefined
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <PriceWatcher node="" />
    </QueryClientProvider>,
  )
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(unreadPrices.get()).toEqual(['market'])
  answered = [candle(1, 900, 950, 940)]
  await act(() => vi.advanceTimersByTimeAsync(10_100))
  expect(unreadPrices.get()).toEqual([])
})
