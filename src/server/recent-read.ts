import { runForService } from './database/connection-queue.ts'
import { orAborted } from '../client/timer.ts'

export type MaybePromise<T> = T | Promise<T>

/** `work` on a value, without a promise where it is there: those of a small reply cost as much as all else that is done for it. */
export const atOnce = <T, Result>(
  value: MaybePromise<T>,
  work: (value: T) => MaybePromise<Result>,
  failed?: (error: unknown) => MaybePromise<Result>,
): MaybePromise<Result> => (value instanceof Promise ? value.then(work, failed) : work(value))

/** A read that callers share while it is recent. It runs for the service, so that a caller who leaves does not end it. */
export class RecentRead<T> {
  #startedAt = -Infinity
  #reading: Promise<T> | undefined
  #last: { startedAt: number; value: T } | undefined

  constructor(
    private readonly read: () => Promise<T>,
    private readonly maxAgeMs: number,
  ) {}

  /** The value of a read that began at most `maxAgeMs` ago. Rejects as it does; the next caller reads again then. */
  get(): Promise<T> {
    return this.#reading && performance.now() - this.#startedAt < this.maxAgeMs ? this.#reading : this.again()
  }

  /** The value of a read that begins now, for later callers too. */
  again(): Promise<T> {
    const reading = runForService(this.read)
    const startedAt = performance.now()
    this.#startedAt = startedAt
    this.#reading = reading
    reading.then(
      (value) => (this.#last = { startedAt, value }),
      () => {
        if (this.#reading === reading) this.#startedAt = -Infinity
      },
    )
    return reading
  }

  /** The value that was read last, at once; undefined when that began more than `maxAgeMs` ago. */
  last(maxAgeMs = this.maxAgeMs): T | undefined {
    return this.#last && performance.now() - this.#last.startedAt < maxAgeMs ? this.#last.value : undefined
  }
}

interface Shared<Value> {
  result: Promise<Value>
  callers: number
  abort: AbortController
}

/** Shares one request among equal ones in flight. It is aborted when the last of its callers has aborted. */
export class SharedRequests<Value> {
  readonly #inFlight = new Map<string, Shared<Value>>()

  async join(key: string, send: (signal: AbortSignal) => Promise<Value>, signal: AbortSignal): Promise<Value> {
    signal.throwIfAborted()
    const shared = this.#inFlight.get(key) ?? this.#start(key, send)
    shared.callers += 1
    try {
      return await orAborted(shared.result, signal)
    } finally {
      shared.callers -= 1
      if (shared.callers === 0 && this.#forget(key, shared)) shared.abort.abort()
    }
  }

  #start(key: string, send: (signal: AbortSignal) => Promise<Value>): Shared<Value> {
    const abort = new AbortController()
    const shared: Shared<Value> = { result: send(abort.signal), callers: 0, abort }
    this.#inFlight.set(key, shared)
    const ended = (): void => void this.#forget(key, shared)
    shared.result.then(ended, ended)
    return shared
  }

  /** False when another request has taken its place, or it ended before. */
  #forget(key: string, shared: Shared<Value>): boolean {
    return this.#inFlight.get(key) === shared && this.#inFlight.delete(key)
  }
}
