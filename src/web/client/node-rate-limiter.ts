import { RateLimiter } from '../../client/rate-limiter.ts'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import * as v from 'valibot'
import { Holds } from '../../client/holds.ts'
import { Bucket, type LimiterRecord, type LimiterStore } from '../../client/shared-record.ts'
import { orAborted } from '../../client/timer.ts'
import { limiterPort, type LimiterPort } from '../../client/limiter-port.ts'
import { isArchive } from './node-fetch.ts'

const table = 'nodes'
interface Schema extends DBSchema {
  [table]: { key: string; value: unknown }
}

/** A browser that takes longer (ms) to open the database is not waited for. */
const openTimeoutMs = 3000

let opened: Promise<IDBPDatabase<Schema>> | undefined

function open(): Promise<IDBPDatabase<Schema>> {
  if (opened) return opened
  const opening = openDB<Schema>('lyra-rate-limit', 1, {
    upgrade: (database) => void database.createObjectStore(table),
    terminated: () => (opened = undefined),
  })
  opened = orAborted(opening, AbortSignal.timeout(openTimeoutMs))
  // A browser that was only slow is used as soon as it has opened the database.
  void opening.then(
    () => (opened = opening),
    () => undefined,
  )
  return opened
}

/** A record of an earlier release names no tab. */
const Stored = v.object({
  bucket: Bucket,
  holds: Holds,
  tab: v.optional(v.string(), ''),
  aheadUntil: v.optional(v.number(), 0),
})

/** The record from what is stored; undefined when there is none or it is damaged. */
export function readRecord(value: unknown, trial: unknown): LimiterRecord | undefined {
  const stored = v.safeParse(Stored, value)
  return stored.success ? { ...stored.output, trialUntil: typeof trial === 'number' ? trial : 0 } : undefined
}

/** The record of a node in IndexedDB, by the node's base address. */
function indexedDbStore(node: string): LimiterStore {
  const trialKey = `${node} trial`
  const begin = async () => {
    const transaction = (await open()).transaction(table, 'readwrite', { durability: 'relaxed' })
    transaction.done.catch(() => undefined) // a failure is thrown by the request or the commit that is awaited
    return transaction
  }
  return {
    async update(change) {
      const { store, done } = await begin()
      // No other key lies between these two, and each request has a message to another process.
      const [value, trial] = await store.getAll(IDBKeyRange.bound(node, trialKey))
      const changed = change(readRecord(value, trial))
      const [{ trialUntil, ...record }] = changed
      const trialWrite = trialUntil === trial ? undefined : store.put(trialUntil, trialKey)
      await Promise.all([store.put(record, node), trialWrite, done])
      return changed
    },
    async endTrial() {
      const transaction = await begin()
      void transaction.store.delete(trialKey)
      transaction.commit()
      await transaction.done
    },
  }
}

const limiters = new Map<string, RateLimiter>()

/** The one rate limiter of a node in this tab, by its base address (empty for the same origin). */
export function rateLimiterOf(base: string): RateLimiter {
  const existing = limiters.get(base)
  if (existing) return existing
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(`lyra.rate-limit ${base}`)
  const limiter = new RateLimiter({ store: indexedDbStore(base), channel, random: Math.random })
  limiters.set(base, limiter)
  if (typeof document !== 'undefined') {
    // A page that is closed, cached or frozen must not keep other tabs from trying the node.
    globalThis.addEventListener('pagehide', () => limiter.endTrial())
    document.addEventListener('freeze', () => limiter.endTrial())
    globalThis.addEventListener('pageshow', () => limiter.refresh())
    document.addEventListener('resume', () => limiter.refresh())
  }
  return limiter
}

/** Nobody else waits for an archive of this page. */
const unlimited: LimiterPort = { acquire: () => Promise.resolve(undefined), release: () => Promise.resolve(undefined) }

export const limiterPortOf = (base: string): LimiterPort =>
  isArchive(base) ? unlimited : limiterPort(rateLimiterOf(base))

/** `end` leaves for the pending requests of a worker that is terminated: other tabs would wait for their trial. */
export function workerLimiterPort(port: LimiterPort): { port: LimiterPort; end: () => void } {
  let pending = 0
  let ended = false
  return {
    port: {
      async acquire() {
        const limit = await port.acquire()
        if (limit) return limit
        if (ended) await port.release()
        else pending += 1
        return undefined
      },
      release(response) {
        pending -= 1
        return port.release(response)
      },
    },
    end() {
      ended = true
      for (; pending > 0; pending--) void port.release()
    },
  }
}
