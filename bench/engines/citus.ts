import { execFileSync } from 'node:child_process'
import { type BuiltService, main, startBuiltService } from '../shared/built-service.ts'
import { download, speedOf } from '../shared/download.ts'
import { fixed, printRow } from '../shared/program.ts'
import { exportLedgerEntries } from '../../src/wire/ledger-export.ts'
import { formatUrl } from '../../src/wire/protocol/url.ts'
import { busyParty } from '../data-set/data-set.ts'
import { Server, type Workplace, ask, runSettings } from '../shared/postgres.ts'
import { ownMemoryMb, watchLargest } from '../shared/process-cost.ts'

// Citus makes a certificate while it starts; workers on one machine need none.
const unencrypted = 'citus.node_conninfo=sslmode=disable'
const settings = [...runSettings, 'shared_preload_libraries=citus', 'max_prepared_transactions=200', unencrypted]
/** A coordinator and two workers, with empty databases whose tables are distributed. */
export async function startCitus(place: Workplace, databases: readonly string[]): Promise<Server> {
  const coordinator = await Server.primary(place, 'coordinator', settings)
  const workers = [await Server.primary(place, 'worker-1', settings), await Server.primary(place, 'worker-2', settings)]
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
  const size = `${fixed(file.bytes / 1e6, 0)} MB`
  printRow(
    `  ${name}`,
    size,
    `${fixed(speedOf(file))} MB/s`,
    `${fixed(file.firstRowMs, 0)} ms`,
    `${fixed(largest(), 0)} MB`,
  )
  return file.sha256
}

/** The export of a large ledger from one PostgreSQL and from the workers; true when both are the same bytes. */
export async function compareExports(plain: Server, coordinator: Server, database: string): Promise<boolean> {
  printRow('\nexport of a large ledger', 'size', 'rate', 'first row', 'own memory')
  const sums: string[] = []
  for (const [name, server] of [
    ['one PostgreSQL', plain],
    ['Citus, coordinator', coordinator],
  ] as const) {
    const service = await startBuiltService(['--database', server.url(database)])
    try {
      sums.push(await measureExport(name, service, server))
    } finally {
      await service.stop()
    }
  }
  return sums[0] === sums[1]
}
