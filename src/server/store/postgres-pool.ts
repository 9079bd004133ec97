import pg from 'pg'
import { Backoff } from './backoff.ts'
import { away, isAway, postgresFault } from './postgres-fault.ts'
import { statementError } from './statement-error.ts'
import { untilAborted } from './turns.ts'

/** What every connection has in common, whatever the server or the role was set up with. */
const session = ['timezone=UTC', 'datestyle=ISO', 'intervalstyle=postgres', 'bytea_output=hex', 'jit=off']

export interface PoolOptions {
  connections: number
  /** Milliseconds a statement may take; 0 for no limit. */
  statementTimeout: number
  /** Milliseconds after which an answer is not awaited any longer; 0 for no limit. Not for COPY, whose stream may rest. */
  answerTimeout: number
  readOnly: boolean
}

/** Our settings come last among the URL's own `options`, so that nobody turns read-only off by accident. */
function configuration(
  url: URL,
  { connections, statementTimeout, answerTimeout, readOnly }: PoolOptions,
): pg.PoolConfig {
  const settings = readOnly ? [...session, 'default_transaction_read_only=on'] : session
  const options = [url.searchParams.get('options'), ...settings.map((setting) => `-c ${setting}`)]
  const bare = new URL(url)
  bare.searchParams.delete('options')
  return {
    connectionString: bare.href,
    options: options.filter(Boolean).join(' '),
    application_name: 'lyra',
    max: connections,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    ...(statementTimeout > 0 ? { statement_timeout: statementTimeout } : {}),
    ...(answerTimeout > 0 ? { query_timeout: answerTimeout } : {}),
    types: { getTypeParser: () => (value: string) => value },
  }
}

/**
 * Connections to one PostgreSQL. A database that cannot be reached is left alone for a moment that grows to 5 s, in
 * which callers are refused at once with code 14; the next caller after it tries again.
 */
export class PostgresPool {
  readonly #config: pg.PoolConfig
  readonly #pool: pg.Pool
  readonly #backoff = new Backoff()

  constructor(url: URL, options: PoolOptions) {
    this.#config = configuration(url, options)
    this.#pool = new pg.Pool(this.#config)
    // Without listeners a connection that the server closes would end the process; whoever asks next notices.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  /**
   * Runs `work` with a connection of its own. An aborted signal rejects at once and cancels the statement through
   * another connection; the connection is then closed, never handed to the next caller.
   */
  hold<T>(work: (client: pg.PoolClient) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return untilAborted(this.#held(work, signal), signal)
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }

  async #held<T>(work: (client: pg.PoolClient) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    signal?.throwIfAborted()
    const client = await this.#connect()
    let released = false
    const release = (close: boolean): void => {
      if (!released) client.release(close)
      released = true
    }
    const cancel = (): void => {
      void this.#cancel(Reflect.get(client, 'processID'))
      release(true)
    }
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      signal?.throwIfAborted()
      const result = await work(client)
      release(false)
      return result
    } catch (error) {
      // After anything but a plain refusal by the server nobody knows what the connection still holds.
      release(isAway(statementError(error)))
      throw error
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    if (this.#backoff.waiting()) throw away()
    try {
      const client = await this.#pool.connect()
      if (this.#backoff.succeeded()) console.error('The database is back.')
      return client
    } catch (error) {
      const reason = error instanceof Error ? error.message || error.name : String(error)
      if (this.#backoff.failed()) console.error(`The database cannot be reached: ${reason}`)
      throw postgresFault(error)
    }
  }

  async #cancel(processId: unknown): Promise<void> {
    const client = new pg.Client({ ...this.#config, connectionTimeoutMillis: 1000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select pg_cancel_backend($1::int)', [String(processId)])
    } catch {
      // The connection is closed in any case, which the server notices when it next writes.
    } finally {
      await client.end().catch(() => {})
    }
  }
}
