import { promises as fs } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from './engine.ts'
import { syncDirectory } from './sync-directory.ts'

/** Number of `schema.sql`. A change of its tables counts it up and adds the statements that bring the last one there. */
export const schemaVersion = 1
/** Statements that bring a database of version n + 1 to version n + 2, at index n. */
const migrations: readonly string[] = []
/** What builds that had no numbers wrote into the file `schema`; their database is that of version 1. */
export const firstMark = '1ce2b86f4282c789'
/** In the database's own files: says before they are opened that Lyra made them. */
export const signFile = 'lyra-schema'

/** The directory was made by another version of Lyra. */
export class OtherSchema extends Error {
  override readonly name = 'OtherSchema'
}

/** The text of a file without its blanks, empty where it cannot be read; undefined where there is none. */
export const textOf = (file: string): Promise<string | undefined> =>
  fs.readFile(file, 'utf8').then(
    (text) => text.trim(),
    (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? undefined : ''),
  )

export const otherVersion = (directory: string): OtherSchema =>
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
