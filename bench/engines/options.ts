import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readOptions } from '../shared/program.ts'

/** The recorded answers of a real node, where there are any: `--corpus DIR` or LYRA_TEST_CORPUS. */
interface Corpus {
  folder: string
  archives: string[]
}

function findCorpus(named: string | undefined): Corpus | undefined {
  const folder = named ?? process.env['LYRA_TEST_CORPUS']
  if (folder === undefined || !existsSync(join(folder, 'compare.mjs'))) return undefined
  const zips = readdirSync(folder).filter((name) => name.endsWith('.zip'))
  return { folder: resolve(folder), archives: zips.map((name) => join(resolve(folder), name)) }
}

/** The core node of the recordings. */
export function startCore({ folder }: Corpus, port: number): ChildProcess {
  return spawn(process.execPath, [join(folder, 'core.mjs'), '--port', String(port)], { stdio: 'ignore' })
}

/** Replays the recordings against a service: `matched 410 of 410 (34 defects skipped)`, and whether all did. */
export function compare({ folder }: Corpus, base: string): { line: string; ok: boolean } {
  const args = [join(folder, 'compare.mjs'), '--base', base, '--file', join(folder, 'public.jsonl')]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 28 })
  const failures = stdout.split('\n').filter((line) => line.startsWith('FAIL'))
  const last = stdout.trimEnd().split('\n').at(-1) ?? ''
  return { line: [last || stderr.slice(-300), ...failures.slice(0, 5)].join('\n  '), ok: status === 0 }
}

const usage = `Starts what Debian has, a PostgreSQL with two standbys and pgbouncer, and holds Lyra over them against Lyra over
one PostgreSQL: recorded answers, rates, and faults under load.

  npm run bench -- engines [options]

  --corpus DIR   recorded answers of a real node, with compare.mjs and core.mjs (or LYRA_TEST_CORPUS); without them a
                 made-up network is read and nothing is compared
  --short        the share of it for every submission: two minutes on two cores
  --only TEXT    "rates" or "faults" alone
  --citus DIR    in place of these: a Citus 12.1 of a coordinator and two workers, built from the source in this folder
  --timescale DIR  in place of these: TimescaleDB 2.9.3 with a data node's tables, built from the source in this folder
  --rows N       entries of the made-up ledger (1000000 with --citus and --timescale, else 100000)
  --days N       days of trades for the table of --timescale, 1440 trades of a market and a chunk each (700)`

export const options = readOptions(usage, {
  corpus: { type: 'string' },
  short: { type: 'boolean', default: false },
  only: { type: 'string', default: '' },
  citus: { type: 'string' },
  timescale: { type: 'string' },
  rows: { type: 'string' },
  days: { type: 'string', default: '700' },
})
/** For how long each rate is measured. */
export const seconds = options.short ? 1 : 4
/** Entries of the made-up ledger. */
export const rows = Number(options.rows ?? ((options.citus ?? options.timescale) === undefined ? 100_000 : 1_000_000))
/** The recorded answers; undefined when there are none. */
export const corpus = findCorpus(options.corpus)
