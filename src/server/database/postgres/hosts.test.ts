import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { orAborted } from '../../../client/timer.ts'
import { type Db, type SqlRow, StatementError } from '../db.ts'
import type { SessionAttributes } from './connection-string.ts'
import { away, postgresFault } from './fault.ts'
import { failover } from './failover.ts'

const logged = vi.fn<(line: string) => void>()
beforeEach(() => {
  vi.useFakeTimers()
  logged.mockClear()
  vi.spyOn(console, 'log').mockImplementation(logged)
  vi.spyOn(console, 'error').mockImplementation(logged)
})
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A server whose height and health a test sets. */
class TestServer {
  height = 100n
  isStandby = true
  /** What happens to pages that are read there. */
  pages: 'answered' | 'hang' | 'broken off' = 'answered'
  isAway = false
  reads = 0

  constructor(readonly name: string) {}

  /** Its height, and whether it is a standby or the time of the block. */
  #rows(sql: string): Promise<SqlRow[]> {
    const second = sql.includes('pg_is_in_recovery') ? `${this.isStandby}` : '1000'
    return this.isAway ? Promise.reject(away()) : Promise.resolve([[`${this.height}`, second]])
  }

  readonly watch = { rows: (sql: string) => this.#rows(sql), close: () => Promise.resolve() }

  async *#copy(): AsyncGenerator<Uint8Array> {
    await this.#rows('')
    yield Buffer.from(this.name)
  }

  readonly db: Db = {
    rows: (sql, _, signal) => {
      if (sql !== 'page') return this.#rows(sql)
      this.reads += 1
      if (this.pages === 'hang') return orAborted(new Promise(() => {}), signal)
      if (this.pages === 'broken off') return Promise.reject(postgresFault(new StatementError('conflict', '40001')))
      return this.#rows(sql)
    },
    copy: () => this.#copy(),
    openExport: () => Promise.resolve({ ...this.db, close: () => undefined }),
    close: () => Promise.resolve(),
  }
}

