import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { orAborted } from '../../../client/timer.ts'
import { openEngine } from './engine.ts'
import { remoteEngine, serveEngine } from './engine-port.ts'
import { openPglite } from './pglite.ts'
import { OtherSchema } from './data-directory.ts'

const directories: string[] = []
function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'lyra-pglite-'))
  directories.push(directory)
  return directory
}
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true })
})

/** Made once, for making takes seconds: as this build leaves a directory, and as the build before numbered schemas did. */
const made = { now: mkdtempSync(join(tmpdir(), 'lyra-pglite-')), older: mkdtempSync(join(tmpdir(), 'lyra-pglite-')) }
beforeAll(async () => {
  const db = await openPglite(made.now, openEngine)
  await db.rows('insert into chain (id) values ($1)', ['lyra-test'])
  await db.close()
  cpSync(made.now, made.older, { recursive: true })
  const older = await openPglite(made.older, openEngine)
  await older.exec('drop table lyra_schema')
  await older.close()
  rmSync(join(made.older, 'pgdata', 'lyra-schema'))
})
afterAll(() => {
  for (const directory of Object.values(made)) rmSync(directory, { recursive: true, force: true })
})

/** A copy of a directory with one row. */
function madeDirectory(build: 'now' | 'older'): string {
  const directory = newDirectory()
  cpSync(made[build], directory, { recursive: true })
  return directory
}

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
    `The data directory ${directory} is in use by process ${process.pid} of `,
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

test('after a statement that never ends the same rows are read by an engine that is started in its place', async () => {
  const directory = madeDirectory('now')
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let started = 0
  const db = await openPglite(directory, async (files) => {
    started += 1
    const engine = await openEngine(files)
    const killed = new AbortController()
    const kill = async (): Promise<void> => {
      await engine.close()
      killed.abort(new Error('killed'))
    }
    const rows: typeof engine.rows = (sql, params) =>
      orAborted(sql === 'select forever' ? new Promise(() => {}) : engine.rows(sql, params), killed.signal)
    return { ...engine, rows, kill }
  })
  const before = started
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const forever = db.rows('select forever').catch((error: unknown) => error)
  const behind = db.rows('select id from chain').catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(30_000)
  vi.useRealTimers()
  expect(await forever).toMatchObject({ code: 14, retryAfter: 5 })
  expect(await behind).toEqual([['lyra-test']])
  expect(await db.rows('select id from chain')).toEqual([['lyra-test']])
  expect(started).toBe(before + 1)
  expect(db.lost?.aborted).toBe(false)
  await db.close()
})

