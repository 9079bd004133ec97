// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Dialog, firstFocus, firstSelected } from './dialog.tsx'

afterEach(cleanup)

test.each([
  ['what is typed replaces the name that is offered', firstSelected, 0],
  ['what is typed goes on after text that was typed before', firstFocus, 4],
])('a field takes the focus when its dialog opens: %s', (_, first, start) => {
  render(
    <StrictMode>
      <Dialog label="Save" className="" onClose={() => undefined}>
        <button type="button">Close</button>
        <input aria-label="Name" defaultValue="here" ref={first} />
      </Dialog>
    </StrictMode>,
  )
  const field = screen.getByLabelText<HTMLInputElement>('Name')
  expect(document.activeElement).toBe(field)
  expect([field.selectionStart, field.selectionEnd]).toEqual([start, 4])
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
