// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { preferences } from '../../preferences/preferences.ts'
import { ColumnsPanel } from './columns-menu.tsx'

const columns = [
  { id: 'party', header: 'Party', size: 200, fixed: true },
  { id: 'market', header: 'Market', size: 120 },
  { id: 'mode', header: 'Mode', size: 100, hidden: true },
]

beforeEach(() => {
  preferences.reset()
  render(<ColumnsPanel list="modes" columns={columns} at="market" />)
})
afterEach(cleanup)

const names = (): string[] =>
  screen.getAllByRole('listitem').map((item) => item.querySelector('label')?.textContent ?? '')
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const kept = () => preferences.get().columns['modes']

test('columns are shown and hidden, one that names the row cannot be taken away', () => {
  expect(['Party', 'Market', 'Mode'].map((name) => box(name).checked)).toEqual([true, true, false])
  expect(box('Party').disabled).toBe(true)
  fireEvent.click(box('Mode'))
  fireEvent.click(box('Market'))
  expect(kept()?.hidden).toEqual(['market'])
})

test('columns are moved as far as their ends', () => {
  expect([button('Move Party left').disabled, button('Move Mode right').disabled]).toEqual([true, true])
  fireEvent.click(button('Move Mode left'))
  expect(names()).toEqual(['Party', 'Mode', 'Market'])
  fireEvent.click(button('Move Mode left'))
  expect(names()).toEqual(['Mode', 'Party', 'Market'])
})

test('pinned columns come first and are moved among themselves', () => {
  fireEvent.click(button('Pin Market at the left'))
  expect(names()).toEqual(['Market', 'Party', 'Mode'])
  expect(button('Pin Market at the left').getAttribute('aria-pressed')).toBe('true')
  expect([button('Move Market right').disabled, button('Move Party left').disabled]).toEqual([true, true])
  fireEvent.click(button('Pin Market at the left'))
  expect(names()).toEqual(['Party', 'Market', 'Mode'])
})

test('columns are sized without a pointer, never to nothing, and all is given back at once', () => {
  fireEvent.click(button('Wider Market'))
  const wider = kept()?.sizes['market'] ?? 0
  expect(wider).toBeGreaterThan(120)
  for (let press = 0; press < 20; press += 1) fireEvent.click(button('Narrower Market'))
  expect(kept()?.sizes['market']).toBeGreaterThanOrEqual(48)
  expect(kept()?.sizes['market']).toBeLessThan(120)
  fireEvent.click(button('Reset columns'))
  expect(kept()).toBeUndefined()
})

test('rows are made dense for every list from here', () => {
  fireEvent.click(button('Dense'))
  expect(preferences.get().density).toBe('dense')
})