/** Every file below a directory with its size. */
const filesIn = (directory: string) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${join(parentPath, name)} ${statSync(join(parentPath, name)).size}`)
    .toSorted()

/** Every file below a directory with the hash of its bytes. */
const bytesIn = (directory: string) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const file = join(parentPath, name)
      return `${file} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`
    })
    .toSorted()

test.each([
  ['is missing', undefined],
  ['has 0 bytes after a power cut', ''],
  ['holds blanks', ' \n'],
])('a database whose mark %s is refused and not deleted', async (_, mark) => {
  const directory = madeDirectory('older')
  if (mark === undefined) rmSync(join(directory, 'schema'))
  else writeFileSync(join(directory, 'schema'), mark)
  const before = filesIn(directory)
  await expect(openPglite(directory, openEngine)).rejects.toThrow('so it is left as it is')
  expect(filesIn(directory)).toEqual(before)
})

test('a mark that is a directory is no permission to delete the database', async () => {
  const directory = madeDirectory('older')
  rmSync(join(directory, 'schema'))
  mkdirSync(join(directory, 'schema'))
  const before = filesIn(directory)
  await expect(openPglite(directory, openEngine)).rejects.toThrow('so it is left as it is')
  expect(filesIn(directory)).toEqual(before)
})

test.each(['pgdata/PG_VERSION', 'pgdata/base/1/1259', 'holiday/photo.jpg'])(
  'files of another program (%s) are left as they are',
  async (file) => {
    const directory = newDirectory()
    mkdirSync(dirname(join(directory, file)), { recursive: true })
    writeFileSync(join(directory, file), '17\n')
    const before = filesIn(directory)
    await expect(openPglite(directory, openEngine)).rejects.toThrow(/name another directory|name an empty or a new one/)
    expect(filesIn(directory)).toEqual(before)
  },
)

test.each(['of this build', 'of the build before numbered schemas'])(
  'a partly copied database %s is refused, not overwritten with an empty one',
  async (build) => {
    const directory = madeDirectory('older')
    if (build === 'of this build') writeFileSync(join(directory, 'pgdata', 'lyra-schema'), '1\n')
    // PGlite takes files without it for a directory to create a database in.
    rmSync(join(directory, 'pgdata', 'PG_VERSION'))
    const before = bytesIn(directory)
    await expect(openPglite(directory, openEngine)).rejects.toThrow('is incomplete')
    expect(bytesIn(directory)).toEqual(before)
  },
)

test('database files restored without anything beside them open with their rows', async () => {
  const directory = madeDirectory('now')
  const restored = newDirectory()
  cpSync(join(directory, 'pgdata'), join(restored, 'pgdata'), { recursive: true })
  const again = await openPglite(restored, openEngine)
  expect(await again.rows('select id from chain')).toEqual([['lyra-test']])
  await again.close()
})

test('a directory of the build before numbered schemas opens with its rows and gets its number', async () => {
  const directory = madeDirectory('older')
  const db = await openPglite(directory, openEngine)
  expect(await db.rows('select id from chain')).toEqual([['lyra-test']])
  expect(await db.rows('select version::text from lyra_schema')).toEqual([['1']])
  await db.close()
})

test("an old mark beside the database of another program does not make it Lyra's: no table is added to it", async () => {
  const directory = madeDirectory('older')
  const foreign = await openEngine(join(directory, 'pgdata'))
  await foreign.exec('drop schema public cascade; create schema public; create table photos (id int)')
  await foreign.close()
  await expect(openPglite(directory, openEngine)).rejects.toThrow('has no tables of Lyra, so it is left as it is')
  const again = await openEngine(join(directory, 'pgdata'))
  expect(await again.rows(`select tablename from pg_tables where schemaname = 'public'`, [])).toEqual([['photos']])
  await again.close()
})

test('a demo network of the first build with numbers, which emptied them, opens and gets its number again', async () => {
  const directory = madeDirectory('now')
  const engine = await openEngine(join(directory, 'pgdata'))
  await engine.exec('delete from lyra_schema; create table lyra_demo (seed text)')
  await engine.close()
  for (let start = 0; start < 2; start += 1) {
    const db = await openPglite(directory, openEngine)
    expect(await db.rows('select id from chain')).toEqual([['lyra-test']])
    expect(await db.rows('select version::text from lyra_schema')).toEqual([['1']])
    await db.close()
  }
})

test.each(['drop table lyra_schema', 'delete from lyra_schema'])(
  'a signed database that lost its number (%s) is refused, not taken for version 1',
  async (harm) => {
    const directory = madeDirectory('now')
    const engine = await openEngine(join(directory, 'pgdata'))
    await engine.exec(harm)
    await engine.close()
    await expect(openPglite(directory, openEngine)).rejects.toThrow('lost the number of its schema')
  },
)

test('files of a creation that ended between its last two steps are removed at the next start', async () => {
  const directory = madeDirectory('now')
  mkdirSync(join(directory, 'lyra-unfinished-token'))
  writeFileSync(join(directory, 'lyra-unfinished-token', 'unfinished'), 'token')
  mkdirSync(join(directory, 'lyra-unfinished-of-somebody'))
  await (await openPglite(directory, openEngine)).close()
  expect(readdirSync(directory).toSorted()).toEqual(['lyra-unfinished-of-somebody', 'pgdata', 'schema'])
})

test('a database of a newer Lyra is refused and left as it is', async () => {
  const directory = madeDirectory('now')
  const db = await openPglite(directory, openEngine)
  await db.exec('update lyra_schema set version = 99')
  await db.close()
  await expect(openPglite(directory, openEngine)).rejects.toBeInstanceOf(OtherSchema)
  writeFileSync(join(directory, 'schema'), 'another\n')
  rmSync(join(directory, 'pgdata', 'lyra-schema'))
  await expect(openPglite(directory, openEngine)).rejects.toBeInstanceOf(OtherSchema)
  writeFileSync(join(directory, 'pgdata', 'lyra-schema'), '99\n')
  const opened = (): Promise<never> => Promise.reject(new Error('its files were opened'))
  await expect(openPglite(directory, opened)).rejects.toBeInstanceOf(OtherSchema)
  expect(readdirSync(directory).filter((name) => name.startsWith('lock'))).toEqual([])
})

test('an interrupted creation is done again and removes its own unfinished files alone', async () => {
  const directory = newDirectory()
  const cut = (): Promise<never> => Promise.reject(new Error('killed'))
  await expect(openPglite(directory, cut)).rejects.toThrow('killed')
  mkdirSync(join(directory, 'lyra-unfinished-of-somebody'))
  const db = await openPglite(directory, openEngine)
  expect(await db.rows('select count(*) from ledger')).toEqual([['0']])
  await db.close()
  expect(readdirSync(directory).toSorted()).toEqual(['lyra-unfinished-of-somebody', 'pgdata', 'schema'])
})

test.skipIf(process.platform !== 'linux')(
  'a database that is moved writes nothing into the one that gets its place',
  async () => {
    const directory = madeDirectory('now')
    const moved = `${directory}-moved`
    directories.push(moved)
    const db = await openPglite(directory, openEngine)
    renameSync(directory, moved)
    cpSync(made.now, directory, { recursive: true })
    const before = bytesIn(directory)
    await db.exec(`insert into blocks select to_timestamp(n), n, '\\x00' from generate_series(1, 9) n; checkpoint`)
    await db.close()
    expect(bytesIn(directory)).toEqual(before)
    const again = await openPglite(moved, openEngine)
    expect(await again.rows('select count(*)::text from blocks')).toEqual([['9']])
    await again.close()
    expect(readdirSync(moved).toSorted()).toEqual(['pgdata', 'schema'])
  },
)

test('a database whose engine dies says that it is lost, and gives its lock back', async () => {
  const directory = madeDirectory('now')
  const died = new AbortController()
  const gone = (): Promise<never> => Promise.reject(new Error('it is gone'))
  const exec = (): Promise<void> => Promise.resolve()
  const rows = () => Promise.resolve([['1']])
  const engine = { rows, exec, copyOut: gone, copyIn: gone, close: gone, lost: died.signal }
  const db = await openPglite(directory, () => Promise.resolve(engine))
  expect(db.lost?.aborted).toBe(false)
  died.abort('The database stopped.')
  expect(db.lost?.reason).toBe('The database stopped.')
  await expect(db.close()).rejects.toThrow('it is gone')
  expect(readdirSync(directory).filter((name) => name.startsWith('lock'))).toEqual([])
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
