// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useNow } from '../use-now.ts'
import { Freshness } from './freshness.tsx'

const start = 1_800_000_000_000
beforeEach(() => void vi.useFakeTimers({ now: start }))
afterEach(() => {
  cleanup()
  see(true)
  vi.useRealTimers()
})

function see(visible: boolean): void {
  Object.defineProperty(document, 'hidden', { value: !visible, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

let drawn = 0
function Age() {
  useEffect(() => void (drawn += 1))
  return <output>{useNow((now) => (now - start) / 1000)}</output>
}
const pass = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
const shown = (): string => screen.getByRole('status').textContent

test('a hidden page draws no ages, and has the right one when it is seen again', async () => {
  render(<Age />)
  await pass(3_000)
  expect(shown()).toBe('3')
  act(() => see(false))
  drawn = 0
  await pass(600_000)
  expect(drawn).toBe(0)
  act(() => see(true))
  expect(shown()).toBe('603')
  await pass(1_000)
  expect(shown()).toBe('604')
})

function Minutes() {
  useEffect(() => void (drawn += 1))
  return <output>{useNow((now) => Math.floor((now - start) / 60_000))}</output>
}

test('an age in minutes is drawn once a minute, not each second', async () => {
  render(<Minutes />)
  drawn = 0
  await pass(59_000)
  expect(drawn).toBe(0)
  await pass(1_000)
  expect([drawn, shown()]).toEqual([1, '1'])
})

test('nothing ticks when no age is shown', () => {
  const { unmount } = render(<Age />)
  expect(vi.getTimerCount()).toBe(1)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})

test('the age of a response is beside the refresh button, which sends one request at a time', async () => {
  const refetch = vi.fn<() => void>()
  const query = { dataUpdatedAt: 0, isFetching: false, refetch }
  const { rerender } = render(<Freshness query={query} />)
  expect(screen.getByText('Not loaded')).toBeTruthy()
  rerender(<Freshness query={{ ...query, isFetching: true }} />)
  expect(screen.getByText('Loading…')).toBeTruthy()
  rerender(<Freshness query={{ ...query, dataUpdatedAt: start }} />)
  expect(document.body.textContent).toBe('Updated now')
  await pass(12_000)
  expect(document.body.textContent).toBe('Updated 12 s ago')
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(refetch).toHaveBeenCalledOnce()
  rerender(<Freshness query={{ ...query, dataUpdatedAt: start, isFetching: true }} />)
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(refetch).toHaveBeenCalledOnce()
})

test('a thing that the node does not have is not called not loaded: the node has answered', () => {
  const error = Object.assign(new Error(), {
    kind: 'unknown',
    url: 'http://node/',
    at: start,
    message: 'not found',
  } as const)
  render(<Freshness query={{ dataUpdatedAt: 0, isFetching: false, refetch: () => undefined, error }} />)
  expect(screen.queryByText('Not loaded')).toBeNull()
})
