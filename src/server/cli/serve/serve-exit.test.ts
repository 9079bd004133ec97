import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noCore } from '../../core/core.ts'
import * as demo from '../../demo/demo.ts'
import type { ServeOptions } from '../command-line.ts'
import { runServe } from './serve.ts'
import type { Db } from '../../database/db.ts'
import { fakeBlock, fakeDb } from '../../../../tests/server/support/fake-service.ts'

vi.mock('../../demo/demo.ts', { spy: true })
let served: Db | undefined
vi.mock('../../database/pglite/pglite.ts', async (original) => ({
  ...(await original<object>()),
  openPglite: () => Promise.resolve(served),
}))
vi.mock('../../database/pglite/data-directory.ts', async (original) => ({
  ...(await original<object>()),
  isPgliteDirectory: () => Promise.resolve(true),
}))

const log = vi.fn<(line: string) => void>()
const told = new Map<string | symbol, (signal: string) => void>()
beforeEach(() => {
  log.mockClear()
  told.clear()
  vi.spyOn(console, 'error').mockImplementation(log)
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  vi.spyOn(process, 'on').mockImplementation((name, listener) => {
    told.set(name, listener as (signal: string) => void)
    return process
  })
})
afterEach(() => vi.restoreAllMocks())

const lines = (): string[] => log.mock.calls.map(([line]) => line)

/** Serves `db`; resolves once it answers, with the exit status to come. */
async function serving(db: Db, options: Partial<ServeOptions> = {}): Promise<{ status: Promise<number> }> {
  served = db
  const status = runServe({
    data: 'somewhere',
    host: '127.0.0.1',
    port: 0,
    faults: false,
    cacheBytes: 0,
    demo: {},
    ...options,
  })
  await vi.waitUntil(() => vi.mocked(console.log).mock.calls.length > 0)
  return { status }
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('an exit on %s says so in the log, and is no error', async (signal) => {
  const { status } = await serving(fakeDb([fakeBlock]))
  told.get(signal)?.(signal)
  expect(await status).toBe(0)
  expect(vi.mocked(console.log).mock.lastCall).toEqual([`Lyra stops: ${signal} was received.`])
  expect(lines()).toEqual([])
})

test.each(['SIGTERM', 'SIGHUP'])(
  '%s while the demo network is being made is obeyed, and nothing is served',
  async (name) => {
    const close = vi.fn<() => Promise<void>>(() => Promise.resolve())
    served = fakeDb([fakeBlock], { close })
    vi.spyOn(demo, 'openDemo').mockImplementation(
      (_, { signal } = {}) =>
        new Promise((resolve, reject) => {
          const stop = (): Promise<void> => Promise.resolve()
          signal?.addEventListener('abort', () => reject(signal.reason))
          // Without the signal it is made to its end.
          setTimeout(() => resolve({ core: noCore(served as Db), stop }), 500)
          told.get(name)?.(name)
        }),
    )
    const options = { host: '127.0.0.1', port: 0, faults: false, cacheBytes: 0, demo: {}, demoData: 'somewhere' }
    expect(await runServe(options)).toBe(0)
    expect(close).toHaveBeenCalledOnce()
    const printed = vi.mocked(console.log).mock.calls.flat().join('\n')
    expect(printed).toContain(`Lyra stops: ${name} was received.`)
    expect(printed).not.toContain('Lyra serves')
  },
)

test('an exit on a second signal says so in the log', async () => {
  let release = (): void => undefined
  const closed = new Promise<void>((resolve) => (release = resolve))
  const { status } = await serving(fakeDb([fakeBlock], { close: () => closed }))
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  told.get('SIGTERM')?.('SIGTERM')
  // The same key press, which reaches the process twice.
  told.get('SIGTERM')?.('SIGTERM')
  expect(exit).not.toHaveBeenCalled()
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1000)
  told.get('SIGINT')?.('SIGINT')
  expect(exit).toHaveBeenCalledWith(1)
  expect(lines()).toEqual(['Stopped at once: SIGINT came while Lyra was stopping.'])
  release()
  await status
})

test('a database that is gone for good ends the service with its reason, for /health does not tell', async () => {
  const died = new AbortController()
  const close = (): Promise<void> => Promise.reject(new Error('The database stopped.'))
  const { status } = await serving(fakeDb([fakeBlock], { lost: died.signal, close }))
  died.abort('The database stopped: out of memory. Start the service again.')
  expect(await status).toBe(1)
  expect(lines()).toEqual(['Lyra stops: The database stopped: out of memory. Start the service again.'])
})

test('a database that does not close in time is named', async () => {
  const { status } = await serving(fakeDb([fakeBlock], { close: () => new Promise(() => {}) }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    told.get('SIGTERM')?.('SIGTERM')
    await vi.waitUntil(() => vi.getTimerCount() > 0)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await status).toBe(0)
    expect(lines().at(-1)).toBe('The database did not close within 5 seconds.')
  } finally {
    vi.useRealTimers()
  }
})

test('a message on its way when the service is stopped is not sent a second time by the next run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-stop-'))
  const stateFile = join(folder, 'notify.json')
  let answer: (() => void) | undefined
  const receiver = createServer((_, response) => (answer = () => void response.end())).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const key = createHash('sha256').update(url).digest('hex').slice(0, 16)
  const party = 'ab'.repeat(32)
  const none = { nickname: null, market: null, used: null, max: null, until: null, block: null, link: null }
  const notice = { ...none, text: 'At a limit', change: 'worse', time: '2026-03-01T16:00:00Z', party, state: 'limit' }
  const waiting = { [key]: [{ ...notice, counter: 'transfers', chain: 'c' }] }
  writeFileSync(stateFile, JSON.stringify({ parties: {}, sla: {}, waiting }))
  const receivers = [{ url, label: 'receiver', template: undefined }]
  const notify = { receivers, publicUrl: undefined, stateFile }
  const { status } = await serving(fakeDb([fakeBlock]), { watch: [party], notify })
  await vi.waitUntil(() => answer !== undefined)
  told.get('SIGTERM')?.('SIGTERM')
  setTimeout(() => answer?.(), 200)
  expect(await status).toBe(0)
  expect(JSON.parse(readFileSync(stateFile, 'utf8'))).toMatchObject({ waiting: { [key]: [] } })
  receiver.close()
  rmSync(folder, { recursive: true })
})
