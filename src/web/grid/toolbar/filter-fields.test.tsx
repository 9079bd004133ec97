// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { preferences } from '../../preferences/preferences.ts'
import { IdField, MarketField } from './filters.tsx'

const id = 'c6a278f436df6b552c4ff419b1bf960b8c2a68050219e868729098b6a4f4443b'

beforeEach(() => {
  localStorage.clear()
  preferences.reset()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const client = new QueryClient()
const within = (element: ReactElement) => <QueryClientProvider client={client}>{element}</QueryClientProvider>
const show = (element: ReactElement) => render(within(element))
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)

test('an id is requested on Enter or blur, not for each letter', () => {
  const onChange = vi.fn()
  show(<IdField label="Party" value={undefined} onChange={onChange} />)
  fireEvent.change(field('Party'), { target: { value: ` ${id} ` } })
  expect(onChange).not.toHaveBeenCalled()
  fireEvent.keyDown(field('Party'), { key: 'Enter' })
  expect(onChange).toHaveBeenCalledWith(id)
})

test('what is no id is marked and may be tried all the same', () => {
  const onChange = vi.fn()
  show(<IdField label="Party" value={undefined} onChange={onChange} />)
  fireEvent.change(field('Party'), { target: { value: 'abc' } })
  expect(screen.getByText(/Not a 64-character id/)).toBeTruthy()
  fireEvent.blur(field('Party'))
  expect(onChange).toHaveBeenCalledWith('abc')
})

test('a nickname is replaced by its id, and an emptied field removes the filter', () => {
  preferences.set({ nicknames: { [id]: 'mm-bot-3' } })
  const onChange = vi.fn()
  const { rerender } = show(<IdField label="Party" value={undefined} onChange={onChange} />)
  fireEvent.change(field('Party'), { target: { value: 'MM-bot-3' } })
  expect(screen.queryByText(/Not a 64-character id/)).toBeNull()
  fireEvent.keyDown(field('Party'), { key: 'Enter' })
  expect(onChange).toHaveBeenLastCalledWith(id)
  rerender(within(<IdField label="Party" value={id} onChange={onChange} />))
  fireEvent.change(field('Party'), { target: { value: '' } })
  fireEvent.blur(field('Party'))
  expect(onChange).toHaveBeenLastCalledWith(undefined)
})

test('a node that lists no markets turns the picker into a field for a pasted id', async () => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response('{"code":5,"message":"Not Found","details":[]}', { status: 404 })),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const onChange = vi.fn()
  render(
    <QueryClientProvider client={client}>
      <MarketField value={undefined} onChange={onChange} none="All markets" />
    </QueryClientProvider>,
  )
  expect(screen.getByRole('combobox', { name: 'Market' }).tagName).toBe('SELECT')
  await screen.findByPlaceholderText('Market id')
  fireEvent.change(field('Market'), { target: { value: id } })
  fireEvent.keyDown(field('Market'), { key: 'Enter' })
  expect(onChange).toHaveBeenCalledWith(id)
})
