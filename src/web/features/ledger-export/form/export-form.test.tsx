// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ExportForm } from './export-form.tsx'

afterEach(cleanup)

test('a typed time that cannot be read does not export the range before it', () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const onExport = vi.fn()
  const search = { partyId: 'a1'.repeat(32), from: '1711843200000000000' }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ExportForm search={search} onChange={() => undefined} onExport={onExport} onShow={undefined} />
    </QueryClientProvider>,
  )
  const from = screen.getByRole('textbox', { name: /^From/ })
  fireEvent.change(from, { target: { value: '17118432000' } })
  fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
  expect(onExport).not.toHaveBeenCalled()
  expect(screen.getByText(/From is a number whose unit is unclear/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Plain link in a new tab' })).toBeNull()
  fireEvent.change(from, { target: { value: '1711843200000' } })
  fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
  expect(onExport).toHaveBeenCalledTimes(1)
})
