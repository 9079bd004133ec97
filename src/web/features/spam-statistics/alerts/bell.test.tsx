// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { AlertSettings } from './bell.tsx'

vi.mock('../../../ui/inputs/anchor.tsx', async (original) => ({ ...(await original<object>()), Anchor: () => null }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  ['denied', /^Not shown .*A test/],
  ['granted', /^Last sent .*A test/],
] as const)(
  'a reader whose browser blocks notifications is not told that one was sent: %s',
  async (permission, words) => {
    vi.stubGlobal(
      'Notification',
      class extends EventTarget {
        static readonly permission = permission
      },
    )
    render(<AlertSettings />)
    fireEvent.click(screen.getByRole('button', { name: 'Send a test' }))
    expect(await screen.findByText(words)).toBeTruthy()
  },
)
