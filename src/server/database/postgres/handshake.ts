import type pg from 'pg'
import { sqlStateOf } from '../db.ts'
import type { ConnectionTarget, ServerAddress } from './connection-string.ts'

/** Settings of every session, which override those of the server and the role. */
const settings = {
  timezone: 'UTC',
  datestyle: 'ISO',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  // Backslashes in statements, as of bytes, mean themselves.
  standard_conforming_strings: 'on',
  jit: 'off',
  // A standby refuses every read of a role that is set to serializable.
  default_transaction_isolation: 'read committed',
} as const

export interface SessionNeeds {
  readOnly: boolean
  /** Milliseconds a statement may take; 0 for no limit. */
  statementTimeout: number
}

/** Who writes waits for a concurrent import, and for the files it reads, whatever the role is set to. */
const settingsOf = ({ readOnly, statementTimeout }: SessionNeeds): [name: string, value: string][] => [
  ...Object.entries(settings),
  ['statement_timeout', String(statementTimeout)],
  ...(readOnly
    ? []
    : ['lock_timeout', 'idle_in_transaction_session_timeout'].map((name): [string, string] => [name, '0'])),
]

/** The start-up parameters that make the settings. Ours come after `given`, so that these cannot turn read-only off by accident. */
function startupParameters(needs: SessionNeeds, given: string): pg.ClientConfig {
  const pairs = settingsOf(needs).map(([name, value]) => `-c ${name}=${value.replace(' ', String.raw`\ `)}`)
  const options = [given, ...pairs, ...(needs.readOnly ? ['-c default_transaction_read_only=on'] : [])]
  return { options: options.filter(Boolean).join(' ') }
}

function beginWithSettings(needs: SessionNeeds): string {
  const made = settingsOf(needs).map(([name, value]) => `set local ${name} = '${value}'`)
  return [`begin ${needs.readOnly ? 'read only, ' : ''}isolation level read committed`, ...made].join('; ')
}

/** Tells which process answers and which settings it has. */
export const settingsQuery = `select pg_backend_pid()::text, current_setting('transaction_read_only'), ${Object.keys(
  settings,
)
  .map((name) => `split_part(current_setting('${name}'), ',', 1)`)
  .join(', ')}`

/** Reads the settings that a session has now, and whether all but read-only are made. Rejects with the driver's errors. */
async function readSettings(client: pg.ClientBase) {
  const { rows } = await client.query<string[]>({ text: settingsQuery, rowMode: 'array' })
  const [processId = '', readOnly, ...values] = rows[0] ?? []
  const made = Object.values(settings).every((value, index) => values[index] === value)
  return { processId, readOnly: readOnly === 'on', made }
}

/** A pooler refuses start-up parameters with a violation of the protocol, or as a feature it does not have. */
const refusesParameters = ['08P01', '0A000']
/** No rule lets this user in over this kind of connection. */
const notAllowed = '28000'

/** The process that the server named when the session began: a pooler names another one than answers. */
const namedProcess = (client: pg.ClientBase): string => String(Reflect.get(client, 'processID'))

export interface Report {
  info: (message: string) => void
  error: (message: string) => void
}

/**
 * How connections to one server are made, learned from its refusals: with TLS or without, and whether the settings of a
 * session are made when it begins or, behind a pooler, in each transaction (decision 32).
 */
export class Handshake {
  #generation = 0
  #tls = 0
  #startsWithSettings = true
  #perTransaction = false
  #isVerified = false

  constructor(
    private readonly target: ConnectionTarget,
    private readonly server: ServerAddress,
    private readonly readOnly: boolean,
    private readonly report: Report,
  ) {}

  /** Counts up when connections are made in another way. */
  get generation(): number {
    return this.#generation
  }

  config(needs: SessionNeeds): pg.ClientConfig {
    const { user, password, database, applicationName, connectTimeoutMs, tls, options } = this.target
    const { host, port } = this.server
    return {
      host,
      port,
      user,
      database,
      ...(password !== undefined && { password }),
      ssl: host.startsWith('/') ? false : (tls[this.#tls] ?? tls[0]),
      application_name: applicationName,
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      options: undefined,
      ...(this.#startsWithSettings ? startupParameters(needs, options) : {}),
    }
  }

  /** What begins a transaction with these needs where no session keeps them; undefined where it does. */
  begin(needs: SessionNeeds): string | undefined {
    return this.#perTransaction ? beginWithSettings(needs) : undefined
  }

  /** Records a failed connection; true when one of a later generation may succeed. */
  learn(error: unknown, generation: number): boolean {
    if (generation !== this.#generation) return true
    const state = sqlStateOf(error)
    const hasOtherWay = this.#tls + 1 < this.target.tls.length && !this.server.host.startsWith('/')
    const overTls = this.target.tls[this.#tls] !== false
    const noTls =
      error instanceof Error && /SSL connection|EPROTO/.test(`${error.message} ${String(Reflect.get(error, 'code'))}`)
    if (hasOtherWay && (overTls ? noTls || state === notAllowed : state === notAllowed)) {
      this.#tls += 1
      this.#generation += 1
      return true
    }
    if (!this.#startsWithSettings || !refusesParameters.includes(state)) return false
    this.#startsWithSettings = false
    this.#generation += 1
    this.#makePerTransaction()
    return true
  }

  /** Checks a new session: that its settings are those requested and will stay, and that it can only read. */
  async verify(client: pg.ClientBase): Promise<void> {
    if (!this.#perTransaction) {
      const { processId, made, readOnly } = await readSettings(client)
      if (made && (readOnly || !this.readOnly) && processId === namedProcess(client)) return
      this.#makePerTransaction()
    }
    if (this.#isVerified || !this.readOnly) return
    await client.query(beginWithSettings({ readOnly: true, statementTimeout: 0 }))
    const { readOnly } = await readSettings(client)
    await client.query('rollback')
    this.#isVerified = true
    if (readOnly) return
    this.report.error(
      `WARNING: ${this.server.name} does not keep "begin read only", so it is not certain that Lyra can only read. ` +
        'Use a role that may only SELECT.',
    )
  }

  #makePerTransaction(): void {
    if (this.#perTransaction) return
    this.#perTransaction = true
    this.report.info(
      `A pooler stands in front of ${this.server.name}: settings are made in each transaction` +
        (this.readOnly ? ', and each can only read.' : '.'),
    )
  }
}
