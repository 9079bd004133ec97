// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Candle } from '../../../wire/candles.ts'
import type { MarketLabel } from '../../entities/labels.ts'
import { preferences } from '../../preferences/preferences.ts'
import { formatBar } from '../../features/candles/data/bar-format.ts'
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

let answer: (url: URL) => Response
/** A node that keeps these hours, filtered by the requested range. */
const tells = (...hours: Candle[]) => {
  answer = ({ searchParams }) => {
    const [from, to] = ['fromTimestamp', 'toTimestamp'].map((name) => BigInt(searchParams.get(name) ?? ''))
    const within = ({ start }: Candle): boolean => BigInt(start) >= (from ?? 0n) && BigInt(start) < (to ?? 0n)
    const edges = hours.filter(within).map((node) => ({ node, cursor: node.start }))
    const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: '', endCursor: '' }
    return new Response(JSON.stringify({ candles: { edges, pageInfo } }))
  }
}
beforeEach(() => {
  preferences.reset()
  vi.stubGlobal('fetch', async (url: string) => {
    return answer(new URL(url, 'http://node.example'))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(shown = market): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <table>
        <tbody>
          <MarketRow market={shown} unit="USDT" enabled />
        </tbody>
      </table>
    </QueryClientProvider>,
  )
}
const cells = (): string[] =>
  screen.getAllByRole('cell').map((cell) => cell.textContent.replaceAll('\u00a0', ' ').trim())

test('the last price, the change since a day ago, the line and the volume of the day', async () => {
  tells(candle(26n, '10000'), candle(3n, '9000'), candle(0n, '11000'))
  show()
  await screen.findByText(/110\.00/)
  const [name, price, change, , volume] = cells()
  expect([name, price, change, volume]).toEqual(['BTC/USDT', '110.00 USDT', '+10.00 %', '3'])
  expect(screen.getByRole('img').getAttribute('aria-label')?.replaceAll('\u00a0', ' ')).toBe(
    'BTC/USDT, hourly closes of the last day, +10.00 %',
  )
})

test('without a trade a day ago the change is unknown, not that since the first candle', async () => {
  tells(candle(3n, '9000'), candle(0n, '11000'))
  show()
  await screen.findByText(/110\.00/)
  expect(cells()[2]).toBe('unknown')
  expect(screen.getByTitle('No earlier price known')).toBeTruthy()
})

test('a market without trades has no price, with the reason', async () => {
  tells(candle(3n, ''), candle(0n, ''))
  show()
  await screen.findByText('no trades')
  expect(screen.getByTitle('no trade known')).toBeTruthy()
  expect(screen.queryByRole('img')).toBeNull()
})

test('candles that cannot be read are a failure of this row, which has its own retry', async () => {
  answer = () => new Response('{"code":13,"message":"Internal error"}', { status: 500 })
  show()
  expect((await screen.findByText(/Could not load its candles/)).textContent).toContain('Retry')
  tells(candle(26n, '10000'), candle(0n, '10000'))
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText(/100\.00/)
  expect(cells()[2]).toBe('0.00 %')
})

test.each([
  [0, '9390240', '9,390,240'],
  [1, '9390240', '939,024.0'],
  [2, '9300000', '93,000.00'],
  [5, '9390240000', '93,902.40000'],
  [18, '1', '0.000000000000000001'],
])(
  'with %i decimals a price is the same text in the row and in the chart, whatever else the chart shows',
  async (decimals, raw, text) => {
    const close = candle(0n, raw)
    tells(candle(26n, raw), close)
    show({ ...market, decimals })
    await screen.findByTitle(raw)
    expect(cells()[1]).toBe(`${text} USDT`)
    const [zone, nothing] = ['utc', undefined] as const
    const reading = { decimals, positionDecimals: 3, zone, base: nothing, quote: nothing, length: nothing }
    expect(formatBar(close, reading).prices?.close).toBe(text)
  },
)
