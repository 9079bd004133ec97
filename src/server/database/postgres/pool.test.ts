import { setMaxListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type FakePostgresOptions, fakePostgres, keyOf } from '../../../../tests/server/support/fake-postgres.ts'
import { openPostgres } from './postgres.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const close of closing.splice(0).reverse()) await close()
})
const log = vi.fn<(line: string) => void>()
beforeEach(() => {
  log.mockClear()
  vi.spyOn(console, 'error').mockImplementation(log)
})

async function opened(options: FakePostgresOptions) {
  const server = await fakePostgres(options)
  const db = openPostgres(server.url)
  closing.push(server.close, () => db.close())
  return { server, db }
}
async function allOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  let text = ''
  for await (const chunk of chunks) text += Buffer.from(chunk).toString()
  return text
}
const within = (condition: () => boolean) => vi.waitUntil(condition, { interval: 5 })

/** A self-signed key for localhost, used in this test only. */
const tls = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgNZYAgRh5cTRuLtXd
hFI2m3q1Jlw1cY2eUwh7rATuJK6hRANCAARSYHYG9xbS4KCZKfoA4Z/oH5O4ba9r
8nPp6cOKEyvv4ezlpHwjC5O9c44bIlpqMAyiqFZ+47cOeWxRBwvmcBSg
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBfjCCASWgAwIBAgIUMLjXddM+pXESz3DrA5PaoDr0bxQwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjE5MjYwN1oYDzIxMjYxMDI5
MTkyNjA3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARSYHYG9xbS4KCZKfoA4Z/oH5O4ba9r8nPp6cOKEyvv4ezlpHwjC5O9
c44bIlpqMAyiqFZ+47cOeWxRBwvmcBSgo1MwUTAdBgNVHQ4EFgQUODq6WHiXj5ve
uh7T43CDBo0ddxowHwYDVR0jBBgwFoAUODq6WHiXj5veuh7T43CDBo0ddxowDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiBew9m9zmVH8JA9FA6CaZAw
kXjCqZS4cPhnVIALH2BdfAIgPaXC01GIPl1RADiicTNJhzAlbtSRGw1Sb+MnSSvw
2RU=
-----END CERTIFICATE-----`,
}

describe('cancelling a query ends this query and no other', () => {
  test.each([
    ['in the open', {}],
    ['through TLS', { tls }],
  ])('the protocol’s request with the secret key of its own session, %s', async (_, options) => {
    const { server, db } = await opened({ ...options, answer: () => 'hang' })
    const controllers = [new AbortController(), new AbortController()]
    const reads = controllers.map(async ({ signal }, index) => db.rows(`select ${index}`, [], signal))
    const outcomes = Promise.allSettled(reads)
    await within(() => server.statements.length === 2)
    controllers[1]?.abort(new Error('gone away'))
    await expect(reads[1]).rejects.toThrow('gone away')
    await within(() => server.cancels.length === 1)
    const [pid, secret] = keyOf(server.statements.indexOf('select 1') + 1)
    const { bytes, secure } = server.cancels[0] ?? { bytes: Buffer.alloc(16), secure: undefined }
    expect([0, 4, 8, 12].map((at) => bytes.readInt32BE(at))).toEqual([16, 80_877_102, pid, secret])
    expect([bytes.length, secure]).toEqual([16, 'tls' in options])
    expect(server.statements).toHaveLength(2)
    controllers[0]?.abort(new Error('gone away too'))
    await outcomes
  })

  test('a COPY that its reader leaves is cancelled in the same way', async () => {
    const { server, db } = await opened({ answer: () => 'hang' })
    const controller = new AbortController()
    const copying = allOf(db.copy('select 1', controller.signal))
    await within(() => server.statements.length === 1)
    controller.abort(new Error('gone away'))
    await expect(copying).rejects.toThrow('gone away')
    await within(() => server.cancels.length === 1)
    expect(server.statements).toHaveLength(1)
  })
})

describe('waiting for a connection is load, not absence', () => {
  test('while all connections hang, other requests get Retry-After and the log names no unreachable database', async () => {
    const { server, db } = await opened({ answer: () => 'hang' })
    const stop = new AbortController()
    setMaxListeners(0, stop.signal)
    const hanging = Array.from({ length: 7 }, () => db.rows('select slow', [], stop.signal))
    const outcomes = Promise.allSettled(hanging)
    await within(() => server.statements.length === 7)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const refused = Promise.allSettled(Array.from({ length: 20 }, () => db.rows('select 1')))
    await vi.advanceTimersByTimeAsync(10_000)
    for (const outcome of await refused) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 14, retryAfter: 5 } })
      expect(outcome).toMatchObject({ reason: { message: expect.stringContaining('busy') as unknown } })
    }
    vi.useRealTimers()
    expect(log).not.toHaveBeenCalled()
    expect(server.statements).toHaveLength(7)
    stop.abort(new Error('gone away'))
    await outcomes
  })

  test('exports admitted wait for a connection as long as it takes; more of them are refused before they begin', async () => {
    let hang = true
    const { server, db } = await opened({ answer: () => (hang ? 'hang' : 'row') })
    const admitted = await Promise.all(Array.from({ length: 16 }, () => db.openExport()))
    const stop = new AbortController()
    setMaxListeners(0, stop.signal)
    const hanging = Promise.allSettled(
      admitted.slice(0, 3).map((reads) => allOf(reads.copy('select slow', stop.signal))),
    )
    await within(() => server.statements.length === 3)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const waiting = Promise.all(
      admitted.slice(3).flatMap((reads) => [allOf(reads.copy('select 1')), reads.rows('select 1')]),
    )
    const another = db.openExport().catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await another).toMatchObject({
      code: 14,
      retryAfter: 5,
      message: expect.stringContaining('busy') as unknown,
    })
    admitted[7]?.close()
    admitted[7]?.close()
    // There is room for one again, but all connections hang.
    const later = db.openExport().catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await later).toMatchObject({ code: 14, retryAfter: 5 })
    vi.useRealTimers()
    hang = false
    stop.abort(new Error('gone away'))
    await hanging
    expect(await waiting).toHaveLength(26)
    await db.openExport()
    expect(log).not.toHaveBeenCalled()
  })

  test('a server without a free connection is busy too', async () => {
    const { db } = await opened({ refusal: '53300' })
    await expect(db.rows('select 1')).rejects.toMatchObject({ code: 14, retryAfter: 5 })
    expect(log).not.toHaveBeenCalled()
  })

  test('a server that starts up is away, which the log says once', async () => {
    const { db } = await opened({ refusal: '57P03' })
    for (let ask = 0; ask < 3; ask += 1) {
      await expect(db.rows('select 1')).rejects.toMatchObject({ code: 14, retryAfter: 5 })
    }
    expect(log.mock.calls).toEqual([['The database cannot be reached: refused']])
  })
})

describe('a read that failed through no fault of its own is retried once', () => {
  test('on a fresh connection when the idle ones were broken', async () => {
    // The second statement of every session meets a connection that is gone.
    const { server, db } = await opened({ answer: (_, statement) => (statement === 2 ? 'leave' : 'row') })
    await Promise.all(Array.from({ length: 5 }, () => db.rows('select 1')))
    expect(await db.rows('select 2')).toEqual([['1']])
    expect(await allOf(db.copy('select 3'))).toBe('1\n')
    expect(await allOf(db.copy('select 4'))).toBe('1\n')
    expect(server.statements.filter((text) => text === 'select 2')).toHaveLength(2)
    expect(server.statements.filter((text) => text.includes('select 4'))).toHaveLength(2)
    expect(log).not.toHaveBeenCalled()
  })

  // The second is that of a read and its standby that wait for each other.
  test.each(['40001', '40P01'])('when a standby broke it off to follow its primary (%s)', async (sqlState) => {
    const { server, db } = await opened({ answer: (session) => (session % 2 ? { sqlState } : 'row') })
    expect(await db.rows('select 1')).toEqual([['1']])
    expect(server.statements).toHaveLength(2)
  })

  test.each(['leave', { sqlState: '40001' }] as const)('and not a third time (%o)', async (doing) => {
    const { server, db } = await opened({ answer: () => doing })
    await expect(db.rows('select 1')).rejects.toMatchObject({ name: 'Fault', code: 14 })
    expect(server.statements).toHaveLength(2)
    await expect(allOf(db.copy('select 1'))).rejects.toMatchObject({ name: 'Fault', code: 14 })
    expect(server.statements).toHaveLength(4)
  })

  test('but never what may write', async () => {
    const server = await fakePostgres({ answer: () => 'leave' })
    const db = openPostgres(server.url, { writable: true })
    closing.push(server.close, () => db.close())
    await expect(db.rows('insert into note values (1) returning id')).rejects.toMatchObject({ code: 14 })
    await expect(db.rows('insert into note values (1)')).rejects.toMatchObject({ code: 14 })
    expect(server.statements).toHaveLength(2)
  })
})
