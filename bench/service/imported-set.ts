import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { importArchives } from '../shared/built-service.ts'
import { fixed } from '../shared/program.ts'
import { longRows, writeArchive } from '../data-set/archive.ts'
import type { DataSet } from '../data-set/data-set.ts'
import { type Server, type Workplace, ask } from '../shared/postgres.ts'

/** A database that holds the data set, and the options that serve it. */
export interface Imported {
  database: string
  options: readonly string[]
  /** Rows a second of the import; undefined when an earlier run had done it. */
  rowsPerSecond: number | undefined
}

/** What is kept between runs. */
export const folder = resolve('.lyra/bench')

/** The archive of the data set, written unless an earlier run did. */
export async function archiveOf(set: DataSet): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `bench-${set.name}-1-115-1-2.zip`)
  if (existsSync(path)) return path
  const began = performance.now()
  await writeArchive(path, set)
  console.log(`The archive was written in ${fixed((performance.now() - began) / 1000)} s.`)
  return path
}

/** Imports the data set into PGlite and, where there is one, PostgreSQL; `anew` repeats what an earlier run did. */
export async function importSet(set: DataSet, server: Server | undefined, anew: boolean): Promise<Imported[]> {
  const archive = await archiveOf(set)
  // Tables of another build are not opened, or lack what this one has.
  const schema = createHash('sha256').update(readFileSync('src/server/database/schema.sql')).digest('hex').slice(0, 8)
  const directory = join(folder, `${set.name}-${schema}`)
  const load = (database: string, options: readonly string[], isThere: boolean): Imported => {
    const rowsPerSecond = isThere ? undefined : longRows(set) / importArchives([archive], options)
    return { database, options, rowsPerSecond }
  }
  if (anew) rmSync(directory, { recursive: true, force: true })
  const imported = [load('PGlite', ['--data', directory], existsSync(join(directory, 'schema')))]
  if (!server) return imported
  const name = `lyra_${set.name}_${schema}`
  const run = (sql: string): Promise<string[][]> => ask(server.url('postgres'), sql)
  if (anew) await run(`drop database if exists ${name}`)
  const isThere = (await run(`select 1 from pg_database where datname = '${name}'`)).length > 0
  if (!isThere) await run(`create database ${name}`)
  return [...imported, load('PostgreSQL', ['--database', server.url(name)], isThere)]
}

/** Rows a second of PostgreSQL's own restore of the same tables in one transaction: COPY, then keys and indexes. */
export async function restoreRate(set: DataSet, server: Server, place: Workplace, url: string): Promise<number> {
  const [dump, name] = [join(place.folder, 'plain.sql'), 'lyra_plain']
  place.run('pg_dump', ['--no-owner', '-f', dump, url])
  await ask(server.url('postgres'), `create database ${name}`)
  const began = performance.now()
  place.run('psql', ['-X', '-q', '-1', '-v', 'ON_ERROR_STOP=1', '-f', dump, server.url(name)])
  const seconds = (performance.now() - began) / 1000
  await ask(server.url('postgres'), `drop database ${name}`)
  rmSync(dump)
  return longRows(set) / seconds
}
