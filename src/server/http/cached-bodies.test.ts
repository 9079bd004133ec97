import { gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { CachedBodies } from './cached-bodies.ts'

const never = new AbortController().signal
const wanted = { key: 'listMarginModes false {}', gzip: false, state: '1' }
const textOf = (body: Awaited<ReturnType<CachedBodies['get']>>): string =>
  typeof body === 'string' ? body : Buffer.from(body.gzip ? gunzipSync(body.bytes) : body.bytes).toString()

/** Counts how often a body is made; each is different. */
const maker = (size = 0) => {
  let made = 0
  return vi.fn<(signal: AbortSignal) => Promise<string>>(() => Promise.resolve(`${(made += 1)}${' '.repeat(size)}`))
}

test('a body is made once for each state of the database', async () => {
  const bodies = new CachedBodies(1_000_000)
  const make = maker()
  const read = async (state: string) => textOf(await bodies.get({ ...wanted, state }, make, never))
  expect([await read('1'), await read('1'), await read('2'), await read('2')]).toEqual(['1', '1', '2', '2'])
})

test('a body is kept for a minute at most: a standby may hide a commit', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let now = 1000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const turn = (ms: number): void => {
    now += ms
    vi.advanceTimersByTime(ms)
  }
  try {
    const bodies = new CachedBodies(1_000_000)
    const make = maker()
    const read = async () => textOf(await bodies.get(wanted, make, never))
    const first = await read()
    turn(59_000)
    const kept = await read()
    turn(2000)
    expect([first, kept, await read()]).toEqual(['1', '1', '2'])
  } finally {
    vi.restoreAllMocks()
    vi.useRealTimers()
  }
})

test('the plain and the packed form come of one read and have tags of their own', async () => {
  const bodies = new CachedBodies(1_000_000)
  const make = maker()
  const [packed, plain] = [
    await bodies.get({ ...wanted, gzip: true }, make, never),
    await bodies.get(wanted, make, never),
  ]
  expect([textOf(packed), textOf(plain), make.mock.calls.length]).toEqual(['1', '1', 1])
  if (typeof packed === 'string' || typeof plain === 'string') throw new Error('nothing was kept')
  expect(packed.etag).toMatch(/^"[\w-]+-gzip"$/)
  expect(plain.etag).toMatch(/^"[\w-]{27}"$/)
})

test('a body that was begun before a change is not given out after it', async () => {
  const bodies = new CachedBodies(1_000_000)
  let finish: (text: string) => void = () => undefined
  const slow = bodies.get(wanted, () => new Promise((resolve) => (finish = resolve)), never)
  const later = { ...wanted, state: '2' }
  const make = maker()
  await bodies.get({ ...later, key: 'another' }, make, never)
  finish('old')
  expect(textOf(await slow)).toBe('old')
  expect(textOf(await bodies.get(later, make, never))).toBe('2')
})

test('a body above 1 MB is made each time, and bytes are bounded by the least recently used', async () => {
  const large = maker(1_000_000)
  const bodies = new CachedBodies(64_000_000)
  await bodies.get(wanted, large, never)
  expect(typeof (await bodies.get(wanted, large, never))).toBe('string')
  expect(large).toHaveBeenCalledTimes(2)

  const small = new CachedBodies(250_000)
  const make = maker(100_000)
  const read = async (key: string) => textOf(await small.get({ ...wanted, key }, make, never)).trim()
  expect([await read('a'), await read('b'), await read('a'), await read('c')]).toEqual(['1', '2', '1', '3'])
  expect([await read('a'), await read('b')]).toEqual(['1', '4'])
})

test('a failure reaches all that wait for it and is not kept', async () => {
  const bodies = new CachedBodies(1_000_000)
  const make = maker().mockRejectedValueOnce(new Error('away'))
  const both = await Promise.allSettled([bodies.get(wanted, make, never), bodies.get(wanted, make, never)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(make).toHaveBeenCalledTimes(1)
  expect(textOf(await bodies.get(wanted, make, never))).toBe('1')
})

test('the first of two equal requests may leave; the query ends when both have left', async () => {
  const bodies = new CachedBodies(1_000_000)
  let finish: (text: string) => void = () => undefined
  const signals: AbortSignal[] = []
  const make = (signal: AbortSignal): Promise<string> => {
    signals.push(signal)
    return new Promise((resolve) => (finish = resolve))
  }
  const [first, second] = [new AbortController(), new AbortController()]
  const left = bodies.get(wanted, make, first.signal)
  const stays = bodies.get(wanted, make, second.signal)
  first.abort()
  await expect(left).rejects.toThrow('aborted')
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  finish('whole')
  expect(textOf(await stays)).toBe('whole')

  const last = new AbortController()
  const alone = bodies.get({ ...wanted, gzip: true, state: '2' }, make, last.signal)
  last.abort()
  await expect(alone).rejects.toThrow('aborted')
  await vi.waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]))
})
