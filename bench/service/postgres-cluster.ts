import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, chmodSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'

/** Where Debian keeps the programs of PostgreSQL 15. */
const programs = '/usr/lib/postgresql/15/bin'

export const psql = join(programs, 'psql')

export const hasPostgres = (): boolean => existsSync(join(programs, 'initdb'))

/** A PostgreSQL of one's own, with the settings that Debian gives it. */
export interface PostgresCluster {
  /** The process that all others belong to. */
  pid: number
  urlOf: (database: string) => string
  /** Runs statements in a database. Throws with what PostgreSQL said. */
  run: (database: string, ...statements: string[]) => string
  stop: () => void
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return address !== null && typeof address !== 'string' ? address.port : 0
}

/** PostgreSQL refuses to run as root. */
const isRoot = process.getuid?.() === 0

function asOwner(program: string, args: readonly string[]): void {
  const command = [join(programs, program), ...args]
  const [first = '', ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command
  const { status, stderr } = spawnSync(first, rest, { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' })
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`)
}

/** Starts the cluster in `directory`, which is made when it is not there, on a free port of this machine. */
export async function startCluster(directory: string): Promise<PostgresCluster> {
  const data = join(directory, 'data')
  if (!existsSync(data)) {
    mkdirSync(directory, { recursive: true })
    if (isRoot) execFileSync('chown', ['postgres', directory])
    chmodSync(directory, 0o755)
    asOwner('initdb', ['-D', data, '-U', 'lyra', '--auth=trust', '--encoding=UTF8', '--locale=C'])
  }
  const port = await freePort()
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c timezone=UTC`
  asOwner('pg_ctl', ['-D', data, '-w', '-l', join(directory, 'log'), '-o', options, 'start'])
  const urlOf = (database: string): string => `postgres://lyra@127.0.0.1:${port}/${database}`
  return {
    pid: Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]),
    urlOf,
    run(database, ...statements) {
      const commands = statements.flatMap((statement) => ['-c', statement])
      const args = ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', urlOf(database), ...commands]
      return execFileSync(psql, args, { encoding: 'utf8' }).trim()
    },
    stop: () => asOwner('pg_ctl', ['-D', data, '-m', 'fast', 'stop']),
  }
}
