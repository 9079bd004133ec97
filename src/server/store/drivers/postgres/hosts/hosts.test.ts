import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BlockFloor } from './block-floor.ts'
import type { HostReport } from './host.ts'
import { Hosts, type HostsOptions } from './hosts.ts'

const said = vi.fn<(line: string) => void>()
beforeEach(() => {
  vi.useFakeTimers()
  said.mockClear()
  vi.spyOn(console, 'log').mockImplementation(said)
  vi.spyOn(console, 'error').mockImplementation(said)
})
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A server whose height and health a test sets. */
class Server {
  height = 100n
  isAway = false
  isStandby = true
  isPaused = false
  busy = 0
  readonly left = vi.fn<(sentence: string) => void>()
  readonly leave = (sentence: string): void => this.left(sentence)
  readonly back = vi.fn<() => void>()
  constructor(readonly name: string) {}
  load(): number {
    return this.busy
  }
  report(): Promise<HostReport> {
    const { height, isStandby, isPaused } = this
    return this.isAway ? Promise.reject(new Error('away')) : Promise.resolve({ height, isStandby, isPaused })
  }
}

function started(names: string, options: Partial<HostsOptions> = {}) {
  const servers = names.split(' ').map((name) => new Server(name))
  const floor = new BlockFloor()
  const hosts = new Hosts(servers, { floor, wanted: 'any', maxLag: 10, ...options })
  closing.push(() => hosts.close())
  const [a, b, c] = servers
  if (!a || !b) throw new Error('too few servers')
  /** Reads a host as the service does; the height that was shown. */
  const read = async (): Promise<bigint> => {
    const host = await hosts.choose('pages')
    const { height } = host
    await hosts.saw(host, height)
    return height
  }
  const stateOf = (name: string) => hosts.states().find((one) => one.name === name)?.state
  return { hosts, floor, a, b, c, read, stateOf }
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

test('the least busy host is read, and equally busy ones in turn', async () => {
  const { hosts, a, b } = started('a b')
  const names = async () => [(await hosts.choose('pages')).name, (await hosts.choose('pages')).name].sort()
  expect(await names()).toEqual(['a', 'b'])
  a.busy = 1
  expect(await names()).toEqual(['b', 'b'])
  b.busy = 2
  expect(await names()).toEqual(['a', 'a'])
})

test('a host without the block that was shown is not read until it has it', async () => {
  const { hosts, a, b, stateOf, read } = started('a b')
  await seconds(1)
  a.height = 101n
  b.busy = 1
  expect(await read()).toBe(101n)
  a.busy = 2
  expect((await hosts.choose('pages')).name).toBe('a')
  expect(stateOf('b')).toBe('catching up')
  b.height = 101n
  await seconds(0.03)
  expect((await hosts.choose('pages')).name).toBe('b')
  expect(said).not.toHaveBeenCalled()
})

test('a paused standby is left out beyond the lag, and taken back once it has caught up', async () => {
  const { a, b, hosts, stateOf, read } = started('a b')
  await seconds(1)
  b.isPaused = true
  b.busy = 1
  a.height = 120n
  await read()
  await seconds(1)
  expect(stateOf('b')).toBe('behind')
  expect(hosts.states()[1]).toEqual({ name: 'b', state: 'behind', lag: 20, isStandby: true, isPaused: true })
  b.isPaused = false
  b.height = 115n
  await seconds(1)
  expect(stateOf('b')).toBe('behind')
  b.height = 120n
  await seconds(1)
  expect(stateOf('b')).toBe('in use')
  expect(said.mock.calls.flat()).toEqual([
    'b is 20 blocks behind and left out, because its replay is paused.',
    expect.stringMatching(/^b is read again after \d\.\d s\.$/),
  ])
})

test('what runs on a host that is away is broken off, and it comes back with its first answer', async () => {
  const { a, b, hosts, stateOf } = started('a b')
  await seconds(1)
  b.isAway = true
  hosts.suspect(b)
  await seconds(0)
  expect(b.left).toHaveBeenCalledTimes(1)
  expect((await hosts.choose('pages', { avoid: new Set([a]) })).name).toBe('a')
  b.isAway = false
  await seconds(1)
  expect([stateOf('b'), b.back.mock.calls.length]).toEqual(['in use', 1])
})

test('what a standby has broken off goes to a primary, or else to another standby', async () => {
  const { a, b, c, hosts } = started('a b c')
  a.isStandby = false
  a.busy = 3
  await seconds(1)
  const again = async () => (await hosts.choose('pages', { avoid: new Set([b]), conflicted: true })).name
  expect(await again()).toBe('a')
  a.isAway = true
  await seconds(1)
  expect(await again()).toBe(c?.name)
})

test('a read waits for a host that catches up, and is told to try again when none does', async () => {
  const { a, b, hosts, floor } = started('a b')
  await seconds(1)
  floor.heard(101n)
  const waiting = hosts.choose('pages')
  await seconds(0.5)
  b.height = 101n
  await seconds(0.5)
  expect((await waiting).name).toBe('b')
  floor.heard(102n)
  const refused = hosts.choose('pages').catch((error: unknown) => error)
  await seconds(4)
  expect(await refused).toMatchObject({ code: 14, retryAfter: 5 })
  a.isAway = b.isAway = true
  await seconds(1)
  await expect(hosts.choose('pages')).rejects.toMatchObject({ code: 14, retryAfter: 5 })
})

test('a block that was lost with its host does not stop the service for ever', async () => {
  const { a, hosts, read, floor } = started('a b')
  await seconds(1)
  a.height = 105n
  while ((await read()) !== 105n) await seconds(0.1)
  a.isAway = true
  await seconds(9)
  expect(floor.height).toBe(105n)
  await seconds(4)
  expect((await hosts.choose('pages')).name).toBe('b')
  expect(said).toHaveBeenCalledWith('Block 105 was shown and no database has it: reading goes on with block 100.')
})

test.each([
  ['standby', ['b']],
  ['read-only', ['b']],
  ['primary', ['a']],
  ['read-write', ['a']],
  ['prefer-standby', ['b']],
  ['any', ['a', 'b']],
] as const)('of a primary and a standby, %s reads %j', async (wanted, expected) => {
  const { hosts, a, b } = started('a b', { wanted })
  a.isStandby = false
  await seconds(1)
  const read = new Set<string>()
  for (let time = 0; time < 4; time += 1) read.add((await hosts.choose('pages')).name)
  expect([...read].sort()).toEqual(expected)
  b.isAway = true
  await seconds(1)
  if (wanted === 'prefer-standby') expect((await hosts.choose('pages')).name).toBe('a')
})

test('other processes know a block before it is shown', async () => {
  const order: string[] = []
  let known: () => void = () => undefined
  const floor = new BlockFloor((height) => {
    order.push(`told ${height}`)
    return new Promise<void>((resolve) => (known = resolve))
  })
  const shown = Promise.all([floor.raise(5n), floor.raise(4n)]).then(() => order.push('shown'))
  await seconds(1)
  known()
  await shown
  expect(order).toEqual(['told 5', 'shown'])
})

test('the height that is shown never runs backwards, whatever hosts do', async () => {
  const step = fc.record({
    server: fc.integer({ min: 0, max: 2 }),
    change: fc.constantFrom('blocks', 'away', 'back', 'nothing'),
    blocks: fc.integer({ min: 1, max: 15 }),
    busy: fc.integer({ min: 0, max: 3 }),
    milliseconds: fc.integer({ min: 0, max: 900 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      // Blocks are given up after that long, which is another matter.
      const { a, b, c, read, hosts } = started('a b c', { holdMs: Infinity, waitMs: 1 })
      const servers = [a, b, ...(c ? [c] : [])]
      let shown = 0n
      for (const { server, change, blocks, busy, milliseconds } of steps) {
        const one = servers[server] ?? a
        one.busy = busy
        if (change === 'blocks') one.height += BigInt(blocks)
        if (change === 'away') one.isAway = true
        if (change === 'back') one.isAway = false
        await vi.advanceTimersByTimeAsync(milliseconds)
        const reading = read().catch(() => shown)
        await vi.advanceTimersByTimeAsync(2)
        const height = await reading
        expect(height).toBeGreaterThanOrEqual(shown)
        shown = height
      }
      hosts.close()
    }),
    { numRuns: 40 },
  )
})
