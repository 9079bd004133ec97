// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiquidityProvider, LiquidityProviderSla } from '../../../../wire/liquidity-providers.ts'
import { scoreColumns } from './columns.tsx'
import { scoreOf, scoreRows, type ScoreRow } from '../scores/rows.ts'
import type { SlaVerdict } from '../../../../wire/sla/sla-verdict.ts'

const verdictOf = (): SlaVerdict => ({ state: 'unknown', reason: 'not judged here' })

const service: LiquidityProviderSla = {
  party: 'a',
  currentEpochFractionOfTimeOnBook: '0.98449',
  lastEpochFractionOfTimeOnBook: '0.97',
  lastEpochFeePenalty: '0.0125',
  lastEpochBondPenalty: '0.5',
  hysteresisPeriodFeePenalties: ['0.1', '0', '0.05'],
  requiredLiquidity: '1000',
  notionalVolumeBuys: '1420',
  notionalVolumeSells: '999',
}
const provider = (
  partyId: string,
  share: string,
  score: string,
  sla: Partial<LiquidityProviderSla> | null = {},
): LiquidityProvider => ({
  partyId,
  marketId: 'm',
  feeShare: {
    party: partyId,
    equityLikeShare: share,
    averageEntryValuation: '123456.789',
    averageScore: score,
    virtualStake: '98765432109876543210.987654321',
  },
  sla: sla && { ...service, ...sla },
})
// Share x score: a 0.20, b 0.24, c 0.06, in all 0.50; d has no score.
const providers = [
  provider('a', '0.5', '0.4'),
  provider('b', '0.3', '0.8', { currentEpochFractionOfTimeOnBook: '1.0407', hysteresisPeriodFeePenalties: [] }),
  provider('c', '0.2', '0.3', { notionalVolumeBuys: '1000', notionalVolumeSells: '1000' }),
  provider('d', '0.9', '', null),
]
const rows = scoreRows(providers, new Map([['m', scoreOf(providers, true)]]), true, verdictOf)
const names = { market: (id: string) => id, party: (id: string) => id }
const top = rows[0]?.standing?.weight
const columns = scoreColumns({ about: 'market', decimalsOf: () => 2, symbol: 'USDT', top, names })

beforeEach(() => void vi.stubGlobal('fetch', () => new Promise(() => undefined)))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function cell(id: string, row: ScoreRow | undefined): HTMLElement {
  const column = columns.find((one) => one.id === id)
  if (!column || !row) throw new Error(`no ${id}`)
  cleanup()
  return render(<QueryClientProvider client={new QueryClient()}>{column.cell(row, 0)}</QueryClientProvider>).container
}
const rowOf = (partyId: string): ScoreRow | undefined => rows.find((row) => row.provider.partyId === partyId)
const words = (id: string, partyId: string): string =>
  cell(id, rowOf(partyId)).textContent.replaceAll('\u00a0', ' ').replaceAll('\u2013', '')
/** How long the bar under a number is. */
const bar = (id: string, partyId: string): string | undefined =>
  cell(id, rowOf(partyId)).querySelector<HTMLElement>('[aria-hidden] > i')?.style.width

test('the highest expected fees come first; weight, rank and gap are those of the whole market', () => {
  expect(rows.map((row) => row.provider.partyId)).toEqual(['b', 'a', 'c', 'd'])
  expect(['b', 'a', 'c', 'd'].map((party) => words('rank', party))).toEqual([
    '1',
    '2',
    '3',
    'no rank without expected fees',
  ])
  expect(words('expectedFees', 'b')).toBe('48.0 %')
  expect(words('expectedFees', 'a')).toBe('40.0 %')
  expect(words('expectedFees', 'd')).toBe('shares and scores not known')
  expect(['b', 'a', 'c'].map((party) => bar('expectedFees', party))).toEqual(['100%', '83.33%', '25%'])
  expect(['b', 'a', 'c', 'd'].map((party) => words('gap', party))).toEqual([
    'already first',
    '8.00 %',
    '28.00 %',
    'no gap without expected fees',
  ])
})

