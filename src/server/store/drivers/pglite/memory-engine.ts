import { createHash } from 'node:crypto'
import { promises as fs } from 'node:fs'
import { join } from 'node:path'
import { type Engine, openEngine } from './engine.ts'

const folder = join('node_modules', '.cache', 'lyra')

/** Changes with the schema and with the version of PGlite, whose files another one cannot read. */
async function templateFile(schema: string): Promise<string> {
  const pglite = await fs.readFile(join('node_modules', '@electric-sql', 'pglite', 'package.json'), 'utf8')
  const key = createHash('sha256').update(schema).update(pglite).digest('hex').slice(0, 16)
  return join(folder, `memory-${key}.tar`)
}

/** Keeps the files for the next test; a second process that does so at the same time writes the same bytes. */
async function keep(file: string, files: Uint8Array): Promise<void> {
  await fs.mkdir(folder, { recursive: true })
  await fs.writeFile(`${file}.${process.pid}`, files)
  await fs.rename(`${file}.${process.pid}`, file)
}

/**
 * PGlite in memory with `schema`. Making a database costs seconds of processor time and every test file wants one, so
 * the files of the first are kept in node_modules/.cache and loaded by all later ones.
 */
export async function openMemoryEngine(schema: string): Promise<Engine> {
  const file = await templateFile(schema).catch(() => undefined)
  const files = file === undefined ? undefined : await fs.readFile(file).catch(() => undefined)
  if (files) return openEngine(undefined, files)
  const engine = await openEngine()
  await engine.exec(schema)
  if (file !== undefined) await keep(file, await engine.files()).catch(() => {})
  return engine
}
