// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { preferences } from '../../../preferences/preferences.ts'
import { SlaLine } from './sla-line.tsx'

beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a watched party without liquidity is asked twice in nine minutes, and not drawn again as its answer ages', async () => {
  preferences.set({ node: 'https://no-liquidity.example' })
  const page = { edges: [], pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: '', endCursor: '' } }
  const asked = vi.fn<(url: string) => Promise<Response>>(async () => Response.json({ liquidityProviders: page }))
  vi.stubGlobal('fetch', asked)
  const drawn = vi.fn<() => void>()
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  render(
    <QueryClientProvider client={queries}>
      <Profiler id="line" onRender={drawn}>
        <SlaLine partyId={'ab'.repeat(32)} />
      </Profiler>
    </QueryClientProvider>,
  )
  for (let second = 0; second < 540; second += 1) await act(async () => void (await vi.advanceTimersByTimeAsync(1000)))
  expect(asked.mock.calls.filter(([url]) => url.includes('/liquidity/')).length).toBe(2)
  expect(drawn.mock.calls.length).toBeLessThanOrEqual(4)
})
