import { Counter, Gauge, type Registry } from 'prom-client'
import type { RecentBlock } from '../block-headers.ts'
import type { SpamWatch } from '../../spam-history/spam-watch.ts'
import type { Core } from '../../core/core.ts'
import type { HostState, QueueState } from '../../database/db.ts'

/** Brings metrics up to date before they are read, all at the same moment. */
export type Update = () => void | Promise<void>

/** Turns at the database and those who wait for one. */
export function queueMetrics(registry: Registry, queues: () => QueueState[]): Update {
  const options = { labelNames: ['queue'] as const, registers: [registry] }
  const gauge = (name: string, help: string): Gauge<'queue'> => new Gauge({ name, help, ...options })
  const counter = (name: string, help: string): Counter<'queue'> => new Counter({ name, help, ...options })
  const max = gauge('lyra_database_turns_max', 'Turns at the database that may run at the same time')
  const running = gauge('lyra_database_turns_running', 'Turns at the database that run now')
  const waiting = gauge('lyra_database_turns_waiting', 'Requests that wait for a turn at the database')
  const turns = counter('lyra_database_turns_total', 'Turns at the database since the start')
  const refused = counter('lyra_database_refused_total', 'Requests that were refused because the database was busy')
  const waited = counter('lyra_database_wait_seconds_total', 'Time that turns at the database were waited for')
  return () => {
    for (const one of [turns, refused, waited]) one.reset()
    for (const { name: queue, ...state } of queues()) {
      max.set({ queue }, state.capacity)
      running.set({ queue }, state.running)
      waiting.set({ queue }, state.waiting)
      turns.inc({ queue }, state.turns)
      refused.inc({ queue }, state.refused)
      waited.inc({ queue }, state.waitedSeconds)
    }
  }
}

/** The servers of a database that has several. */
export function hostMetrics(registry: Registry, hosts: () => HostState[]): Update {
  const gauge = (name: string, help: string): Gauge<'host'> =>
    new Gauge({ name, help, labelNames: ['host'] as const, registers: [registry] })
  const up = gauge('lyra_database_host_up', '1 while a server of the database answers, else 0')
  const used = gauge('lyra_database_host_in_use', '1 while a server of the database is read, else 0')
  const standby = gauge('lyra_database_host_standby', '1 for a server that follows another one, else 0')
  const lag = gauge('lyra_database_host_lag_blocks', 'Blocks that a server is behind; absent without an answer')
  return () => {
    for (const one of [up, used, standby, lag]) one.reset()
    for (const { name: host, state, isStandby, lag: blocks } of hosts()) {
      up.set({ host }, blocks === undefined ? 0 : 1)
      used.set({ host }, state === 'in use' ? 1 : 0)
      standby.set({ host }, isStandby ? 1 : 0)
      if (blocks !== undefined) lag.set({ host }, blocks)
    }
  }
}

/** The core node, where one is asked. */
export function coreMetrics(registry: Registry, traffic: NonNullable<Core['traffic']>): Update {
  const options = { labelNames: ['answer'] as const, registers: [registry] }
  const requests = new Counter({
    name: 'lyra_core_requests_total',
    help: 'Requests for the core node by HTTP status; late, unreachable, or held back after a refusal',
    ...options,
  })
  const seconds = new Counter({
    name: 'lyra_core_request_seconds_total',
    help: 'Time of requests for the core node until their end, waiting for their turn included',
    ...options,
  })
  const held = new Gauge({
    name: 'lyra_core_held_seconds',
    help: 'Seconds until the core node is asked again after it limited or banned this service, else 0',
    registers: [registry],
  })
  return () => {
    for (const one of [requests, seconds]) one.reset()
    const { answers, heldMs } = traffic()
    for (const [answer, { count, seconds: sum }] of answers) {
      requests.inc({ answer }, count)
      seconds.inc({ answer }, sum)
    }
    held.set(heldMs / 1000)
  }
}

/** Without an answer of the database there is no height, and no old one in its place. */
export function blockMetrics(registry: Registry, recentBlock: RecentBlock, now: () => number): Update {
  const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, registers: [registry] })
  const height = gauge('lyra_block_height', 'Height of the newest stored block')
  const lag = gauge('lyra_block_lag_seconds', 'Age of the newest stored block by the clock of this machine')
  const up = gauge('lyra_database_up', '1 when the database answered for these metrics, else 0')
  return async () => {
    const block = await recentBlock()
    for (const one of [height, lag]) one.remove()
    up.set(block === undefined ? 0 : 1)
    if (!block) return
    height.set(Number(block.height))
    lag.set((now() - Number(BigInt(block.time) / 1_000_000n)) / 1000)
  }
}

/** Readings that are no longer renewed are left out: an alert on them would speak of the past. */
export function spamMetrics(registry: Registry, spamWatch: SpamWatch): Update {
  const options = { labelNames: ['party', 'counter'] as const, registers: [registry] }
  const gauge = (name: string, help: string): Gauge<'party' | 'counter'> => new Gauge({ name, help, ...options })
  const used = gauge('lyra_spam_used', 'Transactions of a kind that a party has sent in the epoch')
  const max = gauge('lyra_spam_max', 'Transactions of a kind that a party may send in the epoch')
  const banned = gauge('lyra_banned_until_seconds', 'Until when a party is banned, Unix seconds; absent without a ban')
  const state = new Gauge({
    name: 'lyra_spam_state',
    help: '1 for the state of each limit of a watched party: ok, watch, near, limit, banned, confirming, ...',
    labelNames: ['party', 'counter', 'state'] as const,
    registers: [registry],
  })
  const failed = new Gauge({
    name: 'lyra_spam_reading_failed',
    help: '1 while the counters of a watched party cannot be read, else 0',
    labelNames: ['party'] as const,
    registers: [registry],
  })
  return () => {
    for (const one of [used, max, banned, state, failed]) one.reset()
    for (const { partyId: party, verdict, failing } of spamWatch.verdicts()) {
      failed.set({ party }, failing ? 1 : 0)
      if (failing) continue
      for (const limit of verdict.gauges) {
        const counter = limit.name
        state.set({ party, counter, state: limit.state }, 1)
        const ban = limit.bannedUntil ?? limit.endedBan
        if (ban !== undefined) banned.set({ party, counter }, Number(ban / 1_000_000n) / 1000)
        // Proof of work is counted in a rolling window, not in the epoch.
        if (counter === 'pow' || limit.used === undefined || limit.max === undefined) continue
        used.set({ party, counter }, Number(limit.used))
        max.set({ party, counter }, Number(limit.max))
      }
    }
  }
}
