import { code } from '../../../wire/protocol/error.ts'
import { Fault } from '../../fault.ts'
import { log } from '../../log.ts'
import { linkedSignal } from '../../abort-signal.ts'
import { orAborted } from '../../../client/timer.ts'
import { type Db, type HostState, type Reads, type SqlRow, sqlStateOf, type ExportReads } from '../db.ts'
import type { SessionAttributes } from './connection-string.ts'
import { Interrupted, away, Away, isConflict } from './fault.ts'
import { readLastBlock } from '../chain.ts'

export interface Server {
  /** `host:port`. */
  name: string
  db: Db
  /** Reads over a connection of its own, so that a busy server still reports. */
  watch: Pick<Db, 'rows' | 'close'>
}

interface FailoverHost extends Server {
  state: 'unknown' | 'well' | 'behind' | 'away' | 'not wanted'
  height: bigint
  isStandby: boolean
  reporting: Promise<void> | undefined
  /** Aborts when the host is found to be away: what runs there is repeated elsewhere. */
  gone: AbortController
}

interface HostsOptions {
  wanted: SessionAttributes
  /** Blocks that a host may be behind the newest one before it is left out. */
  maxLag: number
}

/** Milliseconds in which a working host reports, and between two reports. */
export const reportTimeoutMs = 2000
const reportIntervalMs = 500
/** Milliseconds that a read waits for a host with the newest block, and until it is requested again. */
const catchUpMs = 3000
const catchUpIntervalMs = 20
/** Milliseconds after which a block that no host has is given up. */
const lostBlockMs = 10_000

const reportSql = `select coalesce((select height from last_block limit 1), 0)::text, pg_is_in_recovery()::text`
const heightSql = 'select coalesce(max(height), 0)::text from last_block'

/** A row about blocks; empty where the database holds no network yet. */
async function blockRow(reads: Pick<Reads, 'rows'>, sql: string, signal: AbortSignal): Promise<SqlRow> {
  try {
    return (await reads.rows(sql, [], signal))[0] ?? []
  } catch (error) {
    if (sqlStateOf(error) === '42P01') return []
    throw error
  }
}

/** The values of target_session_attrs that take a server. */
const takes = { primary: /any|prefer|primary|write/, standby: /any|standby|only/ }

const highest = (hosts: readonly FailoverHost[], from = 0n): bigint =>
  hosts.reduce((newest, { height }) => (height > newest ? height : newest), from)

/** Chooses among servers of one database the first that answers and has the newest block that was shown (decision 32). */
class Hosts {
  readonly #hosts: readonly FailoverHost[]
  readonly #timer = setInterval(() => this.#hosts.forEach((host) => void this.ask(host)), reportIntervalMs).unref()
  #isClosed = false
  /** The newest block that any read has shown: hosts without it are not read, so that no client sees its block go back. */
  shown = 0n
  /** When it was first found that no host has the newest block that was shown. */
  #missedSince: number | undefined

  constructor(
    servers: readonly Server[],
    private readonly options: HostsOptions,
  ) {
    const unknown = { state: 'unknown', height: 0n, isStandby: false, reporting: undefined } as const
    this.#hosts = servers.map((server) => ({ ...server, ...unknown, gone: new AbortController() }))
    for (const host of this.#hosts) void this.ask(host)
  }

  /**
   * The first host that was not `tried`, a primary where `replay` was in the way. Waits a moment for one that is catching up, then
   * gives the first of all. Rejects with a Fault of code 14, or the signal's reason.
   */
  async choose(
    tried: ReadonlySet<FailoverHost>,
    replay: boolean,
    signal: AbortSignal | undefined,
  ): Promise<FailoverHost> {
    for (let waitedMs = 0; ; waitedMs += catchUpIntervalMs) {
      const usable = this.#usable()
      const others = usable.filter((host) => !tried.has(host))
      const best = (replay ? others.find(({ isStandby }) => !isStandby) : undefined) ?? others[0]
      const soon = this.#hosts.filter((host) => /well|unknown/.test(host.state) && !usable.includes(host))
      if (best) return best
      if (soon.length === 0 || waitedMs >= catchUpMs) {
        if (usable[0]) return usable[0]
        if (this.#hosts.every(({ state }) => state === 'away')) throw away()
        throw new Fault(code.unavailable, 'No database has the newest block yet; try again in a few seconds.', 5)
      }
      for (const host of soon) void this.ask(host)
      await orAborted(new Promise((resolve) => setTimeout(resolve, catchUpIntervalMs)), signal)
    }
  }

  /** Rows were read there through `reads`: the newest block that they can show becomes `shown`. */
  async raise(host: FailoverHost, reads: Reads, signal: AbortSignal): Promise<void> {
    const height = BigInt((await blockRow(reads, heightSql, signal))[0] ?? 0)
    if (height > host.height) host.height = height
    if (height > this.shown) this.shown = height
  }

  /** Resolves when a host has reported, or is found to be away. */
  async ask(host: FailoverHost): Promise<void> {
    host.reporting ??= this.#report(host).finally(() => (host.reporting = undefined))
    await host.reporting
  }

  states(): HostState[] {
    const [current] = this.#usable()
    const ofWell = (host: FailoverHost): HostState['state'] => {
      if (host.height < this.shown) return 'catching up'
      return host === current ? 'in use' : 'spare'
    }
    return this.#hosts.map((host) => ({
      name: host.name,
      state: host.state === 'well' ? ofWell(host) : host.state,
      ...(!/unknown|away/.test(host.state) && { lag: Number(this.#newest() - host.height) }),
      isStandby: host.isStandby,
    }))
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
  }

  /** Those that may be read, in order. */
  #usable(): FailoverHost[] {
    const usable = this.#hosts.filter(({ state, height }) => state === 'well' && height >= this.shown)
    if (this.options.wanted !== 'prefer-standby') return usable
    return usable.toSorted((one, other) => Number(other.isStandby) - Number(one.isStandby))
  }

  #newest(): bigint {
    const present = this.#hosts.filter(({ state }) => state !== 'away')
    return highest(present, this.shown)
  }

