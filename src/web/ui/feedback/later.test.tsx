// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { hurry, later, onDemand, untilItComes } from './later.tsx'

afterEach(cleanup)

const Part = () => <p>here</p>
const broken = async (): Promise<ComponentType> => {
  throw new Error('no network')
}

test('a part for later is not asked for before the first picture, and its place is kept', async () => {
  const load = vi.fn<() => Promise<ComponentType>>(async () => Part)
  const Later = later(load, <p>waiting</p>)
  render(<Later />)
  await screen.findByText('waiting')
  expect(load).not.toHaveBeenCalled()
  hurry()
  await screen.findByText('here')
})

test('a part that cannot be loaded does not look as if it were still coming', async () => {
  const Later = later(broken, <p>waiting</p>)
  render(<Later />)
  await screen.findByText(/could not be loaded/)
  expect(screen.queryByText('waiting')).toBeNull()
})

test('a part that the network swallowed comes when the network is back', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = vi
    .fn<() => Promise<ComponentType>>()
    .mockRejectedValueOnce(new Error('no network'))
    .mockResolvedValue(Part)
  const Later = later(load, <p>waiting</p>)
  render(<Later />)
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  await screen.findByText('waiting')
  online.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  await screen.findByText('here')
  expect(load).toHaveBeenCalledTimes(2)
  online.mockRestore()
})

test('what may be wanted when nothing can be loaded has a plain stand-in', async () => {
  const OnDemand = onDemand(broken, { plain: () => <p>plain words</p> })
  render(<OnDemand />)
  await screen.findByText('plain words')
})

test('what works unseen is asked for until it comes, ever more rarely', async () => {
  vi.useFakeTimers()
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('no network'))
  const part = untilItComes(load)
  await vi.advanceTimersByTimeAsync(60_000)
  const asked = load.mock.calls.length
  expect(asked).toBeGreaterThan(5)
  expect(asked).toBeLessThan(10)
  load.mockResolvedValue('here')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await part).toBe('here')
  vi.useRealTimers()
})
