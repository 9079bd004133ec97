import { createServer } from 'node:http'
import { once } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import { listMarginModes } from '../../wire/margin-modes.ts'
import { failureWords } from '../ui/feedback/failure-view.ts'
import { openLimiterPort } from '../../../tests/web/ledger.ts'
import { receive } from '../ledger/stream/receive.ts'
import { ask } from './request.ts'

afterEach(() => vi.unstubAllGlobals())

/** A node that redirects every request to another of its own addresses, and counts them. */
async function redirectingNode() {
  let requests = 0
  const server = createServer((_, response) => {
    requests += 1
    response.writeHead(302, { Location: `/again/${requests}` }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return { base: `http://127.0.0.1:${port}`, requests: () => requests, [Symbol.dispose]: () => void server.close() }
}

const exportOptions = (url: string) => ({
  url,
  signal: new AbortController().signal,
  limiter: openLimiterPort(),
  timeoutMs: 5000,
  onBytes: () => undefined,
})

test('a node that redirects in a circle costs one request of the budget, not twenty', async () => {
  using node = await redirectingNode()
  const failure = await ask(listMarginModes, {}, { base: node.base }).catch((error: unknown) => error)
  expect(failure).toMatchObject({ kind: 'redirect' })
  expect(node.requests()).toBe(1)
})

test('the ledger export follows no redirect either', async () => {
  using node = await redirectingNode()
  const received = await receive(exportOptions(`${node.base}/export`) as never, new WritableStream())
  expect(received).toMatchObject({
    ending: 'refused',
    status: 0,
    error: { message: expect.stringContaining('redirect') },
  })
  expect(node.requests()).toBe(1)
})

test('a browser hides where a redirect leads: the failure says so and what to do', async () => {
  const opaque = { type: 'opaqueredirect', status: 0, ok: false, headers: new Headers(), body: null }
  const fetch = vi.fn(async (_: string, init: RequestInit) => (init.redirect === 'manual' ? opaque : Promise.reject()))
  vi.stubGlobal('fetch', fetch)
  const failure = await ask(listMarginModes, {}, { base: 'https://moved.example' }).catch((error: unknown) => error)
  expect(failure).toMatchObject({ kind: 'redirect', url: 'https://moved.example/api/v2/margin-modes' })
  const { title, text } = failureWords(failure as never, 'the margin modes')
  expect(`${title}. ${text}`).toMatch(/answers with a redirect\. Enter the address it leads to in Settings/)
  expect(fetch).toHaveBeenCalledTimes(1)
})
