import pg from 'pg'
import { cancelStatement } from './cancel.ts'
import { away, connectFault, isAway } from './fault.ts'
import { Leaving } from './leaving.ts'
import { type QueueState, statementError } from '../../db.ts'
import { log } from '../../../log.ts'
import { ConnectionQueue } from '../connection-queue.ts'

/** Settings of every connection, which override those of the server and the role. */
const session = ['timezone=UTC', 'datestyle=ISO', 'intervalstyle=postgres', 'bytea_output=hex', 'jit=off']

export interface PoolOptions {
  connections: number
  /** Milliseconds a statement may take; 0 for no limit. */
  statementTimeout: number
  /** Milliseconds to wait for a response; 0 for no limit. Not for COPY, whose stream may pause. */
  answerTimeout: number
  readOnly: boolean
}

/** Our settings come after the URL's `options`, so that these cannot turn read-only off by accident. */
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

/** The delay before an unreachable database is tried again: 0.1 s at first, doubling to 5 s, with jitter. */
class Backoff {
  #delay = 0
  #until = 0

  /** True while it is too early to try again. */
  get waiting(): boolean {
    return performance.now() < this.#until
  }

  /** Records a failure; true when it is the first since the last success. */
  failed(): boolean {
    const first = this.#delay === 0
    this.#delay = Math.min(5000, first ? 100 : this.#delay * 2)
    this.#until = performance.now() + this.#delay * (0.5 + Math.random() / 2)
    return first
  }

  /** Records a success; true after failures. */
  succeeded(): boolean {
    const wasAway = this.#delay > 0
    this.#delay = 0
    this.#until = 0
    return wasAway
  }
}

export interface Holding {
  /** Aborting rejects at once and cancels the statement. */
  signal?: AbortSignal | undefined
  /** Milliseconds to wait for a free connection before it is refused as busy. */
  maxWaitMs?: number | undefined
  /** Uses a new connection: an idle one may be broken without notice. */
  fresh?: boolean
  /** Aborting closes the connection too, for a stream that ends half-way. */
  closes?: boolean
}

/** Connections to one PostgreSQL, with a queue before the driver's own; after a failure callers wait (decision 14). */
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
    // Without listeners a connection that the server closes would end the process; the next caller gets the error.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  /** Runs `work` with a connection of its own. */
  async hold<T>(work: (client: pg.PoolClient) => Promise<T>, holding: Holding = {}): Promise<T> {
    if (this.#backoff.waiting) throw away()
    return this.#queue.run(() => this.#held(work, holding), holding)
  }

  queueState(name: string): QueueState {
    return this.#queue.state(name)
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }

  async #held<T>(
    work: (client: pg.PoolClient) => Promise<T>,
    { signal, fresh = false, closes = false }: Holding,
  ): Promise<T> {
    signal?.throwIfAborted()
    const client = await this.#connect(fresh)
    // Nothing ran on it yet, so that it can be used again.
    if (signal?.aborted) client.release()
    signal?.throwIfAborted()
    const leaving = new Leaving(client, { cancel: () => cancelStatement(client, this.#config), closes })
    signal?.addEventListener('abort', leaving.leave, { once: true })
    try {
      const result = await work(client)
      await leaving.release(false)
      return result
    } catch (error) {
      // Unless the server refused the statement, the state of the connection is unknown.
      await leaving.release(isAway(statementError(error)))
      throw error
    } finally {
      signal?.removeEventListener('abort', leaving.leave)
    }
  }

  /** Closes idle connections until the pool makes a new one. */
  async #connectFresh(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.#pool.connect()
      if (!this.#used.has(client)) return client
      client.release(true)
    }
  }

  async #connect(fresh: boolean): Promise<pg.PoolClient> {
    if (this.#backoff.waiting) throw away()
    try {
      const client = await (fresh ? this.#connectFresh() : this.#pool.connect())
      this.#used.add(client)
      if (this.#backoff.succeeded()) log.error('The database is back.')
      return client
    } catch (error) {
      const fault = connectFault(error)
      if (fault.retryAfter !== undefined) throw fault
      const reason = error instanceof Error ? error.message || error.name : String(error)
      if (this.#backoff.failed()) log.error(`The database cannot be reached: ${reason}`)
      throw fault
    }
  }
}
