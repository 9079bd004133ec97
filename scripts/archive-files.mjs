// Makes what a page has for archives beside its own code, in dist/web/archive: a database with empty tables, which a browser opens
// in a fifth of the time that making one takes, and a segment of the demo network for who has none. Packs the large files that a
// build leaves to this.
import { PGlite } from '@electric-sql/pglite'
import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createServer } from 'vite'
import yazl from 'yazl'
import { isStale, root } from './build.mjs'

const web = join(root, 'dist/web')

/** The demo network that the sample is of, and its length: six hours are 1.7 MB. */
const [sampleSeed, sampleTime, sampleHours] = [7, '2026-11-20T12:00:00Z', 6]

/**
 * Writes a file that is there whole or not at all.
 * @param {string} path
 * @param {(part: string) => Promise<unknown>} write
 */
async function whole(path, write) {
  await write(`${path}.part`)
  renameSync(`${path}.part`, path)
}

/**
 * The files of a tar archive but for logs of the database that it has written all of.
 * @param {Buffer} tar
 * @param {string} lastLog
 */
function withoutOldLogs(tar, lastLog) {
  const kept = []
  for (let at = 0, end = 0; at < tar.length && tar[at] !== 0; at = end) {
    const text = (/** @type {number} */ from, /** @type {number} */ to) => tar.toString('latin1', at + from, at + to)
    end = at + 512 + Math.ceil(parseInt(text(124, 136), 8) / 512) * 512
    const log = /pg_wal\/([0-9A-F]{24})\0/.exec(text(0, 100))?.[1] ?? lastLog
    if (log === lastLog) kept.push(tar.subarray(at, end))
  }
  return Buffer.concat([...kept, Buffer.alloc(1024)])
}

/** A database with Lyra's tables and no rows, as a tar archive that is packed. The copies that new databases are made of are left out. */
async function emptyDatabase() {
  const startParams = [...PGlite.defaultStartParams, '-c', 'wal_level=minimal', '-c', 'max_wal_senders=0']
  // There is always one file of the log: 1 MB of memory in place of 16, and none that packs what it held before.
  const initDbStartParams = ['--wal-segsize=1', '--set=wal_recycle=off', '--no-data-checksums']
  const pglite = await PGlite.create({ startParams, initDbStartParams })
  await pglite.exec('update pg_database set datistemplate = false, datallowconn = true')
  for (const name of ['template0', 'template1']) await pglite.exec(`drop database ${name}`)
  await pglite.exec(await readFile(join(root, 'src/server/database/schema.sql'), 'utf8'))
  await pglite.exec('checkpoint')
  await pglite.exec('select pg_switch_wal()')
  await pglite.exec('checkpoint')
  const { rows } = await pglite.query('select pg_walfile_name(pg_current_wal_lsn()) as log')
  const tar = Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer())
  await pglite.close()
  const [{ log }] = /** @type {[{ log: string }]} */ (rows)
  return promisify(gzip)(withoutOldLogs(tar, log), { level: 9 })
}

/** @param {string | null} value a field of CSV as PostgreSQL writes it */
const field = (value) =>
  value === null ? '' : value === '' || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value

/**
 * Writes the last hours of a demo network to a segment.
 * @param {string} path
 * @param {Blob} empty a database to make it in
 */
async function writeSample(path, empty) {
  const vite = await createServer({
    root,
    configFile: false,
    logLevel: 'warn',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  const load = (/** @type {string} */ name) => vite.ssrLoadModule(`/src/server/${name}.ts`)
  const { openEngine } = await load('database/pglite/engine')
  const { pgliteSession } = await load('database/pglite/session')
  const { openDemo } = await load('demo/demo')
  const { makeWorld } = await load('demo/world')
  const { day, hour, parseTime } = await load('demo/chain/chain')
  const { segmentTables } = await load('archive/tables')
  const { timestampText } = await load('sql/statement')
  const db = pgliteSession(await openEngine(undefined, { loadDataDir: empty }))
  const past = { hours: day, fiveMinutes: day, minutes: day, blocks: sampleHours * hour, ledger: day }
  await openDemo(db, { seed: sampleSeed, time: sampleTime, frozen: true, past })
  await vite.close()
  const end = parseTime(sampleTime)
  const { chain } = makeWorld(sampleSeed, end)
  const [first, last] = [chain.firstFrom(end - sampleHours * hour), chain.heightAt(end)]
  // The demo keeps two hours of blocks.
  const blocks = Array.from({ length: last - first + 1 }, (_, index) => [
    timestampText(chain.timeOf(first + index))
      .replace('T', ' ')
      .replace('Z', '+00'),
    String(first + index),
    String.raw`\x${chain.hashOf(first + index)}`,
  ])
  const zip = new yazl.ZipFile()
  const metadata = { HeightFrom: first, HeightTo: last, DatabaseVersion: 115, ChainID: chain.id }
  zip.addBuffer(Buffer.from(JSON.stringify(metadata)), 'metadata.json')
  for (const { folder, name, needed } of segmentTables) {
    const columns = needed.map((/** @type {string} */ column) => `${column}::text`)
    const within =
      folder === 'history' ? `where vega_time between '${blocks[0]?.[0]}' and '${blocks.at(-1)?.[0]}' order by 1` : ''
    /** @type {(string | null)[][]} */
    const rows = name === 'blocks' ? blocks : await db.rows(`select ${columns} from ${name} ${within}`)
    const lines = [needed, ...rows.map((row) => row.map(field))].map((row) => `${row.join(',')}\n`)
    zip.addBuffer(Buffer.from(lines.join('')), `${folder}/${name}`)
  }
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
  await db.close()
}

/** Packs the program of the database, whose 15 MB take longer than all else of a build. What was packed before is taken from a cache. */
async function packLargeFiles() {
  const cache = join(root, 'node_modules/.cache/packed')
  mkdirSync(cache, { recursive: true })
  const files = readdirSync(join(web, 'assets')).filter((name) => /\.(?:wasm|data)$/.test(name))
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }
  const ways = [
    { ending: 'br', pack: (/** @type {Buffer} */ content) => promisify(brotliCompress)(content, quality) },
    { ending: 'gz', pack: (/** @type {Buffer} */ content) => promisify(gzip)(content, { level: 9 }) },
  ]
  const packs = files.flatMap((file) => ways.map((way) => ({ file, name: `${file}.${way.ending}`, ...way })))
  await Promise.all(
    packs.map(async ({ file, name, pack }) => {
      const [kept, path] = [join(cache, name), join(web, 'assets', name)]
      if (existsSync(path)) return
      if (!existsSync(kept))
        await whole(kept, async (part) => writeFile(part, await pack(await readFile(join(web, 'assets', file)))))
      await whole(path, (part) => copyFile(kept, part))
    }),
  )
}

/** Makes and packs what is not there or older than what it is made of. */
export async function makeArchiveFiles() {
  mkdirSync(join(web, 'archive'), { recursive: true })
  const [database, sample] = [join(web, 'archive/empty.tar.gz'), join(web, 'archive/sample.zip')]
  if (isStale('archive')) {
    const packed = await emptyDatabase()
    await whole(database, (part) => writeFile(part, packed))
    const empty = new Blob([packed], { type: 'application/x-gzip' })
    await whole(sample, (part) => writeSample(part, empty))
  }
  await packLargeFiles()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await makeArchiveFiles()
