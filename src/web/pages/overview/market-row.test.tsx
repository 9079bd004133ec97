// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Candle } from '../../../wire/candles.ts'
import type { MarketLabel } from '../../listing/labels.ts'
import { preferences } from '../../preferences/preferences.ts'
import { MarketRow } from './market-row.tsx'

const hour = 3_600_000_000_000n
const market: MarketLabel = {
  id: 'a1'.repeat(32),
  code: 'BTC/USDT',
  name: 'Bitcoin',
  product: 'perpetual',
  decimals: 2,
  positionDecimals: 3,
  state: 'STATE_ACTIVE',
}
/** An hourly candle so many hours before the running one. */
function candle(hoursAgo: bigint, close: string, volume = '1500'): Candle {
  const now = BigInt(Date.now()) * 1_000_000n
  const start = now - (now % hour) - hoursAgo * hour
  return {
    start: String(start),
    lastUpdate: String(start + 1n),
    open: close,
    high: close,
    low: close,
    close,
    volume: close === '' ? '0' : volume,
    notional: '0',
  }
}

let answer: () => Response
const tells = (...candles: Candle[]) => {
  answer = () => {
    const edges = candles.map((node) => ({ node, cursor: node.start }))
    const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: '', endCursor: '' }
    return new Response(JSON.stringify({ candles: { edges, pageInfo } }))
  }
}
beforeEach(() => {
  preferences.reset()
  vi.stubGlobal('fetch', async () => answer())
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <table>
        <tbody>
          <MarketRow market={market} unit="USDT" enabled />
        </tbody>
      </table>
    </QueryClientProvider>,
  )
}
const cells = (): string[] =>
  screen.getAllByRole('cell').map((cell) => cell.textContent.replaceAll('\u00a0', ' ').trim())

test('the last price, the change since a day ago, the line and the volume of the day', async () => {
  tells(candle(24n, '10000'), candle(3n, '9000'), candle(0n, '11000'))
  show()
  await screen.findByText(/110\.00/)
  const [name, price, change, , volume] = cells()
  expect([name, price, change, volume]).toEqual(['BTC/USDT perpetual', '110.00 USDT', '+10.00 %', '3'])
  expect(screen.getByRole('img').getAttribute('aria-label')?.replaceAll('\u00a0', ' ')).toBe(
    'BTC/USDT, hourly closes of the last day, +10.00 %',
  )
})

test('without a trade a day ago the change is unknown, not that since the first candle', async () => {
  tells(candle(3n, '9000'), candle(0n, '11000'))
  show()
  await screen.findByText(/110\.00/)
  expect(cells()[2]).toBe('unknown')
  expect(screen.getByTitle('No trade is known from a day ago')).toBeTruthy()
})

test('a market in which nobody traded has no price, said with its reason', async () => {
  tells(candle(3n, ''), candle(0n, ''))
  show()
  await screen.findByText('no trades')
  expect(screen.getByTitle('no trade in 25 hours')).toBeTruthy()
  expect(screen.queryByRole('img')).toBeNull()
})

test('candles that cannot be read are a failure of this row, which asks again by itself when told to', async () => {
  answer = () => new Response('{"code":13,"message":"Internal error"}', { status: 500 })
  show()
  expect((await screen.findByText(/The node could not read its candles/)).textContent).toContain('Retry')
  tells(candle(24n, '10000'), candle(0n, '10000'))
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText(/100\.00/)
  expect(cells()[2]).toBe('0.00 %')
})
