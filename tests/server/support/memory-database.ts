import { createHash } from 'node:crypto'
import { promises as fs } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { WritableDb } from '../../../src/server/database/db.ts'
import { type Engine, openEngine } from '../../../src/server/database/pglite/engine.ts'
import { pgliteSession } from '../../../src/server/database/pglite/session.ts'
import schema from '../../../src/server/database/schema.sql?raw'

const folder = join('node_modules', '.cache', 'lyra')

/**
 * As a browser's database: on a page that has a checksum, a note of what is committed is written to the log. Pieces of the log
 * are small, since all of their bytes are loaded by each test.
 */
const initDbStartParams = ['--no-data-checksums', '--wal-segsize=1']
/** Nothing is made from the templates, which are two thirds of the files. */
const dropTemplates = ['template0', 'template1'].flatMap((name) => [
  `alter database ${name} is_template false`,
  `drop database ${name}`,
])

/** Changes with the schema and with the version of PGlite, whose files another one cannot read. */
async function templateFile(): Promise<string> {
  const pglite = await fs.readFile(join('node_modules', '@electric-sql', 'pglite', 'package.json'), 'utf8')
  const key = createHash('sha256')
    .update(schema)
    .update(pglite)
    .update([...initDbStartParams, ...dropTemplates].join(' '))
    .digest('hex')
    .slice(0, 16)
  return join(folder, `memory-${key}.tar`)
}

/** Keeps the files for the next test; a second process that does so at the same time writes the same bytes. */
async function keep(file: string, files: Uint8Array): Promise<void> {
  await fs.mkdir(folder, { recursive: true })
  await fs.writeFile(`${file}.${process.pid}`, files)
  await fs.rename(`${file}.${process.pid}`, file)
}

async function filesWithSchema(): Promise<Blob> {
  const pglite = await PGlite.create({ initDbStartParams })
  await pglite.exec(schema)
  for (const statement of dropTemplates) await pglite.exec(statement)
  await pglite.exec('checkpoint')
  return pglite.dumpDataDir('none').finally(() => pglite.close())
}

async function openEngineWithSchema(): Promise<Engine> {
  const file = await templateFile().catch(() => undefined)
  const kept = file === undefined ? undefined : await fs.readFile(file).catch(() => undefined)
  if (kept) return openEngine(undefined, { loadDataDir: new Blob([kept]) })
  const files = await filesWithSchema()
  if (file !== undefined) await keep(file, new Uint8Array(await files.arrayBuffer())).catch(() => {})
  return openEngine(undefined, { loadDataDir: files })
}

/**
 * A fresh PGlite in memory, in this thread, with the schema and no rows. Making a database costs seconds of processor
 * time and every test file needs one, so the files of the first are kept in node_modules/.cache and loaded by all others.
 */
export const openMemory = async (): Promise<WritableDb> => pgliteSession(await openEngineWithSchema())
