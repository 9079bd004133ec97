// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const words = /^This browser keeps nothing for Lyra/

/** Storage that takes nothing: full, or blocked for this site. */
const refuse = (name: string) => {
  const fail = () => {
    throw new DOMException('no room', name)
  }
  vi.stubGlobal('localStorage', { getItem: name === 'SecurityError' ? fail : () => null, setItem: fail })
}

beforeEach(() => void vi.resetModules())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each(['QuotaExceededError', 'SecurityError'])(
  'what the reader chose is not lost without a word, and that is said once: %s',
  async (name) => {
    refuse(name)
    const { preferences } = await import('./preferences/preferences.ts')
    const { Banner } = await import('./app/frame/banner.tsx')
    render(<Banner hasStatusLine />)
    expect(screen.queryByText(words)).toBeNull()
    preferences.set({ theme: 'light' })
    expect(await screen.findByText(words)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    preferences.set({ theme: 'dark' })
    expect(screen.queryByText(words)).toBeNull()
    expect(preferences.get().theme).toBe('dark')
  },
)

test('that no history can be kept is said too', async () => {
  const { saveHistories } = await import('./features/spam-statistics/history/spam-history-db.ts')
  const { storageFailure } = await import('./storage-failure.ts')
  await saveHistories([], 0, false)
  expect(storageFailure.get()).toBe(true)
})
