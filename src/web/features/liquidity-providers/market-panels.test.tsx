// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
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

afterEach(cleanup)

test('how many equal providers a market is as concentrated as', () => {
  render(<ConcentrationPanel standings={market('0.2', '0.5', '0.3')} />)
  // 1 / (0.04 + 0.25 + 0.09) = 2.6315…
  expect(plain(panel('Concentration of expected fees'))).toContain('As concentrated as 2.63 equal providers')
  cleanup()
  render(<ConcentrationPanel standings={market('1')} />)
  expect(plain(panel('Concentration of expected fees'))).toContain('As concentrated as 1 equal provider')
})

test('a market without any weight has no concentration', () => {
  const { container } = render(
    <ConcentrationPanel
      standings={new Map([['p', { weight: undefined, share: undefined, rank: undefined, gap: undefined }]])}
    />,
  )
  expect(container.textContent).toBe('')
})
