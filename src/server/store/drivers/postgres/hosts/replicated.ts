import type pg from 'pg'
import { readLastBlock } from '../../../network/chain.ts'
import type { Db, QueueState, Reads } from '../../../db.ts'
import { type Turns, exportQueue, maxWaitMs } from '../../connection-queue.ts'
import type { ConnectionTarget } from '../connection/connection-string.ts'
import { Away, Interrupted, isConflict } from '../fault.ts'
import { copyOut, copyThrough } from '../reads.ts'
import type { PoolOptions } from '../pool.ts'
import { BlockFloor } from './block-floor.ts'
import { Host, type PoolName } from './host.ts'
import { Hosts } from './hosts.ts'

/** How a database is read. */
export interface ReadOptions {
  /** Sends every statement without a name, for a pooler that gives each transaction another session. */
  unprepared?: boolean
  /** Counts the exports that run, where several processes share the database. */
  exports?: Turns
  /** The newest block shown so far, where several processes share several servers. */
  floor?: BlockFloor
  /** Blocks that one of several servers may be behind before it is left out; 10 unless given. */
  maxLag?: number | undefined
}

/** Blocks that a host may be behind unless told otherwise. */
const defaultMaxLag = 10

/** True when another host may answer: the connection was lost, the server is away, or it broke off the read. */
const isElsewhere = (error: unknown): boolean => error instanceof Interrupted || error instanceof Away

/** Aborts when one of two signals does, until `leave`. AbortSignal.any would leave a trace of each read at the host's signal. */
function either(one: AbortSignal | undefined, other: AbortSignal): { signal: AbortSignal; leave: () => void } {
  if (one === undefined) return { signal: other, leave: () => undefined }
  const together = new AbortController()
  const ends = [one, other].map((signal) => ({ signal, end: () => together.abort(signal.reason) }))
  for (const { signal, end } of ends) {
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
  }
  const leave = (): void => {
    for (const { signal, end } of ends) signal.removeEventListener('abort', end)
  }
  return { signal: together.signal, leave }
}

/** How often a read that standbys break off is repeated: a page can be asked for again, an export would be lost. */
const conflictRetries = { pages: 1, copies: 5 } as const

/** The turns of all hosts at one kind of pool. */
function together(name: PoolName, hosts: readonly Host[]): QueueState {
  const states = hosts.map((host) => host.pools[name].queueState(name))
  const sum = (of: (state: QueueState) => number): number => states.reduce((total, state) => total + of(state), 0)
  return {
    name,
    capacity: sum(({ capacity }) => capacity),
    running: sum(({ running }) => running),
    waiting: sum(({ waiting }) => waiting),
    turns: sum(({ turns }) => turns),
    refused: sum(({ refused }) => refused),
    waitedSeconds: sum(({ waitedSeconds }) => waitedSeconds),
  }
}

/**
 * Several servers of one database, read-only (decision 32): each read goes to a host that has the newest block shown so far,
 * and again to another one when it was broken off.
 */
export function replicated(
  target: ConnectionTarget,
  limits: Readonly<Record<PoolName, PoolOptions>>,
  { unprepared = false, exports: shared, floor = new BlockFloor(), maxLag = defaultMaxLag }: ReadOptions,
): Db {
  const all = target.servers.map((server) => new Host(target, server, limits, { unprepared }))
  const hosts = new Hosts(all, { floor, wanted: target.wanted, maxLag })

  /** Runs `work` on a host, and on others while `mayRepeat` says so. */
  async function* attempts(pool: PoolName, signal: AbortSignal | undefined) {
    const tried = new Set<Host>()
    let conflicted = false
    for (let attempt = 1; ; attempt += 1) {
      const host = await hosts.choose(pool, { avoid: tried, conflicted, signal })
      const fresh = tried.has(host)
      const failed = (error: unknown): void => {
        if (signal?.aborted || !isElsewhere(error)) throw error
        if (attempt > (isConflict(error) ? conflictRetries[pool] : all.length)) throw error
        tried.add(host)
        conflicted = isConflict(error)
        if (!conflicted) hosts.suspect(host)
      }
      const { signal: until, leave } = either(signal, host.gone)
      try {
        yield { host, fresh, failed, signal: until }
      } finally {
        leave()
      }
    }
  }

  const readsOf = (pool: PoolName, waitMs?: number): Reads => ({
    async rows(sql, params = [], signal) {
      for await (const { host, fresh, failed, signal: until } of attempts(pool, signal)) {
        try {
          const holding = { signal: until, maxWaitMs: waitMs, fresh }
          const work = (client: pg.Client) => host.rows(client, pool, [sql, params])
          const { rows, height } = await host.pools[pool].hold(work, holding)
          await hosts.saw(host, height)
          return rows
        } catch (error) {
          failed(error)
        }
      }
      return []
    },
    async *copy(query, signal) {
      let begun = false
      for await (const { host, fresh, failed, signal: until } of attempts(pool, signal)) {
        try {
          const options = { signal: until, maxWaitMs: waitMs, fresh }
          for await (const chunk of copyThrough(host.pools[pool], copyOut(query), options)) {
            begun = true
            yield chunk
          }
          return
        } catch (error) {
          if (begun) throw error
          failed(error)
        }
      }
    },
  })

  const pages = readsOf('pages', maxWaitMs)
  const copies = readsOf('copies')
  const admitting = readsOf('copies', maxWaitMs)
  const own = exportQueue()
  const exports = shared ?? own
  return {
    ...pages,
    hosts: () => hosts.states(),
    shownHeight: () => floor.height,
    queues: () => [together('pages', all), ...(shared ? [] : [own.state('exports')]), together('copies', all)],
    async openExport(signal) {
      const close = await exports.enter({ signal, maxWaitMs })
      try {
        // Hosts have different newest blocks: the export ends with one that all of those that are read have.
        const block = await readLastBlock(admitting, signal)
        const until = block && BigInt(block.time) / 1000n
        const spare = (): number => {
          const { capacity, running, waiting } = together('copies', all)
          return capacity - running - waiting
        }
        return { ...copies, ...(until !== undefined && { until }), spare, close }
      } catch (error) {
        close()
        throw error
      }
    },
    async close() {
      hosts.close()
      await Promise.all(all.map((host) => host.close()))
    },
  }
}
