// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Button } from '../../ui/inputs/button.tsx'
import { IdForm } from './id-form.tsx'

afterEach(cleanup)
const id = 'c1'.repeat(32)
const open = (children?: ReactNode, takesSeveral = false) => {
  const choose = vi.fn<(id: string) => void>()
  render(
    <IdForm
      className={undefined}
      label="Party id"
      kind="party"
      known={{}}
      onChoose={choose}
      takesSeveral={takesSeveral}
    >
      {children}
    </IdForm>,
  )
  return { choose, field: screen.getByRole('combobox', { name: 'Party id' }) }
}

test('what is typed is shown by a button, which nothing typed disables', () => {
  const { choose, field } = open()
  const show = screen.getByRole<HTMLButtonElement>('button', { name: 'Show' })
  expect(show.disabled).toBe(true)
  fireEvent.change(field, { target: { value: `0x${id.toUpperCase()}` } })
  expect(show.disabled).toBe(false)
  fireEvent.click(show)
  expect(choose.mock.calls).toEqual([[id]])
})

test('a form with buttons of its own has no other', () => {
  open(<Button type="submit">Watch</Button>)
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Watch'])
})

test('several pasted keys are named as such, and none is sent as one long id', () => {
  const keys = [id, 'd2'.repeat(32)]
  const one = open()
  fireEvent.change(one.field, { target: { value: keys.join(', ') } })
  fireEvent.keyDown(one.field, { key: 'Escape' })
  expect(screen.getByText('These are 2 ids, and this field is for one. Choose one of them.')).toBeTruthy()
  fireEvent.submit(one.field)
  expect(one.choose).not.toHaveBeenCalled()
  cleanup()
  const all = open(<Button type="submit">Watch</Button>, true)
  fireEvent.change(all.field, { target: { value: keys.join(' ') } })
  fireEvent.submit(all.field)
  expect(all.choose.mock.calls).toEqual(keys.map((key) => [key]))
})
