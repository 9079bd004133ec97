// @vitest-environment happy-dom
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { retry } from '../../client/node-failure.ts'
import { preferences } from '../../preferences/preferences.ts'
import { positionsQuery } from './positions.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('positions are retried on a dead node as often as anything else, not four times as often', async () => {
  preferences.set({ node: 'https://positions.example' })
  const asked = vi.fn(() => Promise.reject(new TypeError('no connection')))
  vi.stubGlobal('fetch', asked)
  const client = new QueryClient({ defaultOptions: { queries: { retry, retryDelay: 0, networkMode: 'always' } } })
  const observer = new QueryObserver(client, positionsQuery('ab'.repeat(32)))
  const stop = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(observer.getCurrentResult().status).toBe('error'), 10_000)
  stop()
  expect(asked).toHaveBeenCalledTimes(4)
})

test('a watched party without liquidity is not asked for positions four times a minute; for alerts it is', async () => {
  vi.useFakeTimers()
  preferences.set({ node: 'https://no-positions.example' })
  const page = { edges: [], pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: '', endCursor: '' } }
  const asked = vi.fn(async () => Response.json({ liquidityProviders: page }))
  vi.stubGlobal('fetch', asked)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  const askedIn = async (party: string, absentMs?: number): Promise<number> => {
    asked.mockClear()
    const stop = new QueryObserver(client, positionsQuery(party.repeat(32), absentMs)).subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(119_000)
    stop()
    return asked.mock.calls.length
  }
  expect(await askedIn('ab', 60_000)).toBe(2)
  expect(await askedIn('cd')).toBe(8)
})
