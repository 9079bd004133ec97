import { expect, test } from 'vitest'
import { CoreLimiter, type CoreResponse } from './core-limiter.ts'

const response = (status: number, headers: Record<string, string> = {}): CoreResponse => ({
  status,
  text: '',
  headers: { get: (name) => headers[name] ?? null },
})

/** Time for whatever may leave to be sent. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** A limiter whose clock the test turns. Requests that were sent wait for the test's answers. */
async function limiterOf({ passed = true } = {}) {
  let now = 1_800_000_000_000
  const limiter = new CoreLimiter({ now: () => now, random: () => 1, sleep: () => Promise.resolve() })
  const sent: ((answer: CoreResponse) => void)[] = []
  const ask = (signal = new AbortController().signal) => {
    const send = () =>
      new Promise<CoreResponse>((answer, reject) => {
        sent.push(answer)
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    return limiter.pass(send, signal).then(
      ({ status }) => status,
      () => 'refused',
    )
  }
  const answer = async (...answers: readonly CoreResponse[]) => {
    for (const one of answers) sent.shift()?.(one)
    await settle()
  }
  if (passed) {
    const trial = ask()
    await settle()
    await answer(response(200))
    await trial
  }
  return { limiter, sent, ask, answer, turn: (ms: number) => (now += ms) }
}

test('of a ban and a pause that come together the longer one holds', async () => {
  const { limiter, ask, answer } = await limiterOf()
  const both = [ask(), ask()]
  await settle()
  await answer(response(403, { 'Ratelimit-Retry-After': '600' }), response(429, { 'Retry-After': '1' }))
  expect(await Promise.all(both)).toEqual(['refused', 'refused'])
  expect(limiter.heldMs).toBe(600_000)
})

test('refusals of requests that were sent before a pause do not make the next one longer', async () => {
  const { limiter, ask, answer, turn } = await limiterOf()
  const both = [ask(), ask()]
  await settle()
  await answer(response(429), response(429))
  await Promise.all(both)
  expect(limiter.heldMs).toBe(2000)
  turn(2000)
  const trial = ask()
  await settle()
  await answer(response(429))
  await trial
  expect(limiter.heldMs).toBe(3000)
})

test('when a trial is given up, one of the others is the next trial, and not all of them', async () => {
  const { sent, ask, answer } = await limiterOf({ passed: false })
  const stop = new AbortController()
  const first = ask(stop.signal)
  await settle()
  stop.abort()
  expect(await first).toBe('refused')
  sent.pop()
  const others = [ask(), ask(), ask()]
  await settle()
  expect(sent).toHaveLength(1)
  await answer(response(200))
  expect(sent).toHaveLength(2)
  await answer(response(200), response(200))
  expect(await Promise.all(others)).toEqual([200, 200, 200])
})
