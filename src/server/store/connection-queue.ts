import { busy } from '../error.ts'

/** How one waits for its turn. */
export interface Entering {
  /** Nobody else may run meanwhile. */
  alone?: boolean
  /** Leaves the line when it aborts. */
  signal?: AbortSignal | undefined
  /** Milliseconds to wait at most; then it is refused as busy. Without it, as long as it takes. */
  maxWaitMs?: number | undefined
}

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
 * Whose turn it is where only so many may run at once: strictly in order of arrival, `width` at a time, or one alone.
 * Because nobody overtakes, a stream of reads cannot starve a transaction and a transaction delays
 * reads by no more than its own length.
 */
export class Turns {
  readonly #width: number
  readonly #subject: string
  readonly #waiting: Waiting[] = []
  #running = 0
  #alone = false

  /** `subject` is what a refusal calls busy, such as "The database". */
  constructor(width: number, subject = 'The database') {
    this.#width = width
    this.#subject = subject
  }

  /** Runs `work` at its turn. While it waits, an aborted signal drops it; when it runs, only its caller is let go. */
  async run<T>(work: () => Promise<T>, entering: Entering = {}): Promise<T> {
    const leave = await this.enter(entering)
    return untilAborted(finished(work, leave), entering.signal)
  }

  /** Resolves at its turn, with what gives the turn back. Rejects as busy, or with the signal's reason. */
  enter({ alone = false, signal, maxWaitMs }: Entering = {}): Promise<() => void> {
    return new Promise((resolve, reject) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const settle = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
      }
      const drop = (reason: unknown): void => {
        settle()
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(reason)
        this.#next()
      }
      const abort = (): void => drop(signal?.reason)
      const start = (): void => {
        settle()
        resolve(this.#leaving(alone))
      }
      const waiting: Waiting = { alone, start }
      if (signal?.aborted) return reject(signal.reason)
      signal?.addEventListener('abort', abort, { once: true })
      this.#waiting.push(waiting)
      this.#next()
      if (maxWaitMs !== undefined && this.#waiting.includes(waiting)) {
        timer = setTimeout(() => drop(busy(this.#subject)), maxWaitMs)
      }
    })
  }

  /** Gives a turn back, once however often it is called. */
  #leaving(alone: boolean): () => void {
    let left = false
    return () => {
      if (left) return
      left = true
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

async function finished<T>(work: () => Promise<T>, leave: () => void): Promise<T> {
  try {
    return await work()
  } finally {
    leave()
  }
}
