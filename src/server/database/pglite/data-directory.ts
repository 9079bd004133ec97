import { randomUUID } from 'node:crypto'
import { promises as fs } from 'node:fs'
import { join } from 'node:path'
import { fileFault } from '../../file-fault.ts'
import { lockDirectory, writeFailure } from './directory-lock.ts'
import type { Engine } from './engine.ts'

/** Makes sure that a file, or the names in a directory, are on the disk. */
export async function syncPath(path: string): Promise<void> {
  const handle = await fs.open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Makes sure that all files below `directory` are on the disk, whatever happens to the machine. */
export async function syncDirectory(directory: string): Promise<void> {
  for (const entry of await fs.readdir(directory, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() || entry.isDirectory()) await syncPath(join(entry.parentPath, entry.name))
  }
  await syncPath(directory)
}

/** Number of `schema.sql`. A change of its tables counts it up and adds the statements that bring the last one there. */
export const schemaVersion = 1
/** Statements that bring a database of version n + 1 to version n + 2, at index n. */
const migrations: readonly string[] = []
/** What builds that had no numbers wrote into the file `schema`; their database is that of version 1. */
const firstMark = '1ce2b86f4282c789'
/** In the database's own files: says before they are opened that Lyra made them. */
export const signFile = 'lyra-schema'

export class OtherSchema extends Error {
  override readonly name = 'OtherSchema'
}

/** The text of a file without its blanks, empty where it cannot be read; undefined where there is none. */
const textOf = (file: string): Promise<string | undefined> =>
  fs.readFile(file, 'utf8').then(
    (text) => text.trim(),
    (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? undefined : ''),
  )

const otherVersion = (directory: string): OtherSchema =>
  new OtherSchema(
    `The data directory ${directory} was made by another version of Lyra; serve it with that one, or import into a new directory.`,
  )

/** The number of an opened database. Rejects with OtherSchema where it is newer, with a sentence where it is not Lyra's. */
export async function versionOf(engine: Engine, directory: string): Promise<number> {
  const [tables] = await engine.rows(
    `select to_regclass('lyra_schema')::text, to_regclass('lyra_segments')::text, to_regclass('lyra_demo')::text`,
    [],
  )
  const [numbers, segments, demo] = tables ?? []
  const [row] = numbers ? await engine.rows('select max(version)::text from lyra_schema', []) : []
  const found = Number(row?.[0] ?? 0)
  if (found > schemaVersion) throw otherVersion(directory)
  if (found > 0) return found
  // The first builds with numbers emptied the table when they made a demo network.
  if (numbers && demo) return 1
  const files = join(directory, 'pgdata')
  if ((await textOf(join(files, signFile))) !== undefined)
    throw new Error(`The database in ${files} lost the number of its schema, so it is damaged: restore a backup of it.`)
  if (segments) return 1
  throw new Error(`The database in ${files} has no tables of Lyra, so it is left as it is: name another directory.`)
}

/** Brings an opened database to the present schema. Rejects like `versionOf`. */
export async function migrate(engine: Engine, directory: string): Promise<void> {
  const found = await versionOf(engine, directory)
  const files = join(directory, 'pgdata')
  const isSigned = (await textOf(join(files, signFile))) !== undefined
  const [recorded] = isSigned ? await engine.rows('select count(*)::text from lyra_schema', []) : []
  if (found === schemaVersion && recorded?.[0] === '1') return
  await engine.exec(
    [
      'begin',
      'create table if not exists lyra_schema (version int not null)',
      ...migrations.slice(found - 1),
      'delete from lyra_schema',
      `insert into lyra_schema values (${schemaVersion})`,
      'commit',
      'checkpoint',
    ].join(';\n'),
  )
  // The sign says that the number is there, so that is on the disk first.
  await syncDirectory(files)
  await fs.writeFile(join(files, signFile), `${schemaVersion}\n`)
}

/** Of a creation under way: its name, a token, and the file in it that has the same token. */
const unfinishedPrefix = 'lyra-unfinished-'
const unfinishedFile = 'unfinished'

/** What `directory` holds. Rejects with a sentence for files that are not provably Lyra's; changes nothing. */
export async function examine(directory: string): Promise<'database' | 'nothing'> {
  const files = join(directory, 'pgdata')
  const names: string[] = await fs.readdir(directory).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return []
    const why = error.code === 'ENOTDIR' ? 'it is not a directory' : fileFault(error)
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
  // Its lock would be beside it; and PGlite follows no link.
  if ((await fs.lstat(files)).isSymbolicLink())
    throw new Error(`${files} is a link: name the directory that holds the database itself.`)
  const mark = await textOf(join(directory, 'schema'))
  const sign = await textOf(join(files, signFile))
  if (Number(sign) > schemaVersion) throw otherVersion(directory)
  if (sign !== undefined || mark === firstMark) {
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
export async function removeUnfinished(directory: string): Promise<void> {
  for (const name of await fs.readdir(directory)) {
    const token = await textOf(join(directory, name, unfinishedFile))
    if (name.startsWith(unfinishedPrefix) && name === `${unfinishedPrefix}${token}`)
      await fs.rm(join(directory, name), { recursive: true })
  }
}

/** Makes `pgdata` by `fill` beside its place and moves it there when it is whole and on the disk; else nothing of it is left. */
export async function installFiles(directory: string, fill: (files: string) => Promise<void>): Promise<void> {
  await removeUnfinished(directory)
  const token = randomUUID()
  const work = join(directory, `${unfinishedPrefix}${token}`)
  const files = join(work, 'pgdata')
  try {
    await fs.mkdir(work)
    await fs.writeFile(join(work, unfinishedFile), token)
    await fill(files)
    // PGlite lets everybody write to its files.
    await fs.chmod(files, 0o700)
    await fs.writeFile(join(work, 'schema'), `${firstMark}\n`)
    await syncDirectory(work)
    // Builds without numbers delete a database beside which this file is missing.
    await fs.rename(join(work, 'schema'), join(directory, 'schema'))
    await fs.rename(files, join(directory, 'pgdata'))
  } catch (error) {
    throw writeFailure(error, directory)
  } finally {
    await fs.rm(work, { recursive: true, force: true })
  }
  await syncDirectory(directory)
}

/**
 * Puts the database that `fill` writes into a new or empty `directory`, locked meanwhile. Rejects with a sentence for a
 * directory with anything in it, and as `fill` does; then nothing of it is left.
 */
export async function fillDirectory(directory: string, fill: (files: string) => Promise<void>): Promise<void> {
  const names = (): Promise<string[]> => fs.readdir(directory).catch(() => [])
  const isNew = (await fs.lstat(directory).catch(() => undefined)) === undefined
  const refuseFilled = async (): Promise<void> => {
    const isDatabase = (await examine(directory)) === 'database'
    // The mark comes before the database has its name: of a creation that was killed between the two, it is there alone.
    const mark = (await textOf(join(directory, 'schema'))) === firstMark ? 'schema|' : ''
    const ours = new RegExp(`^(lock.*|lost\\+found|${mark}${unfinishedPrefix}.*)$`)
    if (isDatabase || (await names()).some((name) => !ours.test(name)))
      throw new Error(`The directory ${directory} is not empty: name an empty or a new one.`)
  }
  await refuseFilled()
  const unlock = await lockDirectory(directory)
  try {
    await refuseFilled()
    await installFiles(directory, fill)
  } finally {
    await unlock()
    // Removes an empty directory alone.
    if (isNew) await fs.rmdir(directory).catch(() => undefined)
  }
}
