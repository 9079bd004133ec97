// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TabStop } from '../inputs/anchor.tsx'
import { Exact } from './exact.tsx'

const opened = vi.fn()
beforeEach(() => {
  HTMLElement.prototype.showPopover = opened
  HTMLElement.prototype.hidePopover = () => undefined
})
afterEach(() => {
  cleanup()
  opened.mockClear()
})

test('a rounded value can be focused, is described by its exact value and shows it', () => {
  render(<Exact exact="9.999x">10.0x</Exact>)
  const value = screen.getByTitle('9.999x')
  expect(value.textContent).toBe('10.0x')
  expect(value.tabIndex).toBe(0)
  act(() => value.focus())
  expect(opened).toHaveBeenCalledOnce()
  expect(value.textContent).toBe('10.0x9.999x')
  fireEvent.keyDown(value, { key: 'Escape' })
  expect(value.textContent).toBe('10.0x')
})

test('what is shown whole is no stop', () => {
  render(
    <>
      <Exact exact="0.1">0.1</Exact>
      <Exact exact={undefined}>–</Exact>
    </>,
  )
  expect(screen.getByTitle('0.1').tabIndex).toBe(-1)
  expect(screen.getByText('–').tabIndex).toBe(-1)
})

test('in a grid it is no stop: the grid shows the values of its active cell', () => {
  render(
    <TabStop value={-1}>
      <Exact exact="9.999x">10.0x</Exact>
    </TabStop>,
  )
  expect(screen.getByTitle('9.999x').tabIndex).toBe(-1)
  expect(screen.getByTitle('9.999x').textContent).toBe('10.0x')
})
