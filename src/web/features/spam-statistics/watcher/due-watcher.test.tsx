// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DueWatcher } from './due-watcher.tsx'
import { useWatched } from './watched.ts'

const told = vi.hoisted(() => vi.fn<(text: string) => void>())
vi.mock('../../../ui/overlays/toast.tsx', () => ({ toast: told }))

let isAway = false
let asked = 0
vi.mock('./watcher.tsx', () => ({
  get Watcher() {
    asked += 1
    if (isAway) throw new TypeError('Failed to fetch dynamically imported module')
    return () => 'watching'
  },
}))

function Shell({ party }: { party?: string }) {
  return (
    <>
      <DueWatcher />
      {party !== undefined && <Page party={party} />}
    </>
  )
}
function Page({ party }: { party: string }) {
  useWatched([party])
  return null
}
const pass = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))

beforeEach(() => {
  vi.useFakeTimers()
  isAway = false
  asked = 0
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a page without a party loads no watcher, and one with a party does', async () => {
  const { rerender } = render(<Shell />)
  await pass(60_000)
  expect(asked).toBe(0)
  rerender(<Shell party="a1" />)
  await pass(0)
  expect(screen.getByText('watching')).toBeTruthy()
})

test('a watcher whose code could not be loaded says so once, breaks no page, and watches once it can', async () => {
  isAway = true
  render(<Shell party="a1" />)
  await pass(25_000)
  expect(screen.queryByText('watching')).toBeNull()
  expect(told.mock.calls).toEqual([[expect.stringMatching(/^Alerts are not running/)]])
  isAway = false
  await pass(10_000)
  expect(screen.getByText('watching')).toBeTruthy()
})
