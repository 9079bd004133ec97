import { expose, wrap } from 'comlink'
import { expect, test, vi } from 'vitest'
import { rateLimiterOf, limiterPortOf, workerLimiterPort } from './node-rate-limiter.ts'
import { receive } from '../ledger/stream/receive.ts'
import { type LimiterPort } from '../../client/limiter-port.ts'
import { openLimiterPort } from '../../../tests/web/ledger.ts'

const into = () => new WritableStream<Uint8Array>()
const asking = (limiter: LimiterPort) => ({
  url: 'http://node/export',
  signal: new AbortController().signal,
  limiter,
  timeoutMs: 1000,
  onBytes: () => {},
})
const answer = (status: number, headers: Record<string, string> = {}, text = 'slow down') => {
  const fetch = vi.fn<() => Promise<Response>>(async () => new Response(text, { status, headers }))
  vi.stubGlobal('fetch', fetch)
  return fetch
}

test('an export spends one unit, and a 429 to it holds back every other question to the node', async () => {
  const limiter = limiterPortOf('http://limited')
  const budget = rateLimiterOf('http://limited')
  const { left } = budget.state()
  const fetch = answer(429, { 'Retry-After': '60' })
  const received = await receive(asking(limiter), into())
  expect(received).toMatchObject({ ending: 'refused', status: 429, limit: { kind: 'limited' } })
  expect(received.limit?.until).toBeGreaterThan(Date.now() + 50_000)
  expect(budget.state()).toMatchObject({ left: 0, pausedUntil: received.limit?.until })
  expect(left).toBe(100)
  await expect(budget.acquire()).rejects.toThrow('pause')
  expect(await receive(asking(limiter), into())).toMatchObject({
    ending: 'refused',
    status: undefined,
    limit: { kind: 'limited' },
  })
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('a ban that an export meets is silence for all', async () => {
  const fetch = answer(403, { 'Ratelimit-Retry-After': '600' }, '{"error":{"code":7,"message":"temporarily banned"}}')
  const received = await receive(asking(limiterPortOf('http://banned')), into())
  expect(received).toMatchObject({ ending: 'refused', status: 403, limit: { kind: 'banned' } })
  expect(rateLimiterOf('http://banned').state().bannedUntil).toBe(received.limit?.until)
  expect((await receive(asking(limiterPortOf('http://banned')), into())).limit?.kind).toBe('banned')
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('a refusal that does not come from the limiter delays no request', async () => {
  answer(403, {}, 'not allowed')
  expect(await receive(asking(limiterPortOf('http://closed')), into())).toMatchObject({ status: 403, limit: undefined })
  expect(rateLimiterOf('http://closed').state()).toMatchObject({ pausedUntil: 0, bannedUntil: 0 })
})

test('an export that streams for minutes does not keep its turn', async () => {
  const limiter = openLimiterPort()
  vi.stubGlobal('fetch', async () => new Response(new ReadableStream()))
  const stop = new AbortController()
  void receive({ ...asking(limiter), signal: stop.signal, timeoutMs: 300 }, into())
  await vi.waitFor(() => expect(limiter.passed).toEqual(['enter', 200]))
  stop.abort()
})

test('stopped while it waits for its turn: nothing is sent, and the turn is given back', async () => {
  const fetch = answer(200)
  const limiter = openLimiterPort()
  let open = (): void => {}
  limiter.acquire = () => new Promise((resolve) => (open = () => resolve(undefined)))
  const stop = new AbortController()
  const received = receive({ ...asking(limiter), signal: stop.signal }, into())
  stop.abort()
  expect((await received).ending).toBe('stopped')
  open()
  await vi.waitFor(() => expect(limiter.passed).toEqual(['nothing']))
  expect(fetch).not.toHaveBeenCalled()
})

/** A port as a worker reaches it, and the page's end of it. */
function linked(limiter: LimiterPort) {
  const { port1, port2 } = new MessageChannel()
  const { port, end } = workerLimiterPort(limiter)
  expose(port, port1)
  return {
    remote: wrap<LimiterPort>(port2),
    end,
    close: () => {
      port1.close()
      port2.close()
    },
  }
}

test('a worker passes the limiter of its page', async () => {
  const limiter = openLimiterPort()
  const { remote, close } = linked(limiter)
  expect(await remote.acquire()).toBeUndefined()
  await remote.release({ status: 200, headers: [], text: '', sentAt: 1 })
  limiter.acquire = async () => ({ kind: 'banned', message: 'no', until: 5 })
  expect(await remote.acquire()).toEqual({ kind: 'banned', message: 'no', until: 5 })
  expect(limiter.passed).toEqual(['enter', 200])
  close()
})

test('a worker that is ended in the middle leaves no turn behind that would limit up the others', async () => {
  const limiter = openLimiterPort()
  const { remote, end, close } = linked(limiter)
  await remote.acquire()
  end()
  expect(limiter.passed).toEqual(['enter', 'nothing'])
  void remote.acquire()
  await vi.waitFor(() => expect(limiter.passed).toEqual(['enter', 'nothing', 'enter', 'nothing']))
  close()
})
