import { readOptions } from '../shared/program.ts'
import { findCorpus } from './comparer.ts'

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
