// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Dialog, firstFocus } from './dialog.tsx'

afterEach(cleanup)

test('a field with autofocus keeps it, with its text selected', () => {
  render(
    <StrictMode>
      <Dialog label="Save" className="" onClose={() => undefined}>
        <button type="button">Close</button>
        <input aria-label="Name" defaultValue="here" ref={firstFocus} />
      </Dialog>
    </StrictMode>,
  )
  const field = screen.getByLabelText<HTMLInputElement>('Name')
  expect(document.activeElement).toBe(field)
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 4])
})

test('a dialog that another one replaces does not close that one', async () => {
  const closed = vi.fn<() => void>()
  const { unmount } = render(
    <Dialog label="Menu" className="" onClose={closed}>
      <button type="button">Close</button>
    </Dialog>,
  )
  unmount()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(closed).not.toHaveBeenCalled()
})
