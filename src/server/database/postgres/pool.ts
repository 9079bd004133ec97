import pg from 'pg'
import { cancelStatement } from './cancel.ts'
import { Away, away, connectFault, isAway } from './fault.ts'
import { Leaving } from './leaving.ts'
import { type QueueState, statementError } from '../db.ts'
import { ConnectionQueue } from '../connection-queue.ts'
import { Backoff } from './connection/backoff.ts'
import type { Handshake, Report } from './connection/handshake.ts'
import type { SessionNeeds } from './connection/session-settings.ts'

export interface PoolOptions extends SessionNeeds {
  connections: number
  /** Milliseconds to wait for a response; 0 for no limit. Not for COPY, whose stream may pause. */
  answerTimeout: number
  /** The longest pause before a server that is away is tried again. */
  maxPauseMs?: number
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
  readonly #pool: pg.Pool
  readonly #queue: ConnectionQueue
  readonly #used = new WeakSet<pg.PoolClient>()
  readonly #backoff: Backoff
  /** The way of connecting that the driver's pool has now. */
  #way: number

  /** `report` is told when the server goes away and comes back. */
  constructor(
    private readonly handshake: Handshake,
    private readonly options: PoolOptions,
    private readonly report: Report,
  ) {
    const { connections, answerTimeout, maxPauseMs } = options
    this.#way = handshake.way
    this.#pool = new pg.Pool({
      ...handshake.config(options),
      max: connections,
      idleTimeoutMillis: 60_000,
      ...(answerTimeout > 0 ? { query_timeout: answerTimeout } : {}),
      types: { getTypeParser: () => (value: string) => value },
      onConnect: (client) => handshake.verify(client),
    })
    this.#queue = new ConnectionQueue(connections)
    this.#backoff = new Backoff(maxPauseMs)
    // Without listeners a connection that the server closes would end the process; the next caller gets the error.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  /** Runs `work` with a connection of its own. */
  async hold<T>(work: (client: pg.PoolClient) => Promise<T>, holding: Holding = {}): Promise<T> {
    if (this.#backoff.waiting) throw away()
    return this.#queue.run(() => this.#held(work, holding), holding)
  }

  /** What begins a transaction where the settings are made in each; undefined where every session has them. */
  get begin(): string | undefined {
    return this.handshake.begin(this.options)
  }

  queueState(name: string): QueueState {
    return this.#queue.state(name)
  }

  /** Idle connections minus the callers that wait for one. */
  get spare(): number {
    const { capacity, running, waiting } = this.#queue.state('')
    return capacity - running - waiting
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
    const leaving = new Leaving(client, {
      cancel: () => cancelStatement(client, this.handshake.config(this.options)),
      closes,
    })
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
      const client = await this.#connectLearning()
      if (!this.#used.has(client)) return client
      client.release(true)
    }
  }

  async #connect(fresh: boolean): Promise<pg.PoolClient> {
    if (this.#backoff.waiting) throw away()
    try {
      const client = await (fresh ? this.#connectFresh() : this.#connectLearning())
      this.#used.add(client)
      if (this.#backoff.succeeded()) this.report.error('The database is back.')
      return client
    } catch (error) {
      const fault = connectFault(error)
      if (!(fault instanceof Away)) throw fault
      const reason = error instanceof Error ? error.message || error.name : String(error)
      if (this.#backoff.failed()) this.report.error(`The database cannot be reached: ${reason}`)
      throw fault
    }
  }

  /** Connects in the ways that the server allows, the preferred one first. */
  async #connectLearning(): Promise<pg.PoolClient> {
    for (;;) {
      const { way } = this.handshake
      // The driver's pool makes each connection with its options as they are then.
      if (way !== this.#way) Object.assign(this.#pool.options, this.handshake.config(this.options))
      this.#way = way
      try {
        return await this.#pool.connect()
      } catch (error) {
        if (!this.handshake.learn(error, way)) throw error
      }
    }
  }
}
