import { randomUUID } from 'node:crypto'
import { promises as fs } from 'node:fs'
import { join } from 'node:path'
import type { WritableDb } from '../../db.ts'
import { lockDirectory } from './directory-lock.ts'
import type { Engine } from './engine.ts'
import { type StartedEngine, restartable, startWorker } from './start-worker.ts'
import { pgliteSession } from './session.ts'
import { keepTidy } from './maintenance.ts'
import { syncDirectory } from './sync-directory.ts'
import schema from '../../schema.sql?raw'

/** Number of `schema.sql`. A change of its tables counts it up and adds the statements that bring the last one there. */
const schemaVersion = 1
/** Statements that bring a database of version n + 1 to version n + 2, at index n. */
const migrations: readonly string[] = []
/** What builds that had no numbers wrote into the file `schema`; their database is that of version 1. */
const firstMark = '1ce2b86f4282c789'
/** In the database's own files: says before they are opened that Lyra made them. */
const signFile = 'lyra-schema'
/** Of a creation under way: its name, a token, and the file in it that has the same token. */
const unfinishedPrefix = 'lyra-unfinished-'
const unfinishedFile = 'unfinished'

/** The directory was made by another version of Lyra. */
export class OtherSchema extends Error {
  override readonly name = 'OtherSchema'
}

const textOf = (file: string): Promise<string | undefined> =>
  fs.readFile(file, 'utf8').then(
    (text) => text.trim(),
    (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? undefined : ''),
  )

const otherVersion = (directory: string): OtherSchema =>
  new OtherSchema(
    `The data directory ${directory} was made by another version of Lyra; serve it with that one, or import into a new directory.`,
  )

/** What `directory` holds. Rejects with a sentence for files that are not provably Lyra's; changes nothing. */
async function examine(directory: string): Promise<'database' | 'nothing'> {
  const files = join(directory, 'pgdata')
  const names: string[] = await fs.readdir(directory).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return []
    const why = error.code === 'ENOTDIR' ? 'it is not a directory' : (error.code ?? error.message)
    throw new Error(`The data directory ${directory} cannot be read: ${why}.`)
  })
  if (!names.includes('pgdata')) {
    const foreign = names.filter(
      (name) => !/^(lock.*|schema|lost\+found)$/.test(name) && !name.startsWith(unfinishedPrefix),
    )
    const mark = await textOf(join(directory, 'schema'))
    if (mark && mark !== firstMark) throw otherVersion(directory)
    if (foreign.length === 0) return 'nothing'
    throw new Error(
      `The directory ${directory} has other files (${foreign[0]}) and no database of Lyra: name an empty or a new one.`,
    )
  }
  const mark = await textOf(join(directory, 'schema'))
  if ((await textOf(join(files, signFile))) !== undefined || mark === firstMark) {
    // PGlite writes an empty database over the files where the first of these is missing.
    for (const name of ['PG_VERSION', 'global/pg_control'])
      if (!(await textOf(join(files, name))))
        throw new Error(
          `The database in ${files} is incomplete (${name} is missing, empty or unreadable), so it is left as it is: ` +
            'copy it again whole, or name another directory.',
        )
    return 'database'
  }
  if (mark) throw otherVersion(directory)
  throw new Error(
    `Nothing says that Lyra made the database in ${files}, so it is left as it is: name another directory. ` +
      `If Lyra did make it, write ${firstMark} into ${join(directory, 'schema')}.`,
  )
}

/** Whether `directory` holds a completely created database. Rejects with a sentence for files that are not Lyra's. */
export const isPgliteDirectory = async (directory: string): Promise<boolean> =>
  (await examine(directory)) === 'database'

/** Removes what an interrupted creation left: directories that hold the token of their own name. */
async function removeUnfinished(directory: string): Promise<void> {
  for (const name of await fs.readdir(directory)) {
    const token = await textOf(join(directory, name, unfinishedFile))
    if (name.startsWith(unfinishedPrefix) && name === `${unfinishedPrefix}${token}`)
      await fs.rm(join(directory, name), { recursive: true })
  }
}

/** Makes an empty database beside its place and moves it there when it is whole and on the disk. */
async function create(directory: string, start: (files: string) => Promise<StartedEngine>): Promise<void> {
  await removeUnfinished(directory)
  const token = randomUUID()
  const work = join(directory, `${unfinishedPrefix}${token}`)
  const files = join(work, 'pgdata')
  await fs.mkdir(work)
  await fs.writeFile(join(work, unfinishedFile), token)
  const engine = await start(files)
  try {
    await engine.exec(schema)
    await engine.exec(
      `create table lyra_schema (version int not null); insert into lyra_schema values (${schemaVersion}); checkpoint`,
    )
  } finally {
    await engine.close()
  }
  await fs.writeFile(join(files, signFile), `${schemaVersion}\n`)
  // Builds without numbers delete a database beside which this file is missing.
  await fs.writeFile(join(directory, 'schema'), `${firstMark}\n`)
  await syncDirectory(work)
  await fs.rename(files, join(directory, 'pgdata'))
  await fs.rm(work, { recursive: true })
  await syncDirectory(directory)
}

/** Brings an opened database to the present schema. Rejects with OtherSchema where it is newer. */
async function migrate(engine: Engine, directory: string): Promise<void> {
  await engine.exec('create table if not exists lyra_schema (version int not null)')
  const [row] = await engine.rows('select max(version)::text from lyra_schema', [])
  const found = Number(row?.[0] ?? 0)
  if (found > schemaVersion) throw otherVersion(directory)
  const statements = migrations.slice(Math.max(found, 1) - 1)
  if (found === schemaVersion) return
  await engine.exec(
    [
      'begin',
      ...statements,
      'delete from lyra_schema',
      `insert into lyra_schema values (${schemaVersion})`,
      'commit',
    ].join(';\n'),
  )
  await fs.writeFile(join(directory, 'pgdata', signFile), `${schemaVersion}\n`)
}

/**
 * Opens a database, or creates it in an empty or new directory; `start` is for tests. Removes nothing but an unfinished creation
 * of its own. Rejects with DirectoryInUse or OtherSchema, and with a sentence for files that are not provably Lyra's.
 */
export async function openPglite(
  directory: string,
  start: (files: string) => Promise<StartedEngine> = startWorker,
): Promise<WritableDb> {
  await examine(directory)
  const unlock = await lockDirectory(directory)
  try {
    if ((await examine(directory)) === 'nothing') await create(directory, start)
    const files = join(directory, 'pgdata')
    const started = await start(files)
    const { engine, ...life } = restartable(started, () => start(files))
    try {
      await migrate(engine, directory)
    } catch (error) {
      await engine.close().catch(() => undefined)
      throw error
    }
    const close = async (): Promise<void> => {
      stopTidying()
      await engine.close().finally(unlock)
    }
    const db = pgliteSession({ ...engine, close }, life)
    const stopTidying = keepTidy(db)
    return db
  } catch (error) {
    await unlock()
    throw error
  }
}
