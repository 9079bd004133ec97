import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { writeArchive } from '../data-set/archive.ts'
import { ledgerSet } from '../data-set/data-set.ts'
import { importArchives } from '../shared/built-service.ts'
import { Server, type Workplace, ask } from '../shared/postgres.ts'
import { fixed } from '../shared/program.ts'
import { compareExports, startCitus } from './citus.ts'
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

const citus: Extension = {
  name: 'citus',
  commands: [['./configure'], ['make', jobs], ['make', 'install']],
}

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
  await writeArchive(archive, ledgerSet(rows))
  for (const { name, server } of servers) {
    const seconds = importArchives([archive], ['--database', server.url('big')])
    console.log(`${name}: ${rows} entries imported in ${fixed(seconds)} s`)
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
