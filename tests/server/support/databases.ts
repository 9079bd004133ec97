import { randomBytes } from 'node:crypto'
import type { Db, WritableDb } from '../../../src/server/database/db.ts'
import { openMemory } from './memory-database.ts'
import { openPostgres } from '../../../src/server/database/postgres/postgres.ts'
import schema from '../../../src/server/database/schema.sql?raw'

/** A kind of database that a suite runs on; `open` gives a fresh one with the schema, `close` takes it away. */
export interface TestDatabase {
  name: string
  open: () => Promise<WritableDb>
  /** The same database as the service opens it: on PostgreSQL read-only and with its limits, to be closed first. */
  reader: (db: WritableDb) => Promise<Db>
}

/** A database of its own on the server that `url` names, dropped when it is closed. */
async function openScratch(url: string): Promise<WritableDb> {
  const name = `lyra_test_${randomBytes(6).toString('hex')}`
  const server = openPostgres(url, { writable: true })
  await server.exec(`create database ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  const db = openPostgres(own.href, { writable: true })
  await db.exec(schema)
  const close = db.close.bind(db)
  return Object.assign(db, {
    async close() {
      await close()
      await server.exec(`drop database ${name} with (force)`)
      await server.close()
    },
  })
}

async function openReader(url: string, db: WritableDb): Promise<Db> {
  const [row] = await db.rows('select current_database()::text')
  const own = new URL(url)
  own.pathname = `/${row?.[0] ?? ''}`
  return openPostgres(own.href)
}

const url = process.env['LYRA_TEST_POSTGRES']

/** PGlite always; PostgreSQL too when LYRA_TEST_POSTGRES names a server. Tests run on both. */
export const databases: TestDatabase[] = [
  { name: 'PGlite', open: openMemory, reader: (db) => Promise.resolve(db) },
  ...(url
    ? [{ name: 'PostgreSQL', open: () => openScratch(url), reader: (db: WritableDb) => openReader(url, db) }]
    : []),
]
