import { join } from 'node:path'
import { writeLedgerArchive } from '../shared/ledger-archive.ts'
import { fixed } from '../shared/program.ts'
import { compareExports, startCitus } from './citus.ts'
import { citus, install, timescale } from './extensions.ts'
import { options, rows } from './options.ts'
import { Server, type Workplace, ask } from './processes.ts'
import { fill, runImport, tryEngines } from './rates.ts'
import { compareChunks, makeHypertables, startTimescale } from './timescale.ts'

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
  for (const { server } of servers) await fill(place, server.url())
  const isAsRecorded = await tryEngines(
    servers.map(({ name, server }) => ({ name, url: server.url() })),
    core,
  )
  const archive = join(place.folder, 'big.zip')
  await writeLedgerArchive(archive, rows)
  for (const { name, server } of servers) {
    const began = performance.now()
    runImport([archive], server.url('big'))
    console.log(`${name}: ${rows} entries imported in ${fixed((performance.now() - began) / 1000)} s`)
  }
  return (await compareExports(plain, coordinator, 'big')) && isAsRecorded
}

/** Lyra's tables beside those of a data node on TimescaleDB. */
export async function tryTimescale(place: Workplace, core: number, source: string): Promise<boolean> {
  install(timescale, source)
  const server = await startTimescale(place)
  for (const database of ['plain', 'lyra']) {
    await ask(server.url('postgres'), `create database ${database}`)
  }
  for (const database of ['plain', 'lyra']) await fill(place, server.url(database))
  await makeHypertables(server.url())
  const isAsRecorded = await tryEngines(
    [
      { name: 'plain tables', url: server.url('plain') },
      { name: 'TimescaleDB, hypertables and continuous aggregates', url: server.url() },
    ],
    core,
  )
  return (await compareChunks(place, server, Number(options.days), rows)) && isAsRecorded
}