function started(names: string, { wanted = 'any' as SessionAttributes, maxLag = 10 } = {}) {
  const servers = names.split(' ').map((name) => new TestServer(name))
  const db = failover(servers, { wanted, maxLag })
  closing.push(() => db.close())
  const [a, b, c = new TestServer('none')] = servers
  if (!a || !b) throw new Error('too few servers')
  /** Reads a page; the height that it shows. */
  const read = async (): Promise<bigint> => BigInt((await db.rows('page'))[0]?.[0] ?? 0)
  /** The name of the server that answers a page. */
  const answering = async (): Promise<string | undefined> => {
    const before = servers.map(({ reads }) => reads)
    await read()
    return servers.findLast(({ reads }, index) => reads > (before[index] ?? 0))?.name
  }
  const states = () => (db.hosts?.() ?? []).map(({ state }) => state)
  return { db, a, b, c, servers, read, answering, states }
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

test('hosts are read in their order, the next one only while those before it are away', async () => {
  const { a, b, answering, states } = started('a b c')
  await seconds(1)
  expect([await answering(), states()]).toEqual(['a', ['in use', 'spare', 'spare']])
  a.isAway = true
  await seconds(1)
  expect([await answering(), states()]).toEqual(['b', ['away', 'in use', 'spare']])
  b.isAway = true
  await seconds(1)
  expect([await answering(), states()]).toEqual(['c', ['away', 'away', 'in use']])
  a.isAway = false
  await seconds(1)
  expect([await answering(), states()]).toEqual(['a', ['in use', 'away', 'spare']])
})

test('a host without the block that was shown is not read until it has it', async () => {
  const { a, b, read, answering, states } = started('a b')
  await seconds(1)
  b.height = 101n
  a.isAway = true
  await seconds(1)
  expect(await read()).toBe(101n)
  a.isAway = false
  await seconds(1)
  expect([await answering(), states()]).toEqual(['b', ['catching up', 'in use']])
  a.height = 101n
  await seconds(1)
  expect([await answering(), states()]).toEqual(['a', ['in use', 'spare']])
})

test('a paused standby is left out beyond the lag, and taken back once it has caught up', async () => {
  const { db, a, b, read, answering } = started('b a')
  await seconds(1)
  expect(await answering()).toBe('b')
  const [paused, other] = [a, b]
  other.height = 120n
  await seconds(1)
  expect(db.hosts?.()[0]).toEqual({ name: 'b', state: 'behind', lag: 20, isStandby: true })
  expect(await read()).toBe(120n)
  paused.height = 115n
  await seconds(1)
  expect(await answering()).toBe('a')
  paused.height = 120n
  await seconds(1)
  expect(await answering()).toBe('b')
  expect(logged.mock.calls.flat()).toEqual(['b is 20 blocks behind and left out.', 'b is read again.'])
})

test('what runs on a host that goes away is answered by the next one', async () => {
  const { a, answering } = started('a b')
  await seconds(1)
  a.pages = 'hang'
  const hanging = answering()
  await seconds(1)
  a.isAway = true
  await seconds(1)
  expect(await hanging).toBe('b')
})

test('a killed host is not tried again in place of one that will have the newest block in a moment', async () => {
  const { a, b, read } = started('a b')
  await seconds(1)
  a.height = 101n
  expect(await read()).toBe(101n)
  a.isAway = true
  const reading = read()
  await seconds(0.1)
  b.height = 101n
  await seconds(0.1)
  expect([await reading, a.reads, b.reads]).toEqual([101n, 2, 1])
})

test('what a standby breaks off is answered by a primary whose newest block is not known yet', async () => {
  const { a, b, answering } = started('a b', { wanted: 'prefer-standby' })
  b.isStandby = false
  await seconds(1)
  a.height = b.height = 103n
  expect(await answering()).toBe('a')
  a.pages = 'broken off'
  const answered = answering()
  await seconds(0.1)
  expect([await answered, a.reads]).toEqual(['b', 2])
})

test('what a standby breaks off is answered by a primary, or else by another standby', async () => {
  const { a, c, answering } = started('a b c')
  a.pages = 'broken off'
  c.isStandby = false
  await seconds(1)
  expect(await answering()).toBe('c')
  c.isAway = true
  await seconds(1)
  expect(await answering()).toBe('b')
})

test('a read waits for a host that catches up, and fails as retryable when none does', async () => {
  const { a, b, read } = started('a b')
  await seconds(1)
  a.height = 101n
  expect(await read()).toBe(101n)
  a.isAway = true
  await seconds(1)
  const waiting = read()
  await seconds(0.5)
  b.height = 101n
  await seconds(0.1)
  expect(await waiting).toBe(101n)
  b.height = 100n
  await seconds(1)
  const refused = read().catch((error: unknown) => error)
  await seconds(4)
  expect(await refused).toMatchObject({ code: 14, retryAfter: 5 })
  b.isAway = true
  await seconds(1)
  await expect(read()).rejects.toMatchObject({ code: 14, retryAfter: 5 })
})

test('a block that was lost with its host does not stop the service for ever', async () => {
  const { db, a, read, answering } = started('a b')
  await seconds(1)
  a.height = 105n
  expect(await read()).toBe(105n)
  a.isAway = true
  await seconds(9)
  expect(db.shownHeight?.()).toBe(105n)
  await seconds(4)
  expect(await answering()).toBe('b')
  expect(logged).toHaveBeenCalledWith('Block 105 was shown and no database has it: reading goes on with block 100.')
})

test.each([
  ['standby', 'b'],
  ['read-only', 'b'],
  ['primary', 'a'],
  ['read-write', 'a'],
  ['prefer-standby', 'b'],
  ['any', 'a'],
] as const)('of a primary and a standby, %s reads %s', async (wanted, expected) => {
  const { a, b, answering } = started('a b', { wanted })
  a.isStandby = false
  await seconds(1)
  expect(await answering()).toBe(expected)
  if (wanted !== 'prefer-standby') return
  b.isAway = true
  await seconds(1)
  expect(await answering()).toBe('a')
})

test('an export is admitted by each host that it is read from, once', async () => {
  const { db, a, b } = started('a b')
  await seconds(1)
  const opened = [a, b].map((server) => vi.spyOn(server.db, 'openExport'))
  const text = async (): Promise<string> => {
    const chunks: Uint8Array[] = []
    for await (const chunk of reads.copy('query')) chunks.push(chunk)
    return Buffer.concat(chunks).toString()
  }
  const reads = await db.openExport()
  expect([await text(), await text()]).toEqual(['a', 'a'])
  a.isAway = true
  await seconds(1)
  expect([await text(), await text()]).toEqual(['b', 'b'])
  expect(opened.map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  const closed = await Promise.all(opened.map(({ mock }) => mock.results[0]?.value as ReturnType<Db['openExport']>))
  const closes = closed.map((one) => vi.spyOn(one, 'close'))
  reads.close()
  await seconds(0)
  for (const close of closes) expect(close).toHaveBeenCalledTimes(1)
})

test('the height that is shown never runs backwards, whatever hosts do', async () => {
  const step = fc.record({
    server: fc.integer({ min: 0, max: 2 }),
    change: fc.constantFrom('blocks', 'away', 'back', 'broken off', 'answered'),
    blocks: fc.integer({ min: 1, max: 15 }),
    milliseconds: fc.integer({ min: 0, max: 900 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      logged.mockClear()
      const { db, servers, read } = started('a b c')
      // Blocks that are lost with their host are another matter.
      const isLost = () => logged.mock.calls.some(([line]) => line.includes('no database has it'))
      let shown = 0n
      for (const { server, change, blocks, milliseconds } of steps) {
        const one = servers[server]
        if (!one) continue
        if (change === 'blocks') one.height += BigInt(blocks)
        if (change === 'away') one.isAway = true
        if (change === 'back') one.isAway = false
        if (change === 'broken off' || change === 'answered') one.pages = change
        await vi.advanceTimersByTimeAsync(milliseconds)
        const reading = read().catch(() => shown)
        // Each of three attempts may wait three seconds.
        await seconds(10)
        const height = await reading
        if (isLost()) break
        expect(height).toBeGreaterThanOrEqual(shown)
        shown = height
      }
      await db.close()
    }),
    { numRuns: 40 },
  )
})
