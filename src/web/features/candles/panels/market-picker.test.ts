// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { MarketLabel } from '../../../entities/labels.ts'
import { choicesFor } from './market-picker.tsx'

const labels = ['DOGE/WETH', 'ETH/USDT', 'BTC/USDT', 'BETH/USDT', 'ARB/ETH'].map(
  (code, at) => ({ id: String(at + 1).repeat(64), code, name: `${code} market`, product: 'spot' }) as MarketLabel,
)
const markets = new Map(labels.map((label) => [label.id, label]))
const named = (typed: string): string[] => choicesFor(markets, typed).map(({ label }) => label)

test('typing eth and Enter opens ETH/USDT, not the first name that has these letters somewhere', () => {
  expect(named('eth')).toEqual(['ETH/USDT', 'ARB/ETH', 'BETH/USDT', 'DOGE/WETH'])
  expect(named('usdt')[0]).toBe('BETH/USDT')
})

test('markets that match equally well, and all of them before anything is typed, are in order of name', () => {
  expect(named('')).toEqual(['ARB/ETH', 'BETH/USDT', 'BTC/USDT', 'DOGE/WETH', 'ETH/USDT'])
  expect(named('b')).toEqual(['BETH/USDT', 'BTC/USDT', 'ARB/ETH'])
})
