// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { add } from '../../format/amount.ts'
import { preferences } from '../../preferences/preferences.ts'
import type { LiquidityProvider } from '../../../wire/liquidity-providers.ts'
import { ConcentrationPanel } from './market-panels.tsx'
import { feeStandings, type FeeStanding } from './scores/fee-standings.ts'

const party = (at: number): string => String(at).padStart(2, '0').repeat(32)
const market = (...weights: string[]): ReadonlyMap<string, FeeStanding> =>
  feeStandings(
    weights.map((equityLikeShare, at): LiquidityProvider => {
      const partyId = party(at + 1)
      const rest = { averageEntryValuation: '', averageScore: '1', virtualStake: '' }
      return { partyId, marketId: 'm', feeShare: { party: partyId, equityLikeShare, ...rest }, sla: null }
    }),
  )
const plain = (element: Element): string => {
  const shown = element.cloneNode(true) as Element
  for (const closed of shown.querySelectorAll('[popover]')) closed.remove()
  return shown.textContent.replaceAll('\u00a0', ' ')
}
const panel = (name: string): HTMLElement => screen.getByRole('region', { name })

afterEach(() => {
  cleanup()
  preferences.reset()
})

test('how many equal providers a market is as concentrated as, and the largest share', () => {
  render(<ConcentrationPanel standings={market('0.2', '0.5', '0.3')} />)
  // 1 / (0.04 + 0.25 + 0.09) = 2.6315…
  expect(plain(panel('Concentration of expected fees'))).toContain(
    'As concentrated as 2.63 equal providers; the largest has 50.0 %',
  )
  cleanup()
  render(<ConcentrationPanel standings={market('1')} />)
  expect(plain(panel('Concentration of expected fees'))).toContain(
    'As concentrated as 1 equal provider; the largest has 100.0 %',
  )
})

test('the five largest are named, the others add up to one part', () => {
  preferences.set({ nicknames: { [party(2)]: 'whale' } })
  render(<ConcentrationPanel standings={market('0.1', '0.4', '0.2', '0.1', '0.1', '0.06', '0.04')} />)
  const parts = within(panel('Concentration of expected fees')).getAllByRole('listitem').map(plain)
  expect(parts[0]).toBe('whale40.0 %')
  expect(parts[1]).toBe('030303\u202603030320.0 %')
  expect(parts).toHaveLength(6)
  expect(parts[5]).toBe('2 others10.0 %')
})

test('the legend is 100 % together, and largest says what the legend says', () => {
  // Each rounded alone would be six times 16.7 %: 100.2 % in all, 99.9 % for seven of 14.3 %.
  render(<ConcentrationPanel standings={market(...Array.from({ length: 6 }, () => '0.1'))} />)
  const shown = within(panel('Concentration of expected fees')).getAllByRole('listitem')
  const percents = shown.map((part) => plain(part.querySelector('b') ?? part).replace(' %', ''))
  expect(percents.reduce(add)).toBe('100.0')
  expect(plain(panel('Concentration of expected fees'))).toContain(`the largest has ${percents[0]} %`)
})

test('a rounded share of the legend does not hide its digits from a keyboard: its exact value shows on focus', () => {
  render(<ConcentrationPanel standings={market('0.12345', '0.87655')} />)
  const [first] = within(panel('Concentration of expected fees')).getAllByTitle(/^0\.876550*$/)
  expect(first?.tabIndex).toBe(0)
  expect(screen.getAllByTitle(/^0\.876550*$/)).toHaveLength(2) // in the sentence and in the legend
  expect(screen.getByTitle(/^0\.123450*$/).tabIndex).toBe(0)
})

test('a market without any weight has no concentration', () => {
  const { container } = render(
    <ConcentrationPanel
      standings={new Map([['p', { weight: undefined, share: undefined, rank: undefined, gap: undefined }]])}
    />,
  )
  expect(container.textContent).toBe('')
})
