import { execFile } from 'node:child_process'
import { accessSync, constants, chownSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const debian = '/usr/lib/postgresql'

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The newest first. */
const versions = (): string[] => {
  try {
    return readdirSync(debian).sort((a, b) => Number(b) - Number(a))
  } catch {
    return []
  }
}

/** The folder of PostgreSQL's programs; undefined where there are none. */
export const postgresPrograms: string | undefined = [
  ...versions().map((version) => join(debian, version, 'bin')),
  ...(process.env['PATH'] ?? '').split(':'),
].find((folder) => isProgram(join(folder, 'initdb')))

/** PostgreSQL refuses to run as root. */
const isRoot = process.getuid?.() === 0

function as(program: string, args: readonly string[]): Promise<unknown> {
  const file = join(postgresPrograms ?? '', program)
  return isRoot ? run('runuser', ['-u', 'postgres', '--', file, ...args]) : run(file, args)
}

async function postgresIds(): Promise<[uid: number, gid: number]> {
  const ids = await Promise.all(
    ['-u', '-g'].map(async (which) => Number((await run('id', [which, 'postgres'])).stdout)),
  )
  return [ids[0] ?? 0, ids[1] ?? 0]
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/** A PostgreSQL server of its own, which a test may end and start again. */
export interface PrivateCluster {
  url: string
  start: () => Promise<void>
  /** `immediate` breaks off everything, as a crash does, and the next start recovers. */
  stop: (how: 'fast' | 'immediate') => Promise<void>
  /** Ends the server without any notice. */
  kill: () => Promise<void>
  remove: () => Promise<void>
}

/** Makes a cluster in a temporary folder, and starts it. The role is `lyra`, the database `postgres`. */
export async function privateCluster(): Promise<PrivateCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-cluster-'))
  if (isRoot) chownSync(folder, ...(await postgresIds()))
  const data = join(folder, 'data')
  await as('initdb', ['-D', data, '-U', 'lyra', '--auth=trust', '--encoding=UTF8', '--locale=C'])
  const port = await freePort()
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c timezone=UTC`
  const control = (...args: string[]): Promise<unknown> => as('pg_ctl', ['-D', data, '-w', ...args])
  // Processes of a server that was killed hold its memory for a moment.
  async function start(tries = 50): Promise<void> {
    try {
      await control('-l', join(folder, 'log'), '-o', options, 'start')
    } catch (error) {
      if (tries === 0) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
      await start(tries - 1)
    }
  }
  const stop = async (how: 'fast' | 'immediate'): Promise<void> => void (await control('-m', how, 'stop'))
  await start()
  return {
    url: `postgres://lyra@127.0.0.1:${port}/postgres`,
    start,
    stop,
    async kill() {
      const [pid = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    async remove() {
      await stop('immediate').catch(() => undefined)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
