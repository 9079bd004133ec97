import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { startBuiltService } from '../shared/built-service.ts'
import { Server, Workplace } from '../shared/postgres.ts'
import { postgresPrograms } from '../../tests/server/support/private-cluster.ts'
import { quantile, readOptions } from '../shared/program.ts'
import { quickSet, wholeSet } from '../data-set/data-set.ts'
import { measureBesideExports, measureExport, measurePlainCopy, measureSmallExport } from './exports.ts'
import { folder, type Imported, importSet, restoreRate } from './imported-set.ts'
import { loadGenerator } from '../shared/load-generator.ts'
import { BareServer, type MeasuredService, measureRead, type Rounds } from './reads.ts'
import { machineText, printHead, printResult, readTable, type Result, writeReport } from './results.ts'
import { chooseRows } from './rows.ts'
import { rmSync } from 'node:fs'
import { memoryMb } from '../shared/process-cost.ts'

const usage = `Measures the service on PGlite and on a PostgreSQL of its own, beside bare node:http with the same bodies.

  npm run bench -- service [options]

  --quick        a twentieth of the data, one round, no starts: under two minutes once the data are imported
  --row TEXT     only rows whose name contains this; operations by their names too, such as listAssets
  --rounds N     in turns with bare node:http (3)
  --seconds N    for each (2)
  --json FILE    writes the figures there, as docs/performance.json has them

Everything is kept in .lyra/bench: an archive of a made-up network, and what was imported from it. Every whole run imports
anew. Rows that lost more than a fifth of their ratio against docs/performance.json are printed in red.`

const options = readOptions(usage, {
  quick: { type: 'boolean', default: false },
  row: { type: 'string', default: '' },
  rounds: { type: 'string' },
  seconds: { type: 'string' },
  json: { type: 'string' },
})
const { quick } = options
const rounds: Rounds = {
  generator: loadGenerator(),
  rounds: Number(options.rounds ?? (quick ? 1 : 3)),
  seconds: Number(options.seconds ?? (quick ? 1 : 2)),
  connections: 16,
}
/** A PostgreSQL with the settings that Debian gives it is kept here. */
const place = new Workplace(join(folder, 'postgres'))
/** A new service is under load for so long before anything is measured. */
const warmSeconds = 3
const wants = (row: string): boolean => row.includes(options.row)

/** Runs `work` with a service over each database. */
async function withServices(
  imported: readonly Imported[],
  more: readonly string[],
  server: Server | undefined,
  work: (subjects: readonly MeasuredService[]) => Promise<void>,
): Promise<void> {
  const subjects: MeasuredService[] = []
  try {
    for (const { database, options } of imported) {
      const service = await startBuiltService([...options, ...more])
      subjects.push({ database, service, databasePid: database === 'PostgreSQL' ? server?.pid : undefined })
    }
    await work(subjects)
  } finally {
    for (const { service } of subjects) await service.stop()
  }
}

const exportRow = 'export of half the ledger'
const smallExportRow = 'export of 200 rows'
const besideRow = 'page of 100 candles beside four exports'
const plainRow = 'the same rows by one COPY in psql'

async function measureExports(
  subjects: readonly MeasuredService[],
  bare: BareServer,
  plain: { psql: string; url: string } | undefined,
  add: (result: Result) => void,
): Promise<void> {
  const [page] = chooseRows('candles, newest 100')
  for (const subject of subjects) {
    if (wants(exportRow)) add(await measureExport(exportRow, subject, bare, rounds.rounds))
    if (wants(smallExportRow)) add(await measureSmallExport(smallExportRow, subject))
    if (page && wants(besideRow)) add(await measureBesideExports(besideRow, page, subject, rounds))
  }
  if (plain && wants(plainRow)) add(await measurePlainCopy(plainRow, plain.psql, plain.url, rounds.rounds))
}

/** Starts the service and stops it as often as `times`: seconds until it answered a page, and its memory then. */
async function measureStart(
  named: Pick<Result, 'row' | 'database' | 'goal'>,
  options: readonly string[],
  times: number,
): Promise<Result> {
  const runs: { seconds: number; memory: number }[] = []
  for (let time = 0; time < times; time += 1) {
    const service = await startBuiltService(options)
    runs.push({ seconds: service.startMs / 1000, memory: memoryMb(service.pid, 'VmHWM') })
    await service.stop()
  }
  const median = (of: (run: (typeof runs)[number]) => number): number => quantile(runs.map(of), 0.5)
  return { ...named, unit: 's', value: median(({ seconds }) => seconds), memoryMB: median(({ memory }) => memory) }
}

