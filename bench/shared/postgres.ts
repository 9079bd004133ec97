import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort, postgresPrograms } from '../../tests/server/support/private-cluster.ts'

/** PostgreSQL does not run as root: Debian's user for it. */
function owner(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (of: string): number => Number(execFileSync('id', [of, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** A folder for servers that end with the bench: one of its own, which is removed at the end, or one that is kept. */
export class Workplace {
  readonly folder: string
  readonly psql = join(postgresPrograms ?? '', 'psql')
  readonly #as = owner()
  readonly #running = new Set<ChildProcess>()

  constructor(private readonly kept?: string) {
    this.folder = kept ?? mkdtempSync(join(tmpdir(), 'lyra-engines-'))
    mkdirSync(this.folder, { recursive: true })
    chmodSync(this.folder, 0o755)
    const { uid, gid } = this.#as
    if (uid !== undefined && gid !== undefined) chownSync(this.folder, uid, gid)
  }

  /** Runs a program of PostgreSQL to its end. Throws what it said when it fails. */
  run(program: string, args: readonly string[]): void {
    const options = { ...this.#as, encoding: 'utf8', cwd: '/' } as const
    const { status, stderr, error } = spawnSync(join(postgresPrograms ?? '', program), args, options)
    if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`)
  }

  /** Starts a server that runs until it is stopped. */
  start(program: string, args: readonly string[]): ChildProcess {
    const path = program.startsWith('/') ? program : join(postgresPrograms ?? '', program)
    const child = spawn(path, args, { ...this.#as, cwd: '/', stdio: 'ignore' })
    this.#running.add(child)
    child.once('exit', () => this.#running.delete(child))
    return child
  }

  async end(): Promise<void> {
    const ended = [...this.#running].map(async (child) => {
      child.kill(this.kept === undefined ? 'SIGQUIT' : 'SIGINT')
      const late = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await once(child, 'exit')
      clearTimeout(late)
    })
    await Promise.all(ended)
    if (this.kept === undefined) rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Rows of a statement on a server, as text; a connection for each. */
export async function ask(url: string, sql: string): Promise<string[][]> {
  const client = new pg.Client({ connectionString: url, types: { getTypeParser: () => (value: string) => value } })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<string[]>({ text: sql, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}

/** Resolves once `is` holds, to the seconds that took. Rejects after `maxSeconds`. */
export async function until(what: string, is: () => Promise<boolean>, maxSeconds = 60): Promise<number> {
  const began = performance.now()
  const seconds = (): number => (performance.now() - began) / 1000
  while (!(await is().catch(() => false))) {
    if (seconds() > maxSeconds) throw new Error(`in vain: waited ${maxSeconds} s until ${what}`)
    await sleep(20)
  }
  return seconds()
}

/** Settings of servers that live for one run: a standby breaks off at once what is in the way of its primary. */
export const runSettings: readonly string[] = [
  'fsync=off',
  'wal_keep_size=1GB',
  'max_standby_streaming_delay=0',
  'max_connections=100',
]

/** A PostgreSQL in a folder of its own. */
export class Server {
  #process: ChildProcess | undefined

  private constructor(
    private readonly place: Workplace,
    readonly name: string,
    readonly port: number,
    private readonly settings: readonly string[],
  ) {}

  /** The process of the server; undefined while it is not running. */
  get pid(): number | undefined {
    return this.#process?.pid
  }

  private get data(): string {
    return join(this.place.folder, this.name)
  }

  /** A cluster, which is made unless the place has it. */
  static async primary(place: Workplace, name = 'primary', settings = runSettings): Promise<Server> {
    const server = new Server(place, name, await freePort(), settings)
    if (!existsSync(server.data))
      place.run('initdb', ['-D', server.data, '-U', 'lyra', '--auth=trust', '--encoding=UTF8', '--locale=C'])
    await server.start()
    return server
  }

  /** A copy that follows `from`. */
  static async standby(place: Workplace, name: string, from: Server): Promise<Server> {
    const server = new Server(place, name, await freePort(), from.settings)
    const source = ['-h', '127.0.0.1', '-p', String(from.port), '-U', 'lyra']
    place.run('pg_basebackup', [...source, '-D', server.data, '-R', '-X', 'stream', '-c', 'fast'])
    await server.start()
    return server
  }

  url(database = 'lyra'): string {
    return `postgres://lyra@127.0.0.1:${this.port}/${database}`
  }

  /** Starts it and waits until it answers. */
  async start(): Promise<void> {
    const options = [...this.settings, 'timezone=UTC', 'listen_addresses=127.0.0.1', 'unix_socket_directories=']
    const args = ['-D', this.data, '-p', String(this.port), ...options.flatMap((option) => ['-c', option])]
    this.#process = this.place.start('postgres', args)
    await until(`${this.name} answers`, async () => (await ask(this.url('postgres'), 'select 1')).length === 1)
  }

  /** Ends it at once, as a crash does for those who are connected. */
  async kill(): Promise<void> {
    const running = this.#process
    if (!running || running.exitCode !== null) return
    const ended = once(running, 'exit')
    running.kill('SIGQUIT')
    await ended
  }
}

/** A pgbouncer before a server. Undefined where the program is not installed. */
export async function startPooler(place: Workplace, server: Server, mode: string): Promise<string | undefined> {
  const program = '/usr/sbin/pgbouncer'
  if (!existsSync(program)) return undefined
  const port = await freePort()
  const file = join(place.folder, `pgbouncer-${mode}.ini`)
  const lines = [
    '[databases]',
    `* = user=lyra host=127.0.0.1 port=${server.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'auth_type = any',
    `pool_mode = ${mode}`,
    'unix_socket_dir =',
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  place.start(program, [file])
  const url = `postgres://lyra@127.0.0.1:${port}/lyra`
  await until('the pooler answers', async () => (await ask(url, 'select 1')).length === 1)
  return url
}