  async #report(host: FailoverHost): Promise<void> {
    const report = await blockRow(host.watch, reportSql, AbortSignal.timeout(reportTimeoutMs)).catch(() => undefined)
    if (!this.#isClosed) this.#judge(host, report)
    if (!this.#isClosed) this.#giveUpLost()
  }

  /** Takes in a report, or that there was none, and logs a change of state. */
  #judge(host: FailoverHost, report: SqlRow | undefined): void {
    const before = host.state
    if (report) Object.assign(host, { height: BigInt(report[0] ?? 0), isStandby: report[1] === 'true' })
    const lag = highest([host], this.#newest()) - host.height
    const kind = host.isStandby ? 'standby' : 'primary'
    if (!report) host.state = 'away'
    else if (!takes[kind].test(this.options.wanted)) host.state = 'not wanted'
    else host.state = lag > BigInt(this.options.maxLag) ? 'behind' : 'well'
    if (host.state === before) return
    if (before !== 'unknown' && host.state === 'well') log.info(`${host.name} is read again.`)
    if (host.state === 'behind') log.error(`${host.name} is ${lag} blocks behind and left out.`)
    if (host.state !== 'away') return
    log.error(`${host.name} does not answer and is left out.`)
    host.gone.abort(new Interrupted('The database is away; try again shortly.'))
    host.gone = new AbortController()
  }

  /** When the newest block that was shown is lost with its host, reading goes on with what there is. */
  #giveUpLost(): void {
    const present = this.#hosts.filter(({ state }) => state === 'well' || state === 'behind')
    const newest = highest(present)
    if (present.length === 0 || newest >= this.shown) this.#missedSince = undefined
    else if (performance.now() - (this.#missedSince ??= performance.now()) >= lostBlockMs) {
      this.#missedSince = undefined
      log.error(`Block ${this.shown} was shown and no database has it: reading goes on with block ${newest}.`)
      this.shown = newest
    }
  }
}

/**
 * Several servers of one database, read-only (decision 32): each read goes to the first host that has the newest block shown so
 * far, and to the next one when it was broken off.
 */
export function failover(servers: readonly Server[], options: HostsOptions): Db {
  const hosts = new Hosts(servers, options)

  /** Reads over `readsAt` of one host after the other: `extraAttempts` says how often again once each host was tried. */
  function readsOver(readsAt: (host: FailoverHost) => Promise<Reads>, extraAttempts: number): Reads {
    async function* read<T>(
      caller: AbortSignal | undefined,
      at: (host: FailoverHost, reads: Reads, signal: AbortSignal) => AsyncIterable<T>,
    ): AsyncGenerator<T> {
      const tried = new Set<FailoverHost>()
      let replay = false
      for (let attempt = 1; ; attempt += 1) {
        const host = await hosts.choose(tried, replay, caller)
        const { signal, release } = linkedSignal(caller ? [caller, host.gone.signal] : [host.gone.signal])
        let begun = false
        try {
          for await (const piece of at(host, await readsAt(host), signal)) {
            begun = true
            yield piece
          }
          return
        } catch (error) {
          const mayRepeat = error instanceof Interrupted || error instanceof Away
          if (begun || !mayRepeat || caller?.aborted || attempt >= servers.length + extraAttempts) throw error
          tried.add(host)
          replay = isConflict(error)
          if (!replay && host.state === 'well') await hosts.ask(host)
        } finally {
          release()
        }
      }
    }
    return {
      async rows(sql, params, caller) {
        const results = read<SqlRow[]>(caller, async function* (host, reads, signal) {
          const rows = await reads.rows(sql, params, signal)
          await hosts.raise(host, reads, signal)
          yield rows
        })
        for await (const rows of results) return rows
        return []
      },
      copy: (query, caller) => read(caller, (_, reads, signal) => reads.copy(query, signal)),
    }
  }

  return {
    ...readsOver(({ db }) => Promise.resolve(db), 0),
    hosts: () => hosts.states(),
    shownHeight: () => hosts.shown,
    queues: () =>
      servers.flatMap(({ name, db }) =>
        (db.queues?.() ?? []).map((queue) => ({ ...queue, name: `${queue.name} ${name}` })),
      ),
    async openExport(signal) {
      // Each host that an export is read from admits it.
      const opened = new Map<FailoverHost, Promise<ExportReads>>()
      let latest: ExportReads | undefined
      const readsAt = async (host: FailoverHost): Promise<ExportReads> => {
        const opening = opened.get(host) ?? host.db.openExport(signal)
        opened.set(host, opening)
        opening.catch(() => opened.delete(host))
        return (latest = await opening)
      }
      const close = (): void => {
        for (const opening of opened.values()) void opening.then((reads) => reads.close()).catch(() => undefined)
      }
      // A page can be requested again, an export that standbys break off would be lost.
      const reads = readsOver(readsAt, 4)
      try {
        // Hosts have different newest blocks: the export ends with one that all of those that are read have.
        const block = await readLastBlock(reads, signal)
        const maxBlockTime = block && BigInt(block.time) / 1000n
        return {
          ...reads,
          ...(maxBlockTime !== undefined && { maxBlockTime }),
          spare: () => latest?.spare?.() ?? 0,
          close,
        }
      } catch (error) {
        close()
        throw error
      }
    },
    async close() {
      hosts.close()
      await Promise.all(servers.flatMap(({ db, watch }) => [db.close(), watch.close()]))
    },
  }
}
