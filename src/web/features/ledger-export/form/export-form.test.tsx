// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { preferences } from '../../../preferences/preferences.ts'
import { ExportForm } from './export-form.tsx'

const party = 'c6a278'.padEnd(58, '0') + 'f4443b'

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

test('a key pasted with what stood around it, or a name, is not exported as another party', () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  preferences.set({ nicknames: { [party]: 'mm-bot-3' } })
  const onChange = vi.fn()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ExportForm search={{}} onChange={onChange} onExport={() => undefined} onShow={undefined} />
    </QueryClientProvider>,
  )
  const field = screen.getByRole('combobox', { name: 'Party' })
  for (const typed of [`"0x${party.toUpperCase()}",`, `partyId: ${party};`, `${party.slice(0, 30)} ${party.slice(30)}`])
    fireEvent.change(field, { target: { value: typed } })
  fireEvent.change(field, { target: { value: 'MM-bot-3' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(onChange.mock.calls).toEqual(Array.from({ length: 4 }, () => [{ partyId: party }, false]))
})
