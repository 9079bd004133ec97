import { setMaxListeners } from 'node:events'
import type pg from 'pg'
import { log } from '../../../../log.ts'
import { type SqlRow, type SqlValue, StatementError } from '../../../db.ts'
import { StatementNames } from '../../statement-names.ts'
import type { ConnectionTarget, ServerAddress } from '../connection/connection-string.ts'
import { Handshake } from '../connection/handshake.ts'
import { Interrupted } from '../fault.ts'
import { type PoolOptions, PostgresPool } from '../pool.ts'
import { asked, preparedRows } from '../reads.ts'

/** What a host told of itself when it was asked last. */
export interface HostReport {
  /** Its newest block. */
  height: bigint
  isStandby: boolean
  /** A standby that was told to stop replaying. */
  isPaused: boolean
}

/** The pools of a host. */
export type PoolName = 'pages' | 'copies'

/** Milliseconds in which a host that is well answers a question about itself. */
const wellMs = 2000

const aboutItself = `
  select coalesce((select height from last_block limit 1), 0)::text, pg_is_in_recovery()::text,
    (case when pg_is_in_recovery() then pg_is_wal_replay_paused() else false end)::text`
const heightNow = 'select coalesce(max(height), 0)::text from last_block'
/** The database holds no network yet. */
const noTable = '42P01'

/** Any number of reads listens to it. */
function forAllReads(): AbortController {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal)
  return controller
}

const silent = { info: () => undefined, error: () => undefined }

/** One of several servers of the same database: its connections, and what it told of itself. */
export class Host {
  readonly name: string
  readonly pools: Readonly<Record<PoolName, PostgresPool>>
  readonly #watch: PostgresPool
  readonly #names: StatementNames
  #gone = forAllReads()

  constructor(
    target: ConnectionTarget,
    server: ServerAddress,
    limits: Readonly<Record<PoolName, PoolOptions>>,
    { unprepared }: { unprepared: boolean },
  ) {
    this.name = server.name
    const handshake = new Handshake(target, server, true, log)
    const watching = {
      connections: 1,
      readOnly: true,
      statementTimeout: wellMs,
      answerTimeout: wellMs,
      maxPauseMs: 500,
    }
    // Going away and coming back is reported once, by who watches the host.
    this.pools = {
      pages: new PostgresPool(handshake, limits.pages, silent),
      copies: new PostgresPool(handshake, limits.copies, silent),
    }
    this.#watch = new PostgresPool(handshake, watching, silent)
    this.#names = new StatementNames({ off: unprepared })
  }

  /** Aborts when the host is found to be away: what runs there is repeated elsewhere. */
  get gone(): AbortSignal {
    return this.#gone.signal
  }

  /** How busy a pool is: turns that run or wait for each that may run. */
  load(pool: PoolName): number {
    const { running, waiting, capacity } = this.pools[pool].queueState(pool)
    return (running + waiting) / capacity
  }

  /** Asks the host about itself. Rejects with a Fault when it does not answer. */
  async report(): Promise<HostReport> {
    const signal = AbortSignal.timeout(wellMs)
    const work = (client: pg.Client) => this.#read(client, this.#watch, aboutItself)
    const [height, isStandby, isPaused] = (await this.#watch.hold(work, { signal })) ?? []
    return { height: BigInt(height ?? 0), isStandby: isStandby === 'true', isPaused: isPaused === 'true' }
  }

  /** Rows of a statement, and a height that is no lower than what they show. */
  async rows(
    client: pg.Client,
    pool: PoolName,
    statement: readonly [sql: string, params: readonly SqlValue[]],
  ): Promise<{ rows: SqlRow[]; height: bigint }> {
    const rows = await asked(preparedRows(client, this.pools[pool], this.#names, statement))
    const [height] = (await this.#read(client, this.pools[pool], heightNow)) ?? []
    return { rows, height: BigInt(height ?? 0) }
  }

  /** The row of a statement about blocks; undefined where there is no network yet. */
  async #read(client: pg.Client, pool: PostgresPool, sql: string): Promise<SqlRow | undefined> {
    try {
      const [row] = await asked(preparedRows(client, pool, this.#names, [sql, []]))
      return row
    } catch (error) {
      if (error instanceof StatementError && error.sqlState === noTable) return undefined
      throw error
    }
  }

  /** Breaks off what runs there. */
  leave(sentence: string): void {
    this.#gone.abort(new Interrupted(sentence))
    this.#gone = forAllReads()
  }

  /** It answers again: connections are tried at once. */
  back(): void {
    for (const pool of Object.values(this.pools)) pool.retryNow()
  }

  async close(): Promise<void> {
    await Promise.all([...Object.values(this.pools), this.#watch].map((pool) => pool.close()))
  }
}
