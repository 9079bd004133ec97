import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { openEngine } from './engine.ts'
import { remoteEngine, serveEngine } from './port.ts'
import { OtherSchema, openPglite } from './pglite.ts'

const directories: string[] = []
function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'lyra-pglite-'))
  directories.push(directory)
  return directory
}
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true })
})

/** The engine behind a real message port, as in the worker, but in this thread. */
async function startBehindPort(directory: string) {
  const { port1, port2 } = new MessageChannel()
  const engine = await openEngine(directory)
  serveEngine(port1, engine)
  const remote = remoteEngine(port2, new AbortController().signal)
  const close = async (): Promise<void> => {
    await remote.close()
    port1.close()
  }
  return { ...remote, close }
}

test('a directory keeps its rows, refuses a second user and gives the lock back', async () => {
  const directory = newDirectory()
  const first = await openPglite(directory, startBehindPort)
  await first.rows('insert into chain (id) values ($1)', ['lyra-test'])
  await expect(openPglite(directory, startBehindPort)).rejects.toThrow(
    `The data directory ${directory} is in use by process ${process.pid}`,
  )
  await first.close()

  const second = await openPglite(directory, startBehindPort)
  expect(await second.rows('select id from chain')).toEqual([['lyra-test']])
  for await (const bytes of second.copy('select id from chain')) {
    expect(Buffer.from(bytes).toString()).toBe('lyra-test\n')
  }
  await expect(second.rows('select nothing')).rejects.toMatchObject({ name: 'StatementError', sqlState: '42703' })
  await second.close()
  await expect(second.rows('select 1')).rejects.toMatchObject({ code: 14 })
})

test('a creation that was cut short is done again, another schema is refused', async () => {
  const directory = newDirectory()
  await (await openPglite(directory, openEngine)).close()
  rmSync(join(directory, 'schema'))
  const again = await openPglite(directory, openEngine)
  expect(await again.rows('select count(*) from ledger')).toEqual([['0']])
  await again.close()

  writeFileSync(join(directory, 'schema'), 'another\n')
  await expect(openPglite(directory, openEngine)).rejects.toBeInstanceOf(OtherSchema)
  expect(() => readFileSync(join(directory, 'lock'))).toThrow('ENOENT')
})

test('a database whose engine dies says that it is lost, and gives its lock back', async () => {
  const directory = newDirectory()
  const died = new AbortController()
  const gone = (): Promise<never> => Promise.reject(new Error('it is gone'))
  const exec = (): Promise<void> => Promise.resolve()
  const engine = { rows: gone, exec, copyOut: gone, copyIn: gone, close: gone, lost: died.signal }
  const db = await openPglite(directory, () => Promise.resolve(engine))
  expect(db.lost?.aborted).toBe(false)
  died.abort('The database stopped.')
  expect(db.lost?.reason).toBe('The database stopped.')
  await expect(db.close()).rejects.toThrow('it is gone')
  expect(() => readFileSync(join(directory, 'lock'))).toThrow('ENOENT')
})

test('every caller of a worker that dies gets code 14', async () => {
  const { port2 } = new MessageChannel()
  const died = new AbortController()
  const engine = remoteEngine(port2, died.signal)
  const asked = engine.rows('select 1', [])
  died.abort('The database stopped.')
  await expect(asked).rejects.toMatchObject({ code: 14, message: 'The database stopped.' })
  await expect(engine.exec('select 1')).rejects.toMatchObject({ code: 14 })
  port2.close()
})
