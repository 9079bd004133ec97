// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Banner } from '../../../app/frame/banner.tsx'
import { DueWatcher } from './due-watcher.tsx'
import { useWatched } from './watched.ts'

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
      <Banner hasStatusLine />
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

test('while the watcher’s code could not be loaded every page says that alerts are not running', async () => {
  isAway = true
  const { rerender } = render(<Shell party="a1" />)
  await pass(60_000)
  expect(screen.queryByText('watching')).toBeNull()
  expect(screen.getAllByText(/alerts are not running/)).toHaveLength(1)
  rerender(<Shell />)
  expect(screen.queryByText(/alerts are not running/)).toBeNull()
  rerender(<Shell party="a1" />)
  await pass(0)
  expect(screen.getByText(/alerts are not running/)).toBeTruthy()
  isAway = false
  await pass(10_000)
  expect(screen.getByText('watching')).toBeTruthy()
  expect(screen.queryByText(/alerts are not running/)).toBeNull()
})
