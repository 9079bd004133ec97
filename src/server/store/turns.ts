interface Waiting {
  alone: boolean
  start(): void
}

/** Resolves or rejects like `work`, but rejects at once when `signal` aborts. The work itself is not stopped. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/**
 * Whose turn it is at one connection: strictly in order of arrival, a few at a time, or one alone.
 * Because nobody overtakes, a stream of reads cannot starve a transaction and a transaction delays
 * reads by no more than its own length.
 */
export class Turns {
  readonly #width: number
  readonly #waiting: Waiting[] = []
  #running = 0
  #alone = false

  constructor(width: number) {
    this.#width = width
  }

  /** Runs `work` at its turn. While it waits, an aborted signal drops it; when it runs, only its caller is let go. */
  async run<T>(
    work: () => Promise<T>,
    { alone = false, signal }: { alone?: boolean; signal?: AbortSignal | undefined },
  ) {
    signal?.throwIfAborted()
    await this.#enter(alone, signal)
    return untilAborted(this.#finish(work, alone), signal)
  }

  /** Resolves when everything that arrived before has finished. */
  async drained(): Promise<void> {
    await this.run(() => Promise.resolve(), { alone: true })
  }

  #enter(alone: boolean, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(signal?.reason)
        this.#next()
      }
      const start = (): void => {
        signal?.removeEventListener('abort', abort)
        resolve()
      }
      const waiting: Waiting = { alone, start }
      signal?.addEventListener('abort', abort, { once: true })
      this.#waiting.push(waiting)
      this.#next()
    })
  }

  async #finish<T>(work: () => Promise<T>, alone: boolean): Promise<T> {
    try {
      return await work()
    } finally {
      this.#running -= 1
      if (alone) this.#alone = false
      this.#next()
    }
  }

  #next(): void {
    for (let head = this.#waiting[0]; head && !this.#alone; head = this.#waiting[0]) {
      if (this.#running >= (head.alone ? 1 : this.#width)) return
      this.#waiting.shift()
      this.#running += 1
      this.#alone = head.alone
      head.start()
    }
  }
}
