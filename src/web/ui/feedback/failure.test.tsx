// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { failureText } from './failure-view.ts'
import { FailureNotice } from './failure.tsx'
import type { Failure } from '../../format/failure.ts'

const at = Date.parse('2026-11-21T02:04:31.882Z')
const url = 'http://node.example/api/v2/candle?candleId=it%27s'
const failure = (extra: Partial<Failure>): Failure => ({ kind: 'answer', message: '', url, at, ...extra })

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const heading = (): string => screen.getByRole('heading').textContent

test('an error body is shown in full: status, code, message, detail, inner, request, time', () => {
  const answered = failure({
    status: 500,
    code: 13,
    message: 'Internal error',
    detail: { code: 60001, message: 'failed to get candle data', inner: 'no candle exists' },
    took: 214,
    attempt: 3,
  })
  const onRetry = vi.fn()
  const { container } = render(<FailureNotice failure={answered} what="these candles" onRetry={onRetry} />)
  expect(heading()).toBe('Could not load these candles')
  for (const text of [
    'The node reported an error: 500, code 13, Internal error.',
    '60001, failed to get candle data',
    'no candle exists',
    'GET /api/v2/candle?candleId=it%27s',
    '21 Nov 2026, 02:04:31.882 UTC, after 214 ms, attempt 3',
  ]) {
    expect(container.textContent).toContain(text)
  }
  // A page of several failed panels would have several primary buttons.
  expect(container.querySelector('[class*=primary]')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(onRetry).toHaveBeenCalledTimes(1)
})

test('the sentence of a message that ends with a full stop has one', () => {
  const view = failure({ status: 501, code: 12, message: 'An archive has no core node.' })
  const { container } = render(<FailureNotice failure={view} what="its limits" onRetry={() => {}} />)
  expect(container.textContent).toContain('501, code 12, An archive has no core node.')
  expect(container.textContent).not.toContain('..')
})

test.each([
  [failure({ kind: 'absent', status: 404, code: 5 }), 'Could not load these candles', 'This node does not offer it'],
  [failure({ kind: 'unknown', status: 404, code: 5 }), 'Could not find these candles', 'The node does not know it'],
  [failure({ kind: 'redirect' }), 'Could not load these candles', 'Lyra follows no redirect'],
  [failure({ kind: 'fault' }), 'Lyra failed to show these candles', 'This is an error in Lyra'],
  [failure({ status: 400, code: 3 }), 'Could not load these candles', 'The node refused the request'],
  [failure({ kind: 'limited', status: 429 }), 'Waiting to load these candles', 'Rate limited by the node'],
  [failure({ kind: 'banned', status: 403 }), 'Could not load these candles', 'The node has banned your IP'],
  [failure({ kind: 'offline' }), 'Could not load these candles', 'No network connection'],
  [failure({ kind: 'unreachable' }), 'Could not load these candles', 'The node cannot be reached'],
  [failure({ kind: 'unreachable', url: 'http://node:6000/' }), 'Could not load these candles', 'nothing to port 6000'],
  [failure({ kind: 'unreachable', status: 200 }), 'Could not load these candles', 'its response broke off'],
  [failure({ kind: 'timeout', took: 10_004 }), 'Could not load these candles', 'The node took too long'],
  [failure({ kind: 'malformed', status: 200 }), 'Could not load these candles', 'The response could not be read'],
])('what is missing comes first, and each kind has a cause of its own', (view, title, cause) => {
  render(<FailureNotice failure={view} what="these candles" onRetry={() => {}} />)
  expect(heading()).toBe(title)
  expect(screen.getByRole('alert').textContent).toContain(cause)
  expect(screen.getByRole('button', { name: 'Copy as curl' })).toBeTruthy()
})

test('while limited or banned there is no retry button, and the request is repeated when the time has come', async () => {
  vi.useFakeTimers()
  vi.setSystemTime(at)
  const onRetry = vi.fn()
  const limited = failure({ kind: 'limited', status: 429, until: at + 8_000 })
  render(<FailureNotice failure={limited} what="these candles" onRetry={onRetry} />)
  expect(screen.getByRole('timer').textContent).toBe('00:00:08')
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  await act(async () => void (await vi.advanceTimersByTimeAsync(7_900)))
  expect(onRetry).not.toHaveBeenCalled()
  await act(async () => void (await vi.advanceTimersByTimeAsync(200)))
  expect(onRetry).toHaveBeenCalledTimes(1)
})

test('one pause of the node in use has one countdown, that of the banner, and the request is still repeated', async () => {
  vi.useFakeTimers()
  vi.setSystemTime(at)
  const onRetry = vi.fn()
  const own = { url: `${location.origin}/api/v2/margin-modes`, until: at + 8_000 }
  render(<FailureNotice failure={failure({ kind: 'banned', status: 403, ...own })} what="these" onRetry={onRetry} />)
  expect(screen.queryByRole('timer')).toBeNull()
  expect(screen.getByText('Loads when the ban ends.')).toBeTruthy()
  await act(async () => void (await vi.advanceTimersByTimeAsync(7_900)))
  expect(onRetry).not.toHaveBeenCalled()
  await act(async () => void (await vi.advanceTimersByTimeAsync(200)))
  expect(onRetry).toHaveBeenCalledTimes(1)
})

test('the copied text is whole', () => {
  const text = failureText(failure({ status: 500, code: 13, message: 'Internal error' }), 'these candles')
  expect(text).toContain(`request: GET ${url}`)
  expect(text).toContain('at: 2026-11-21T02:04:31.882Z')
})
