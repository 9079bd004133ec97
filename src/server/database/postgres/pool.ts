import pg from 'pg'
import { ConnectionQueue } from '../connection-queue.ts'
import { type QueueState, statementError } from '../db.ts'
import type { Handshake, Report, SessionNeeds } from './handshake.ts'
import { Away, away, connectFault, isAway } from './fault.ts'

/** Sent in place of a protocol version. */
const cancelCode = 80_877_102

/** Milliseconds that the server may take to receive a cancel request. */
const timeoutMs = 1000

/** The protocol's CancelRequest: the process to cancel, and the secret that only its client knows. */
function cancelRequest(client: pg.ClientBase): Buffer | undefined {
  const processId: unknown = Reflect.get(client, 'processID')
  const secretKey: unknown = Reflect.get(client, 'secretKey')
  if (typeof processId !== 'number' || typeof secretKey !== 'number') return undefined
  const message = Buffer.alloc(16)
  message.writeInt32BE(message.length, 0)
  message.writeInt32BE(cancelCode, 4)
  message.writeInt32BE(processId, 8)
  message.writeInt32BE(secretKey, 12)
  return message
}

/** Cancels the statement of `client` by another connection, behind a pooler too, within a second. Never rejects. */
async function cancelStatement(client: pg.ClientBase, config: pg.ClientConfig): Promise<void> {
  const message = cancelRequest(client)
  if (!message) return
  const messenger = new pg.Client({ ...config, connectionTimeoutMillis: timeoutMs })
  messenger.on('error', () => {})
  const { connection } = messenger
  // pg's own cancel does not support TLS: connect with pg and send this message in place of the startup message.
  Object.assign(connection, { startup: () => connection.stream.write(message) })
  // The server responds by closing the connection, which pg reports as a failure.
  await messenger.connect().catch(() => {})
}

/** Milliseconds that a statement may run on after its caller has left: most end sooner than they could be cancelled. */
const cancelAfterMs = 100
/** Milliseconds after the cancel request in which the server must have ended the statement. */
const endWithinMs = 1000

/** Gives a connection back, and ends the statement on it when its caller leaves. */
class ConnectionRelease {
  readonly #startedAt = performance.now()
  #timer: ReturnType<typeof setTimeout> | undefined
  #cancelling: Promise<void> | undefined
  #released = false

  /**
   * `closes`: cancels at once and closes the connection, which after an unread COPY would be in the middle of a stream. `sendCancel`
   * sends the protocol's cancel request and never rejects.
   */
  constructor(
    private readonly client: pg.PoolClient,
    private readonly closes: boolean,
    private readonly sendCancel: () => Promise<void>,
  ) {}

  readonly cancelSoon = (): void => {
    const waitMs = this.#startedAt + cancelAfterMs - performance.now()
    if (this.closes || waitMs <= 0) this.#cancel()
    else this.#timer = setTimeout(() => this.#cancel(), waitMs)
  }

  /** The statement has ended; `close` if the state of the connection is not known. */
  async release(close: boolean): Promise<void> {
    clearTimeout(this.#timer)
    // A request that is still under way would cancel the next statement.
    await this.#cancelling
    clearTimeout(this.#timer)
    this.#release(close)
  }

  #cancel(): void {
    // The connection is closed after that, because a pooler forgets the secret key of a disconnected client.
    this.#cancelling = this.sendCancel().then(() => {
      if (this.closes) this.#release(true)
      else this.#timer = setTimeout(() => this.#release(true), endWithinMs)
    })
  }

  #release(close: boolean): void {
    if (!this.#released) this.client.release(close)
    this.#released = true
  }
}

/** The delay before an unreachable database is tried again: 0.1 s at first, doubling to `maxMs`, with jitter. */
class Backoff {
  #delay = 0
  #deadline = 0

  constructor(private readonly maxMs = 5000) {}

  /** True while it is too early to try again. */
  get waiting(): boolean {
    return performance.now() < this.#deadline
  }

  /** Records a failure; true when it is the first since the last success. */
  failed(): boolean {
    const first = this.#delay === 0
    this.#delay = Math.min(this.maxMs, first ? 100 : this.#delay * 2)
    this.#deadline = performance.now() + this.#delay * (0.5 + Math.random() / 2)
    return first
  }

  /** Records a success; true after failures. */
  succeeded(): boolean {
    const wasAway = this.#delay > 0
    this.#delay = 0
    this.#deadline = 0
    return wasAway
  }
}

export interface PoolOptions extends SessionNeeds {
  connections: number
  /** Milliseconds to wait for a response; 0 for no limit. Not for COPY, whose stream may pause. */
  queryTimeoutMs: number
  /** The longest pause before a server that is away is tried again. */
  maxPauseMs?: number
}

export interface HoldOptions {
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
  /** How connections were made when the driver's pool last made one. */
  #generation: number

  /** `report` is called when the server goes away and comes back. */
  constructor(
    private readonly handshake: Handshake,
    private readonly options: PoolOptions,
    private readonly report: Report,
  ) {
    const { connections, queryTimeoutMs, maxPauseMs } = options
    this.#generation = handshake.generation
    this.#pool = new pg.Pool({
      ...handshake.config(options),
      max: connections,
      idleTimeoutMillis: 60_000,
      ...(queryTimeoutMs > 0 ? { query_timeout: queryTimeoutMs } : {}),
      types: { getTypeParser: () => (value: string) => value },
      onConnect: (client) => handshake.verify(client),
    })
    this.#queue = new ConnectionQueue(connections)
    this.#backoff = new Backoff(maxPauseMs)
    // Without listeners a connection that the server closes would end the process; the next caller gets the error.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  async hold<T>(work: (client: pg.PoolClient) => Promise<T>, options: HoldOptions = {}): Promise<T> {
    if (this.#backoff.waiting) throw away()
    return this.#queue.run(() => this.#held(work, options), options)
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
    { signal, fresh = false, closes = false }: HoldOptions,
  ): Promise<T> {
    signal?.throwIfAborted()
    const client = await this.#connect(fresh)
    // Nothing ran on it yet, so that it can be used again.
    if (signal?.aborted) client.release()
    signal?.throwIfAborted()
    const sendCancel = () => cancelStatement(client, this.handshake.config(this.options))
    const releasing = new ConnectionRelease(client, closes, sendCancel)
    signal?.addEventListener('abort', releasing.cancelSoon, { once: true })
    try {
      const result = await work(client)
      await releasing.release(false)
      return result
    } catch (error) {
      // Unless the server refused the statement, the state of the connection is unknown.
      await releasing.release(isAway(statementError(error)))
      throw error
    } finally {
      signal?.removeEventListener('abort', releasing.cancelSoon)
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
      const { generation } = this.handshake
      // The driver's pool makes each connection with its options as they are then.
      if (generation !== this.#generation) Object.assign(this.#pool.options, this.handshake.config(this.options))
      this.#generation = generation
      try {
        return await this.#pool.connect()
      } catch (error) {
        if (!this.handshake.learn(error, generation)) throw error
      }
    }
  }
}
