/** Buffers the messages of a feed for one reader. */
export class Follower implements AsyncIterableIterator<string> {
  readonly #overflow = new AbortController()
  /** Aborts when the buffer overflowed: the reader may not even read the final error. */
  readonly dropped: AbortSignal = this.#overflow.signal
  #messages: string[] = []
  #outcome: { error: unknown } | 'ended' | undefined
  #stopped = false
  #wake: (() => void) | undefined

  /** Holds at most `size` messages; `onStop` is called once, when the reader stops. */
  constructor(
    private readonly size: number,
    private readonly onStop: () => void,
  ) {}

  /** Adds a message. When the buffer is full, its messages are dropped and reading throws `overflow`. */
  push(message: string, overflow: unknown): void {
    if (this.#outcome) return
    if (this.#messages.length >= this.size) {
      this.#messages = []
      this.end({ error: overflow })
      this.#overflow.abort()
      return
    }
    this.#messages.push(message)
    this.#wake?.()
  }

  /** Buffered messages are still read; then reading ends, or throws. */
  end(outcome: { error: unknown } | 'ended'): void {
    this.#outcome ??= outcome
    this.#wake?.()
  }

  /** Ends a pending `next` at once and drops the buffer. */
  stop(): void {
    if (this.#stopped) return
    this.#stopped = true
    this.#messages = []
    this.#outcome = 'ended'
    this.#wake?.()
    this.onStop()
  }

  async next(): Promise<IteratorResult<string>> {
    while (this.#messages.length === 0 && !this.#outcome) {
      await new Promise<void>((resolve) => (this.#wake = resolve))
      this.#wake = undefined
    }
    const value = this.#messages.shift()
    if (value !== undefined) return { value, done: false }
    const outcome = this.#outcome
    this.#outcome = 'ended'
    if (typeof outcome === 'object') throw outcome.error
    return { value: undefined, done: true }
  }

  return(): Promise<IteratorResult<string>> {
    this.stop()
    return Promise.resolve({ value: undefined, done: true })
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}
