import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { main } from '../shared/built-service.ts'
import { fixed, grouped } from '../shared/program.ts'
import { writeArchive } from './archive.ts'
import type { DataSet } from './data-set.ts'
import { longRows } from './data-set-lines.ts'
import type { PostgresCluster } from './postgres-cluster.ts'

/** A database that holds the data set. */
export interface Imported {
  database: string
  /** The options that serve it. */
  options: readonly string[]
  /** Rows a second of the import; undefined when an earlier run had done it. */
  rowsPerSecond: number | undefined
}

/** What is kept between runs. */
export const folder = resolve('.lyra/bench')

function importArchive(archive: string, options: readonly string[]): number {
  const began = performance.now()
  const { status, stderr } = spawnSync(process.execPath, [main, 'import', archive, ...options], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the import failed:\n${stderr}`)
  return (performance.now() - began) / 1000
}

/** The archive of the data set, written unless an earlier run did. */
async function archiveOf(set: DataSet): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `bench-${set.name}-1-115-1-2.zip`)
  if (existsSync(path)) return path
  const began = performance.now()
  await writeArchive(path, set)
  console.log(
    `The archive of ${grouped(longRows(set))} rows was written in ${fixed((performance.now() - began) / 1000)} s.`,
  )
  return path
}

/** Imports the data set into PGlite and, where there is one, PostgreSQL; `anew` repeats what an earlier run did. */
export async function importSet(
  set: DataSet,
  cluster: PostgresCluster | undefined,
  anew: boolean,
): Promise<Imported[]> {
  const archive = await archiveOf(set)
  // Tables of another build are not opened, or lack what this one has.
  const schema = createHash('sha256').update(readFileSync('src/server/database/schema.sql')).digest('hex').slice(0, 8)
  const directory = join(folder, `${set.name}-${schema}`)
  const load = (database: string, options: readonly string[], isThere: boolean): Imported => {
    const rowsPerSecond = isThere ? undefined : longRows(set) / importArchive(archive, options)
    return { database, options, rowsPerSecond }
  }
  if (anew) rmSync(directory, { recursive: true, force: true })
  const imported = [load('PGlite', ['--data', directory], existsSync(join(directory, 'schema')))]
  if (!cluster) return imported
  const name = `lyra_${set.name}_${schema}`
  if (anew) cluster.run('postgres', `drop database if exists ${name}`)
  const isThere = cluster.run('postgres', `select count(*) from pg_database where datname = '${name}'`) === '1'
  if (!isThere) cluster.run('postgres', `create database ${name}`)
  return [...imported, load('PostgreSQL', ['--database', cluster.urlOf(name)], isThere)]
}
