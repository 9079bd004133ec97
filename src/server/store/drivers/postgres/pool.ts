import pg from 'pg'
import { Backoff } from './backoff.ts'
import { cancelStatement } from './cancel.ts'
import { away, connectFault, isAway } from './fault.ts'
import { statementError } from '../../statement-error.ts'
import { ConnectionQueue } from '../connection-queue.ts'

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

export interface Holding {
  /** Rejects at once and cancels the statement; the connection is then closed, never handed to the next caller. */
  signal?: AbortSignal | undefined
  /** Milliseconds to wait for a free connection at most; then it is refused as busy. */
  maxWaitMs?: number | undefined
  /** With a connection made for it: one that lay idle may be broken without having said so. */
  fresh?: boolean
}

/**
 * Connections to one PostgreSQL. A database that cannot be reached is left alone for a moment that grows to 5 s, in
 * which callers are refused at once with code 14; the next caller after it tries again. Waiting for a free connection
 * is no sign of that: callers take turns before the driver's pool, which therefore never has to make one wait.
 */
export class PostgresPool {
  readonly #config: pg.PoolConfig
  readonly #pool: pg.Pool
  readonly #queue: ConnectionQueue
  readonly #used = new WeakSet<pg.PoolClient>()
  readonly #backoff = new Backoff()

  constructor(url: URL, options: PoolOptions) {
    this.#config = configuration(url, options)
    this.#pool = new pg.Pool(this.#config)
    this.#queue = new ConnectionQueue(options.connections)
    // Without listeners a connection that the server closes would end the process; whoever asks next notices.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  /** Runs `work` with a connection of its own. */
  async hold<T>(work: (client: pg.PoolClient) => Promise<T>, holding: Holding = {}): Promise<T> {
    if (this.#backoff.waiting()) throw away()
    return this.#queue.run(() => this.#held(work, holding), holding)
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }

  async #held<T>(work: (client: pg.PoolClient) => Promise<T>, { signal, fresh = false }: Holding): Promise<T> {
    signal?.throwIfAborted()
    const client = await this.#connect(fresh)
    // Nothing ran on it yet: the next caller may have it.
    if (signal?.aborted) client.release()
    signal?.throwIfAborted()
    let cancelling: Promise<void> | undefined
    const cancel = (): void => {
      cancelling = cancelStatement(client, this.#config)
      // In this order, for a pooler forgets the secret key of a client that has left.
      void cancelling.then(() => client.release(true))
    }
    const release = (close: boolean): void => {
      if (!cancelling) client.release(close)
    }
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      const result = await work(client)
      release(false)
      return result
    } catch (error) {
      // After anything but a plain refusal by the server nobody knows what the connection still holds.
      release(isAway(statementError(error)))
      throw error
    } finally {
      signal?.removeEventListener('abort', cancel)
      await cancelling
    }
  }

  /** Closes what lay idle, until the pool makes a connection. */
  async #newest(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.#pool.connect()
      if (!this.#used.has(client)) return client
      client.release(true)
    }
  }

  async #connect(fresh: boolean): Promise<pg.PoolClient> {
    if (this.#backoff.waiting()) throw away()
    try {
      const client = await (fresh ? this.#newest() : this.#pool.connect())
      this.#used.add(client)
      if (this.#backoff.succeeded()) console.error('The database is back.')
      return client
    } catch (error) {
      const fault = connectFault(error)
      if (fault.retryAfter !== undefined) throw fault
      const reason = error instanceof Error ? error.message || error.name : String(error)
      if (this.#backoff.failed()) console.error(`The database cannot be reached: ${reason}`)
      throw fault
    }
  }
}
