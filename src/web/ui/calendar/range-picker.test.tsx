// @vitest-environment happy-dom
import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addressZone } from '../../preferences/use-preferences.ts'
import { RangePicker } from './range-picker.tsx'

const ns = (text: string): string => `${Date.parse(text)}000000`
const range = { from: ns('2026-11-10T00:00:00Z'), to: ns('2026-11-12T00:00:00Z') }

beforeEach(() => addressZone.set('utc'))
afterEach(cleanup)

/** Opens the picker as the browser does: it reports the opening of a popover by an event. */
function open(onChange: () => void) {
  const { container } = render(<RangePicker label="Choose the range" range={range} now={0n} onChange={onChange} />)
  const popup = container.querySelector('[popover]')
  if (!popup) throw new Error('no popover')
  const close = vi.fn()
  Object.assign(popup, { hidePopover: close })
  const event = createEvent('toggle', popup, { bubbles: false }, { EventType: 'Event' })
  fireEvent(popup, Object.assign(event, { newState: 'open' }))
  return close
}

const type = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
const show = () => fireEvent.click(screen.getByRole('button', { name: 'Show this range' }))

test('a range that is being typed requests nothing before it is whole', () => {
  const onChange = vi.fn()
  const close = open(onChange)
  type('From, UTC', '2026-11-11 06:00:00')
  expect(onChange).not.toHaveBeenCalled()
  show()
  expect(close).toHaveBeenCalledOnce()
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ from: ns('2026-11-11T06:00:00Z'), to: range.to })
})

test('a time that cannot be read, and an end before the start, keep the range that is shown', () => {
  const onChange = vi.fn()
  const close = open(onChange)
  type('From, UTC', 'yesterday-ish')
  show()
  type('From, UTC', '2026-11-13 00:00:00')
  show()
  expect(screen.getByRole('alert').textContent).toBe('From must be before To.')
  expect(onChange).not.toHaveBeenCalled()
  expect(close).not.toHaveBeenCalled()
})

test('an end that is emptied is open', () => {
  const onChange = vi.fn()
  open(onChange)
  type('To, UTC', '')
  show()
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ from: range.from })
})
