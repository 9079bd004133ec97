import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { busyParty, ledgerSet } from '../data-set/data-set.ts'
import { exportLedgerEntries } from '../../src/wire/ledger-export.ts'
import { formatUrl } from '../../src/wire/protocol/url.ts'
import { archiveOf } from '../service/imported-set.ts'
import { type BuiltService, importArchives, main, withService } from '../shared/built-service.ts'
import { download, speedOf } from '../shared/download.ts'
import { Server, type Workplace, ask, runSettings } from '../shared/postgres.ts'
import { ownMemoryMb, watchLargest } from '../shared/process-cost.ts'
import { fixed, printRow } from '../shared/program.ts'
import { options, rows } from './options.ts'
import { fill, tryEngines } from './rates.ts'
import { compareChunks, makeHypertables, startTimescale } from './timescale.ts'

/** An extension that is built from its source and installed into Debian's PostgreSQL. */
interface Extension {
  name: string
  /** Commands in the folder of the source. */
  commands: readonly (readonly [program: string, ...args: string[]])[]
}

const jobs = `-j${availableParallelism()}`

const citus: Extension = { name: 'citus', commands: [['./configure'], ['make', jobs], ['make', 'install']] }

const timescale: Extension = {
  name: 'timescaledb',
  commands: [
    ['./bootstrap', '-DREGRESS_CHECKS=OFF', '-DWARNINGS_AS_ERRORS=OFF', '-DCMAKE_BUILD_TYPE=Release'],
    ['make', '-C', 'build', jobs],
    ['make', '-C', 'build', 'install'],
  ],
}

/** Builds and installs an extension unless the server has it. The source and `postgresql-server-dev` must be there. */
function install({ name, commands }: Extension, source: string): void {
  const config = (what: string): string => execFileSync('pg_config', [what], { encoding: 'utf8' }).trim()
  if (existsSync(join(config('--pkglibdir'), `${name}.so`))) return
  console.log(`building ${name}, which takes some minutes`)
  for (const [program, ...args] of commands) execFileSync(program, args, { cwd: resolve(source), stdio: 'ignore' })
}

// Citus makes a certificate while it starts; workers on one machine need none.
const unencrypted = 'citus.node_conninfo=sslmode=disable'
const citusSettings = [...runSettings, 'shared_preload_libraries=citus', 'max_prepared_transactions=200', unencrypted]
/** A coordinator and two workers, with empty databases whose tables are distributed. */
async function startCitus(place: Workplace, databases: readonly string[]): Promise<Server> {
  const coordinator = await Server.primary(place, 'coordinator', citusSettings)
  const workers: Server[] = []
  for (const name of ['worker-1', 'worker-2']) workers.push(await Server.primary(place, name, citusSettings))
  const schema = execFileSync(process.execPath, [main, 'schema', '--citus'], { encoding: 'utf8' })
  for (const database of databases) {
    for (const server of [coordinator, ...workers]) {
      await ask(server.url('postgres'), `create database ${database}`)
      await ask(server.url(database), 'create extension citus')
    }
    const url = coordinator.url(database)
    await ask(url, `select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`)
    for (const { port } of workers) await ask(url, `select citus_add_node('127.0.0.1', ${port})`)
    await ask(url, schema)
  }
  return coordinator
}

/** Takes a whole ledger and prints rate, first row and the memory of the database's server. */
async function measureExport(name: string, { base }: BuiltService, server: Server): Promise<string> {
  const url = base + formatUrl(exportLedgerEntries, { partyId: busyParty })
  const largest = watchLargest(() => ownMemoryMb(server.pid ?? 0))
  const file = await download(url, { isHashed: true })
  const [size, most] = [file.bytes / 1e6, largest()].map((value) => `${fixed(value, 0)} MB`) as [string, string]
  printRow(`  ${name}`, size, `${fixed(speedOf(file))} MB/s`, `${fixed(file.firstRowMs, 0)} ms`, most)
  return file.sha256
}

/** The export of a large ledger from one PostgreSQL and from the workers; true when both are the same bytes. */
async function compareExports(servers: readonly { name: string; server: Server }[]): Promise<boolean> {
  printRow('\nexport of a large ledger', 'size', 'rate', 'first row', 'own memory')
  const sums: string[] = []
  for (const { name, server } of servers) {
    const options = ['--database', server.url('big')]
    sums.push(await withService(options, (service) => measureExport(name, service, server)))
  }
  return sums[0] === sums[1]
}

/** One PostgreSQL beside a Citus of a coordinator and two workers. */
export async function tryCitus(place: Workplace, core: number, source: string): Promise<boolean> {
  install(citus, source)
  const plain = await Server.primary(place)
  for (const database of ['lyra', 'big']) await ask(plain.url('postgres'), `create database ${database}`)
  const coordinator = await startCitus(place, ['lyra', 'big'])
  const servers = [
    { name: 'one PostgreSQL', server: plain },
    { name: 'Citus, a coordinator and two workers', server: coordinator },
  ]
  for (const { server } of servers) await fill(server.url())
  const engines = servers.map(({ name, server }) => ({ name, url: server.url() }))
  const isAsRecorded = await tryEngines(engines, core)
  const archive = await archiveOf(ledgerSet(rows))
  for (const { name, server } of servers) {
    const seconds = importArchives([archive], ['--database', server.url('big')])
    console.log(`${name}: ${rows} entries imported in ${fixed(seconds)} s`)
  }
  return (await compareExports(servers)) && isAsRecorded
}

/** Lyra's tables beside those of a data node on TimescaleDB. */
export async function tryTimescale(place: Workplace, core: number, source: string): Promise<boolean> {
  install(timescale, source)
  const server = await startTimescale(place)
  for (const database of ['plain', 'lyra']) {
    await ask(server.url('postgres'), `create database ${database}`)
    await fill(server.url(database))
  }
  await makeHypertables(server.url())
  const isAsRecorded = await tryEngines(
    [
      { name: 'plain tables', url: server.url('plain') },
      { name: 'TimescaleDB, hypertables and continuous aggregates', url: server.url() },
    ],
    core,
  )
  return (await compareChunks(server, Number(options.days), rows)) && isAsRecorded
}
