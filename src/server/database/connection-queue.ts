import { busy } from '../fault.ts'
import type { QueueState } from './db.ts'
import { orAborted } from '../../client/timer.ts'
import { host } from '#host'

/** The address that the current request comes from, as the rate limit counts it; empty for the service's own work. */
const clients = host.newScope<() => string | undefined>()

const currentClient = (): string => clients.getStore()?.() ?? ''

/** Runs `work` for a client: its reads share this client's place in the queue of the database. */
export const runForClient = <T>(address: () => string | undefined, work: () => T): T => clients.run(address, work)

const nobody = (): undefined => undefined

/** Runs what several clients share, so that it does not wait behind the requests of the first of them. */
export const runForService = <T>(work: () => T): T => clients.run(nobody, work)

interface QueueOptions {
  /** Nothing else runs at the same time. */
  exclusive?: boolean
  signal?: AbortSignal | undefined
  /** Milliseconds to wait at most before it is refused as busy; unlimited by default. */
  maxWaitMs?: number | undefined
}

interface Waiting {
  exclusive: boolean
  start(): void
}

/**
 * Clients are served round robin, and the tasks of one client in order of arrival, so that a client with many tasks does not
 * delay the others. An exclusive task runs alone.
 */
export class ConnectionQueue {
  /** By client, the next one first. */
  readonly #waiting = new Map<string, Waiting[]>()
  #running = 0
  #exclusive = false
  #started = 0
  #refused = 0
  #waitedMs = 0

  /** `subject` is named busy in a refusal, such as "The database". */
  constructor(
    private readonly concurrency: number,
    private readonly subject = 'The database',
  ) {}

  state(name: string): QueueState {
    const counts = { started: this.#started, refused: this.#refused, waitedSeconds: this.#waitedMs / 1000 }
    const waiting = [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0)
    return { name, capacity: this.concurrency, running: this.#running, waiting, ...counts }
  }

  /** Runs `work` once a slot is free. An aborted signal drops it while it waits; once it runs, only the caller's promise rejects. */
  async run<T>(work: () => Promise<T>, options: QueueOptions = {}): Promise<T> {
    const leave = await this.enter(options)
    return orAborted(Promise.resolve().then(work).finally(leave), options.signal)
  }

  /** Resolves once a slot is free, with a function that releases it. Rejects as busy, or with the signal's reason. */
  enter({ exclusive = false, signal, maxWaitMs }: QueueOptions = {}): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const client = currentClient()
      const arrivedAt = performance.now()
      let timer: ReturnType<typeof setTimeout> | undefined
      const settle = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
      }
      const drop = (reason: unknown): void => {
        settle()
        queued.splice(queued.indexOf(waiting), 1)
        if (queued.length === 0) this.#waiting.delete(client)
        reject(reason)
        this.#next()
      }
      const abort = (): void => drop(signal?.reason)
      const start = (): void => {
        settle()
        this.#started += 1
        this.#waitedMs += performance.now() - arrivedAt
        resolve(this.#leave(exclusive))
      }
      const waiting: Waiting = { exclusive, start }
      if (signal?.aborted) return reject(signal.reason)
      signal?.addEventListener('abort', abort, { once: true })
      const queued = this.#waiting.get(client) ?? []
      queued.push(waiting)
      this.#waiting.set(client, queued)
      this.#next()
      if (maxWaitMs !== undefined && queued.includes(waiting)) {
        timer = setTimeout(() => {
          this.#refused += 1
          drop(busy(this.subject))
        }, maxWaitMs)
      }
    })
  }

  /** Releases a slot; further calls do nothing. */
  #leave(exclusive: boolean): () => void {
    let left = false
    return () => {
      if (left) return
      left = true
      this.#running -= 1
      if (exclusive) this.#exclusive = false
      this.#next()
    }
  }

  #next(): void {
    for (let [head] = this.#waiting; head && !this.#exclusive; [head] = this.#waiting) {
      const [client, queued] = head
      if (this.#running >= (queued[0]?.exclusive ? 1 : this.concurrency)) return
      const first = queued.shift()
      this.#waiting.delete(client)
      if (queued.length > 0) this.#waiting.set(client, queued)
      this.#running += 1
      this.#exclusive = first?.exclusive === true
      first?.start()
    }
  }
}

/** Milliseconds to wait in the queue: longer than the time limit of a connection, so that a database that is away is not called busy. */
export const maxWaitMs = 6000

/** Milliseconds that a statement of a page may take, on either driver. */
export const pageTimeoutMs = 30_000
/** Milliseconds that a COPY may take: on PostgreSQL its slow reader may pause it. */
export const copyTimeoutMs = 10 * 60_000

/** The queue of exports, each until it ends. They share the connections slice by slice, and each reads some megabytes ahead. */
export const exportQueue = (): ConnectionQueue => new ConnectionQueue(16, 'The ledger export')
