import { runForService } from './database/connection-queue.ts'

/** A read that callers share while it is recent. It runs for the service, so that a caller who leaves does not end it. */
export class RecentRead<T> {
  #startedAt = -Infinity
  #reading: Promise<T> | undefined
  #value: T | undefined

  constructor(
    private readonly read: () => Promise<T>,
    private readonly maxAgeMs: number,
  ) {}

  /** The value of a read that began at most `maxAgeMs` ago. Rejects as it does; the next caller reads again then. */
  get(): Promise<T> {
    return this.#reading && this.#isWithin(this.maxAgeMs) ? this.#reading : this.again()
  }

  /** The value of a read that begins now, for later callers too. */
  again(): Promise<T> {
    const reading = runForService(this.read)
    this.#startedAt = performance.now()
    this.#reading = reading
    reading.then(
      (value) => (this.#value = value),
      () => {
        if (this.#reading === reading) this.#startedAt = -Infinity
      },
    )
    return reading
  }

  /** The value that was read last; undefined when that began more than `maxAgeMs` ago. */
  last(maxAgeMs: number): T | undefined {
    return this.#isWithin(maxAgeMs) ? this.#value : undefined
  }

  #isWithin(ms: number): boolean {
    return performance.now() - this.#startedAt < ms
  }
}