test('time on the book over the whole epoch is shown as it is and marked; only its bar stops', () => {
  const cellOfB = cell('sla.currentEpochFractionOfTimeOnBook', rowOf('b'))
  expect(cellOfB.textContent.replaceAll('\u00a0', ' ')).toBe('above 100 %104.1 %last 97.0 %')
  expect(cellOfB.querySelector('abbr')?.title).toContain('1.0407 as reported')
  expect(bar('sla.currentEpochFractionOfTimeOnBook', 'b')).toBe('100%')
  expect(words('sla.currentEpochFractionOfTimeOnBook', 'a')).toBe('up to98.4 %last 97.0 %')
  expect(bar('sla.currentEpochFractionOfTimeOnBook', 'a')).toBe('98.45%')
})

test('time on book just below the minimum, or just below the whole epoch, does not read as if it met it', () => {
  const shown = (fraction: string) => {
    const judge = (): SlaVerdict => ({ state: 'failing', fraction, minimum: '0.6', times: undefined })
    const one = provider('e', '0.5', '0.4', { currentEpochFractionOfTimeOnBook: fraction })
    const [row] = scoreRows([one], new Map([['m', scoreOf([one], true)]]), true, judge)
    return cell('sla.currentEpochFractionOfTimeOnBook', row).textContent.replaceAll('\u00a0', ' ')
  }
  expect(shown('0.59996')).toBe('down to59.996 %last 97.0 %')
  expect(shown('0.99999')).toBe('up to> 99.9 %last 97.0 %')
})

test('the carried penalty is the mean of what is remembered, with its own bars', () => {
  const carried = cell('carriedPenalty', rowOf('a'))
  expect(carried.textContent.replaceAll('\u00a0', ' ')).toBe('5.0 %')
  const bars = carried.querySelector('[role=img]')
  expect(bars?.getAttribute('aria-label')?.replaceAll('\u00a0', ' ')).toBe('Fee penalty history: 10.0 %, 0.0 %, 5.0 %')
  expect([...(bars?.querySelectorAll('rect') ?? [])].map((one) => one.getAttribute('height'))).toEqual(['16', '1', '8'])
  expect(words('carriedPenalty', 'b')).toBe('none')
})

test('each side against what is required, and the verdict that names the short one', () => {
  expect(words('offered', 'a')).toBe('Buys142 %Sells> 99 % (short)')
  expect(words('now', 'a')).toBe('Not met: sellsof 10 USDT')
  expect(words('now', 'c')).toBe('Requirement metof 10 USDT')
  expect(words('now', 'd')).toBe('No data')
  expect(words('offered', 'd')).toBe('not reported')
  expect(words('sla.requiredLiquidity', 'a')).toBe('10')
})

test('fractions sent as text are not read as integers: stake and valuation are rounded and whole in the title', () => {
  const stake = cell('feeShare.virtualStake', rowOf('a'))
  expect(stake.textContent).toBe('98,765,432,109,876,543,211')
  expect(stake.querySelector('[title]')?.getAttribute('title')).toBe('98765432109876543210.987654321 as received')
  expect(words('feeShare.averageEntryValuation', 'a')).toBe('123,457')
  expect(words('feeShare.averageScore', 'a')).toBe('0.400')
  expect(words('feeShare.averageScore', 'd')).toBe('not recorded')
  expect(words('feeShare.equityLikeShare', 'a')).toBe('50.00 %')
})

test('a file has the values as received, derived ones in exact decimals', () => {
  const text = (id: string, partyId: string) => {
    const row = rowOf(partyId)
    return row && columns.find((one) => one.id === id)?.text(row, 0)
  }
  expect(text('feeShare.virtualStake', 'a')).toBe('98765432109876543210.987654321')
  expect(text('sla.currentEpochFractionOfTimeOnBook', 'b')).toBe('1.0407')
  expect(text('carriedPenalty', 'a')).toBe('0.050000000000000000')
  expect(text('expectedFees', 'a')).toBe('0.400000000000000000')
  expect(text('sla.requiredLiquidity', 'd')).toBe('')
})

test('columns that are derived or seldom read are there to be shown', () => {
  expect(columns.filter(({ hidden }) => hidden).map(({ id }) => id)).toEqual([
    'marketId',
    'sla.requiredLiquidity',
    'feeShare.equityLikeShare',
    'feeShare.averageScore',
    'feeShare.virtualStake',
    'feeShare.averageEntryValuation',
    'gap',
  ])
})