const startGoals: Readonly<Record<string, number>> = { PGlite: 1.5, PostgreSQL: 0.5 }

async function measureStarts(imported: readonly Imported[], add: (result: Result) => void): Promise<void> {
  if (quick || !wants('start: ')) return
  const row = 'start: imported network'
  for (const { database, options } of imported)
    add(await measureStart({ row, database, goal: startGoals[database] }, options, rounds.rounds))
  // The demo network is made anew and then opened again.
  const directory = join(folder, 'demo')
  rmSync(directory, { recursive: true, force: true })
  const [database, demo] = ['PGlite', ['--demo-data', directory]]
  add(await measureStart({ row: 'start: demo network, new', database, goal: 8 }, demo, 1))
  add(await measureStart({ row: 'start: demo network, warm', database, goal: 2 }, demo, rounds.rounds))
}

/** Writes what was measured so far: a run that ends half-way leaves its figures. */
function writeResults(date: string, results: Result[]): void {
  if (options.json === undefined) return
  const command = `npm run bench -- ${process.argv.slice(2).join(' ')}`
  const generator = rounds.generator.name
  writeReport(options.json, { date, command, machine: machineText(), node: process.version, generator, results })
}

async function measureAll(server: Server | undefined, bare: BareServer, core: string): Promise<void> {
  const set = quick ? quickSet : wholeSet
  const imported = await importSet(set, server, !quick && (options.row === '' || options.row === 'import'))
  const date = new Date().toISOString()
  const [results, before]: [Result[], ReadonlyMap<string, number>] = [[], readTable()]
  const add = (result: Result): void => {
    results.push(result)
    printResult(result, before)
    writeResults(date, results)
  }
  const rows = chooseRows(options.row)
  const measure = (isCached: boolean) => async (subjects: readonly MeasuredService[]) => {
    const wanted = rows.filter((row) => (row.isCached ?? false) === isCached)
    const [first] = wanted
    // Else the first row alone would be measured while code is still being compiled.
    for (const { service } of first ? subjects : []) {
      const { generator, connections } = rounds
      await generator.run(service.base + (first?.path ?? ''), { connections, seconds: warmSeconds })
    }
    for (const row of wanted) {
      for (const result of await measureRead(row, subjects, bare, rounds)) add(result)
    }
  }
  printHead()
  const url = imported.find(({ database }) => database === 'PostgreSQL')?.options[1]
  for (const { database, rowsPerSecond: value } of imported) {
    if (value !== undefined) add({ row: 'import', database, unit: 'rows/s', value })
    if (value === undefined || !server || database !== 'PostgreSQL' || url === undefined) continue
    add({ row: 'import: plain restore', database, unit: 'rows/s', value: await restoreRate(set, server, place, url) })
  }
  await withServices(imported, ['--cache', '0', '--core', core], server, async (subjects) => {
    await measure(false)(subjects)
    await measureExports(subjects, bare, url === undefined ? undefined : { psql: place.psql, url }, add)
  })
  if (rows.some(({ isCached }) => isCached)) await withServices(imported, [], server, measure(true))
  await measureStarts(imported, add)
}

async function main(): Promise<void> {
  const { generator, connections, seconds } = rounds
  const server = postgresPrograms ? await Server.primary(place, 'data', []) : undefined
  if (!server) console.log('No PostgreSQL is installed, so only PGlite is measured.')
  const core = fork(new URL('./spam-core.mjs', import.meta.url))
  const bare = await BareServer.start()
  try {
    const [port] = (await once(core, 'message')) as [number]
    console.log(
      `${machineText()}; Node ${process.version}; ${generator.name}; ${connections} connections, ${rounds.rounds} × ${seconds} s`,
    )
    await measureAll(server, bare, `http://127.0.0.1:${port}`)
  } finally {
    core.disconnect()
    bare.stop()
    await place.end()
  }
}

await main()
