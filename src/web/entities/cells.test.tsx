// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { preferences } from '../preferences/preferences.ts'
import { AssetCell, MarketCell, EpochCell } from './entity-cells.tsx'
import { TimeCell, AmountCell, MissingCell, PercentCell } from './value-cells.tsx'
import { assetsQuery, marketsQuery } from './labels.ts'

const [market, asset] = ['a1'.repeat(32), 'd4'.repeat(32)]
const client = new QueryClient()

beforeEach(() => {
  preferences.reset()
  client.setQueryData(
    marketsQuery().queryKey,
    new Map([
      [
        market,
        {
          id: market,
          code: 'BTC/USDT',
          name: 'Bitcoin perpetual',
          product: 'perpetual' as const,
          decimals: 2,
          positionDecimals: 3,
          state: 'STATE_ACTIVE',
        },
      ],
    ]),
  )
  client.setQueryData(
    assetsQuery().queryKey,
    new Map([
      [asset, { id: asset, symbol: 'USDT', name: 'Tether', decimals: 6, quantum: '1', status: 'STATUS_ENABLED' }],
    ]),
  )
})
afterEach(cleanup)

const show = (cell: ReactNode): HTMLElement =>
  render(<QueryClientProvider client={client}>{cell}</QueryClientProvider>).container

/** The text that a screen reader announces of a cell. */
function heard(cell: HTMLElement): string {
  const copy = cell.cloneNode(true) as HTMLElement
  for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove()
  return copy.textContent
}

test('a missing value is a dash with its reason as text and title', () => {
  const cell = show(<MissingCell reason="cross mode has no factor" />)
  expect(cell.querySelector('[aria-hidden]')?.textContent).toBe('–')
  expect(heard(cell)).toBe('cross mode has no factor')
  expect(screen.getByTitle('cross mode has no factor')).toBeTruthy()
})

test('an amount with known decimals is shifted to its last digit and keeps the raw digits in the title', () => {
  const cell = show(<AmountCell raw="1157920892373161954235709850086879078532699846" decimals={18} />)
  expect(cell.textContent).toBe('1,157,920,892,373,161,954,235,709,850.086879078532699846')
  expect(screen.getByTitle('1157920892373161954235709850086879078532699846 raw')).toBeTruthy()
})

test.each([
  ['1234500', 4, '123.45'],
  ['12', -3, '12,000'],
  ['-5', 2, '\u22120.05'],
  ['0', 6, '0'],
])('%s with %d decimals is %s', (raw, decimals, text) => {
  expect(show(<AmountCell raw={raw} decimals={decimals} />).textContent).toBe(text)
})

test('without known decimals the integer stays and wears the raw badge; nothing sent is no zero', () => {
  const cell = show(<AmountCell raw="1234500" decimals={undefined} />)
  expect(cell.textContent).toBe('1,234,500 raw')
  expect(screen.getByText('raw').title).toContain('decimals unknown')
  cleanup()
  expect(heard(show(<AmountCell raw="" decimals={2} />))).toBe('not recorded')
})

test('percent is rounded half up and keeps the fraction in the title', () => {
  expect(show(<PercentCell fraction="0.99999" />).textContent).toBe('100.0\u00a0%')
  expect(screen.getByTitle('0.99999')).toBeTruthy()
  cleanup()
  expect(heard(show(<PercentCell fraction="" />))).toBe('not recorded')
})

test('a time names its zone, unless its head does, and keeps all nine digits in the title', () => {
  preferences.set({ zone: 'Asia/Kolkata' })
  const ns = '1795228860123456789'
  expect(show(<TimeCell ns={ns} />).textContent).toBe('21 Nov 2026, 08:11:00 Asia/Kolkata')
  expect(screen.getByTitle(`21 Nov 2026, 08:11:00.123456789 Asia/Kolkata · ${ns} ns`)).toBeTruthy()
  cleanup()
  expect(show(<TimeCell ns={ns} name={false} />).textContent).toBe('21 Nov 2026, 08:11:00')
  preferences.set({ zone: 'raw' })
  cleanup()
  expect(show(<TimeCell ns={ns} name={false} />).textContent).toBe(ns)
})

test('an epoch is grouped', () => {
  expect(show(<EpochCell epoch="18446744073709551615" />).textContent).toBe('18,446,744,073,709,551,615')
})

test('markets and assets have the name that the node gives them, with the id in the title, else their id', () => {
  expect(show(<MarketCell id={market} />).textContent).toBe('BTC/USDT')
  // Equal ids light up by `data-id`, under whatever name they are shown.
  expect(screen.getByTitle(`Bitcoin perpetual · ${market}`).dataset['id']).toBe(market)
  cleanup()
  expect(show(<AssetCell id={asset} />).textContent).toBe('USDT')
  expect(screen.getByTitle(`Tether · ${asset}`).dataset['id']).toBe(asset)
  cleanup()
  const stranger = '0f'.repeat(32)
  expect(heard(show(<MarketCell id={stranger} />))).toBe(`market ${stranger}`)
  expect(screen.getByText('0f0f0f\u20260f0f0f')).toBeTruthy()
})
