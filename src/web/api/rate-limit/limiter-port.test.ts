import { expect, test, vi } from 'vitest'
import { budgetOf } from './limiters.ts'
import { receive } from '../../features/ledger-export/engine/receive.ts'
import { type GateCall, type GateReply, remoteGate, servedGate } from './limiter-port-worker.ts'
import { type Gate, gateOf } from './limiter-port.ts'
import { openGate } from '../../features/ledger-export/engine/testing/ledger.ts'

const into = () => new WritableStream<Uint8Array>()
const asking = (gate: Gate) => ({
  url: 'http://node/export',
  signal: new AbortController().signal,
  gate,
  timeoutMs: 1000,
  onBytes: () => {},
})
const answer = (status: number, headers: Record<string, string> = {}, text = 'slow down') => {
  const fetch = vi.fn<() => Promise<Response>>(async () => new Response(text, { status, headers }))
  vi.stubGlobal('fetch', fetch)
  return fetch
}

test('an export spends one unit, and a 429 to it holds back every other question to the node', async () => {
  const gate = gateOf('http://limited')
  const budget = budgetOf('http://limited')
  const { left } = budget.state()
  const fetch = answer(429, { 'Retry-After': '60' })
  const received = await receive(asking(gate), into())
  expect(received).toMatchObject({ ending: 'refused', status: 429, hold: { kind: 'limited' } })
  expect(received.hold?.until).toBeGreaterThan(Date.now() + 50_000)
  expect(budget.state()).toMatchObject({ left: 0, pausedUntil: received.hold?.until })
  expect(left).toBe(100)
  await expect(budget.enter()).rejects.toThrow('pause')
  expect(await receive(asking(gate), into())).toMatchObject({
    ending: 'refused',
    status: undefined,
    hold: { kind: 'limited' },
  })
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('a ban that an export meets is silence for all', async () => {
  const fetch = answer(403, { 'Ratelimit-Retry-After': '600' }, '{"error":{"code":7,"message":"temporarily banned"}}')
  const received = await receive(asking(gateOf('http://banned')), into())
  expect(received).toMatchObject({ ending: 'refused', status: 403, hold: { kind: 'banned' } })
  expect(budgetOf('http://banned').state().bannedUntil).toBe(received.hold?.until)
  expect((await receive(asking(gateOf('http://banned')), into())).hold?.kind).toBe('banned')
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('a refusal that is not of the limiter holds nobody back', async () => {
  answer(403, {}, 'not allowed')
  expect(await receive(asking(gateOf('http://closed')), into())).toMatchObject({ status: 403, hold: undefined })
  expect(budgetOf('http://closed').state()).toMatchObject({ pausedUntil: 0, bannedUntil: 0 })
})

test('an export that streams for minutes does not keep its turn', async () => {
  const gate = openGate()
  vi.stubGlobal('fetch', async () => new Response(new ReadableStream()))
  const stop = new AbortController()
  void receive({ ...asking(gate), signal: stop.signal, timeoutMs: 300 }, into())
  await vi.waitFor(() => expect(gate.passed).toEqual(['enter', 200]))
  stop.abort()
})

test('stopped while it waits for its turn: nothing is sent, and the turn is given back', async () => {
  const fetch = answer(200)
  const gate = openGate()
  let open = (): void => {}
  gate.enter = () => new Promise((resolve) => (open = () => resolve(undefined)))
  const stop = new AbortController()
  const received = receive({ ...asking(gate), signal: stop.signal }, into())
  stop.abort()
  expect((await received).ending).toBe('stopped')
  open()
  await vi.waitFor(() => expect(gate.passed).toEqual(['nothing']))
  expect(fetch).not.toHaveBeenCalled()
})

/** Both ends of the link between a worker and its page, each call a task of its own. */
function linked(gate: Gate) {
  const page = servedGate(gate, (reply: GateReply) => setTimeout(() => worker.hear(reply)))
  const worker = remoteGate((call: GateCall) => setTimeout(() => page.hear(call)))
  return { remote: worker.gate, end: page.end }
}

test('a worker passes the gate of its page', async () => {
  const gate = openGate()
  const { remote } = linked(gate)
  expect(await remote.enter()).toBeUndefined()
  await remote.leave({ status: 200, headers: [], text: '', sentAt: 1 })
  gate.enter = async () => ({ kind: 'banned', message: 'no', until: 5 })
  expect(await remote.enter()).toEqual({ kind: 'banned', message: 'no', until: 5 })
  expect(gate.passed).toEqual(['enter', 200])
})

test('a worker that is ended in the middle leaves no turn behind that would hold up the others', async () => {
  const gate = openGate()
  const { remote, end } = linked(gate)
  await remote.enter()
  end()
  expect(gate.passed).toEqual(['enter', 'nothing'])
  void remote.enter()
  await vi.waitFor(() => expect(gate.passed).toEqual(['enter', 'nothing', 'enter', 'nothing']))
})
