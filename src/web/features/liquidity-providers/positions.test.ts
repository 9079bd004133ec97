// @vitest-environment happy-dom
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { retry } from '../../client/node-failure.ts'
import { preferences } from '../../preferences/preferences.ts'
import { positionsQuery } from './positions.ts'

afterEach(() => vi.unstubAllGlobals())

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
