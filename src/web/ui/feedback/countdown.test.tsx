// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Countdown, steadySeconds } from './countdown.tsx'

const second = 1_000_000_000n
const start = 1_795_228_860_000_000_000n
/** The node's clock, which is not the browser's. */
const skew = 37n * second
const now = (): bigint => BigInt(Date.now()) * 1_000_000n + skew

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(Number((start - skew) / 1_000_000n))
})
afterEach(() => {
  cleanup()
  see(true)
  vi.useRealTimers()
})

/** Hides or shows the page. */
function see(visible: boolean): void {
  Object.defineProperty(document, 'hidden', { value: !visible, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

const shown = (): string => screen.getByRole('timer').textContent
const pass = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))

test('time left is rounded up and by the given clock', async () => {
  render(<Countdown until={start + 2n * second + 1n} now={now} />)
  expect(shown()).toBe('00:00:03')
  await pass(10)
  expect(shown()).toBe('00:00:02')
})

test('it never shows zero before the end, and reports the end once', async () => {
  const onEnd = vi.fn()
  render(<Countdown until={start + 90n * second} now={now} onEnd={onEnd} />)
  await pass(89_990)
  expect(shown()).toBe('00:00:01')
  expect(onEnd).not.toHaveBeenCalled()
  await pass(20)
  expect(shown()).toBe('00:00:00')
  await pass(60_000)
  expect(onEnd).toHaveBeenCalledTimes(1)
})

test('a later end starts again', async () => {
  const onEnd = vi.fn()
  const { rerender } = render(<Countdown until={start + second} now={now} onEnd={onEnd} />)
  await pass(1_100)
  rerender(<Countdown until={start + 5n * second} now={now} onEnd={onEnd} />)
  expect(shown()).toBe('00:00:04')
  await pass(4_000)
  expect(onEnd).toHaveBeenCalledTimes(2)
})

test('listeners hear milestones, not seconds', async () => {
  render(<Countdown until={start + 62n * second} now={now} />)
  const said = (): string => screen.getByRole('status').textContent
  expect(said()).toBe('')
  await pass(2_100)
  expect(said()).toBe('1 minute left')
  await pass(20_000)
  expect(said()).toBe('1 minute left')
  await pass(30_000)
  expect(said()).toBe('10 seconds left')
  await pass(10_000)
  expect(said()).toBe('Time is up')
})

test('a clock known better never takes the count back a little, a clock that was set does', () => {
  expect(steadySeconds(undefined, 31)).toBe(31)
  expect(steadySeconds(30, 31)).toBe(30)
  expect(steadySeconds(30, 32)).toBe(30)
  expect(steadySeconds(30, 33)).toBe(33)
  expect(steadySeconds(30, 12)).toBe(12)
  expect(steadySeconds(0, 1)).toBe(0)
})

test('what is shown stays or falls while the clock wavers', async () => {
  let waver = 0n
  render(<Countdown until={start + 60n * second} now={() => now() + waver} />)
  const seen: string[] = []
  for (const step of [0n, -400n, 300n, -900n, 900n, -1500n, 0n]) {
    waver = step * 1_000_000n
    await pass(1_000)
    seen.push(shown())
  }
  expect(seen).toEqual([...seen].sort().toReversed())
})

test('a hidden page waits only for the end, and counts again when it is visible', async () => {
  const onEnd = vi.fn()
  let asked = 0
  const clock = () => {
    asked += 1
    return now()
  }
  render(<Countdown until={start + 600n * second} now={clock} onEnd={onEnd} />)
  await pass(10_000)
  act(() => see(false))
  asked = 0
  await pass(300_000)
  expect(asked).toBe(0)
  act(() => see(true))
  expect(shown()).toBe('00:04:50')
  act(() => see(false))
  await pass(289_990)
  expect(onEnd).not.toHaveBeenCalled()
  await pass(20)
  expect(onEnd).toHaveBeenCalledTimes(1)
})

test('an end 400 days away is counted, longer than a timer can wait', async () => {
  const onEnd = vi.fn()
  act(() => see(false))
  render(<Countdown until={start + 400n * 86_400n * second} now={now} onEnd={onEnd} />)
  expect(shown()).toBe('400 d 00:00:00')
  await pass(399 * 86_400_000)
  expect(onEnd).not.toHaveBeenCalled()
  await pass(86_400_010)
  expect(onEnd).toHaveBeenCalledTimes(1)
})
