// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { setNickname } from '../../preferences/set-preferences.ts'
import { preferences } from '../../preferences/preferences.ts'
import { IdChip } from './id-chip.tsx'

const id = `c6a278${'0'.repeat(52)}f4443b`

afterEach(() => {
  cleanup()
  preferences.reset()
})

test('shows both ends, keeps the whole id in title and name', () => {
  render(<IdChip id={id} to={`/parties/${id}`} />)
  const link = screen.getByRole('link')
  expect(link.textContent).toContain('c6a278\u2026f4443b')
  expect(screen.getByRole('link', { name: `party ${id}` })).toBe(link)
  expect(screen.getByTitle(id)).toBeTruthy()
})

test('a nickname is shown beside the id, never instead of it', () => {
  render(<IdChip id={id} />)
  act(() => setNickname(id, 'mm-bot-3'))
  expect(screen.getByText('mm-bot-3')).toBeTruthy()
  expect(screen.getByText('c6a278\u2026f4443b')).toBeTruthy()
})

test('a link stays in the page and keeps the browser its modified clicks', () => {
  render(<IdChip id={id} to={`/parties/${id}`} />)
  const link = screen.getByRole('link')
  expect(fireEvent.click(link)).toBe(false)
  expect(location.pathname).toBe(`/parties/${id}`)
  expect(fireEvent.click(link, { metaKey: true })).toBe(true)
})

test('copies the full id', async () => {
  const written: string[] = []
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void written.push(text) },
  })
  render(<IdChip id={id} copy />)
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Copy full party id' })))
  expect(written).toEqual([id])
  expect(screen.getByRole('status').textContent).toBe('Copied')
})
