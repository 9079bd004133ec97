// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stringifySearch } from '../../router/search.ts'
import { Filters } from './filters.tsx'
import type { MarginModesSearch } from './query.ts'

const id = 'c1'.repeat(32)

beforeEach(() => void vi.stubGlobal('fetch', () => new Promise(() => undefined)))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(search: MarginModesSearch): void {
  history.replaceState(null, '', `/margin-modes${stringifySearch(search)}`)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Filters search={search} />
    </QueryClientProvider>,
  )
}

test('the switch of the order says that it is by id', () => {
  show({})
  const order = screen.getByRole('group', { name: 'Order (by id)' })
  expect(screen.getByText('Order (by id)')).toBeTruthy() // visible, not for screen readers alone
  expect(within(order).getByRole('button', { name: 'Highest id first' }).getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(within(order).getByRole('button', { name: 'Lowest id first' }))
  expect(location.search).toBe('?pagination.newestFirst=false')
})

test('the filter by mode says that it looks through loaded rows only', () => {
  show({})
  expect(screen.getByText('Mode (loaded rows)')).toBeTruthy()
  const mode = screen.getByRole('group', { name: 'Mode (loaded rows)' })
  fireEvent.click(within(mode).getByRole('button', { name: 'Isolated' }))
  expect(location.search).toBe('?mode=isolated')
})

test('a changed filter closes the open row, and all filters are taken off at once', () => {
  show({ partyId: id, mode: 'cross', row: `m.${id}`, 'pagination.first': 100 })
  fireEvent.change(screen.getByRole('combobox', { name: 'Rows per page' }), { target: { value: '500' } })
  expect(location.search).toBe(`?partyId=${id}&mode=cross&pagination.first=500`)
  fireEvent.click(screen.getByRole('button', { name: 'Clear all' }))
  expect(location.search).toBe('?pagination.first=500')
  cleanup()
  show({ 'pagination.first': 100 })
  expect(screen.queryByRole('button', { name: 'Clear all' })).toBeNull()
})
