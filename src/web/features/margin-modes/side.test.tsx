// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { PartyMarginMode } from '../../../wire/margin-modes.ts'
import { listOfRows, type List } from '../../list/list.ts'
import { cross, isolated } from './leverage.ts'
import { MarginModesSide } from './side.tsx'

const party = (at: number): string => String(at).padStart(2, '0').repeat(32)
const row = (at: number, marginMode: string, marginFactor?: string): PartyMarginMode => ({
  marketId: 'm',
  partyId: party(at),
  marginMode: marginMode as PartyMarginMode['marginMode'],
  ...(marginFactor === undefined ? {} : { marginFactor }),
  atEpoch: '1',
})

/** Rows as they come, a page after another. */
function show(pages: readonly (readonly PartyMarginMode[])[], part: Partial<List<PartyMarginMode>> = {}): void {
  let startsAt = 0
  const chunks = pages.map((rows) => {
    const chunk = { startsAt, edges: rows.map((node) => ({ node, cursor: '' })) }
    startsAt += rows.length
    return chunk
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MarginModesSide listing={{ ...listOfRows(pages.flat()), pages: chunks, ...part }} />
    </QueryClientProvider>,
  )
}
const panel = (name: string) => screen.getByRole('region', { name })
const plain = (element: Element): string => element.textContent.replaceAll('\u00a0', ' ')

afterEach(cleanup)

// By hand: 3 cross and 4 isolated of 8 rows, one of another mode; leverages 10, 2 and 125, one row without a factor.
const market = [
  [row(1, cross), row(2, isolated, '0.1'), row(3, isolated, '0.5'), row(4, cross)],
  [row(5, isolated, '0.008'), row(6, isolated), row(7, 'MARGIN_MODE_OF_TOMORROW'), row(8, cross)],
]

test('the share of each mode is that of all loaded rows, and says of how many', () => {
  show(market)
  const modes = plain(panel('Modes'))
  expect(modes).toContain('all 8')
  for (const words of ['37.5 % cross, 3', '50.0 % isolated, 4', '12.5 % other, 1']) expect(modes).toContain(words)
  cleanup()
  show(market, { end: 'more' })
  expect(plain(panel('Modes'))).toContain('8 loaded')
})

test('leverages stand in their steps, with median and highest, and rows without a factor apart', () => {
  show(market)
  const leverage = panel('Leverage')
  const step = (name: string) => within(leverage).getByText(name).nextElementSibling?.nextElementSibling?.textContent
  expect(['2 to 3x', '10 to 20x', '100x and over', '20 to 50x'].map(step)).toEqual(['1', '1', '1', '0'])
  const figure = (name: string) => plain(within(leverage).getByText(name).parentElement ?? leverage)
  expect(within(leverage).queryByText('below 1x'), 'nothing is below the lowest').toBeNull()
  expect(figure('Median')).toBe('Median10.0x')
  expect(figure('Highest')).toBe('Highest125.0x')
  expect(figure('No factor')).toBe('No factor1')
})

test('a market without isolated rows has no leverages, and nothing loaded has no shares', () => {
  show([[row(1, cross)]])
  expect(plain(panel('Modes'))).toContain('100.0 % cross, 1')
  expect(screen.queryByRole('region', { name: 'Leverage' })).toBeNull()
  cleanup()
  show([])
  expect(screen.queryByRole('region', { name: 'Modes' })).toBeNull()
})
