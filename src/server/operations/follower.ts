/** Takes what is told at its teller's pace and hands it on at its reader's. One reader. */
export class Follower implements AsyncIterableIterator<string> {
  readonly #room: number
  readonly #onStop: () => void
  readonly #overflow = new AbortController()
  #messages: string[] = []
  #outcome: { error: unknown } | 'ended' | undefined
  #stopped = false
  #wake: (() => void) | undefined

  /** Holds `room` messages for a reader that lags; `onStop` is called once, when the reader has gone. */
  constructor(room: number, onStop: () => void) {
    this.#room = room
    this.#onStop = onStop
  }

  /** Aborts when the reader lagged too far behind: it may not even take the last word. */
  get dropped(): AbortSignal {
    return this.#overflow.signal
  }

  /** Adds a message. A reader without room for it loses what it has not read and gets `refusal` as the last word. */
  tell(message: string, refusal: unknown): void {
    if (this.#outcome) return
    if (this.#messages.length >= this.#room) {
      this.#messages = []
      this.end({ error: refusal })
      this.#overflow.abort()
      return
    }
    this.#messages.push(message)
    this.#wake?.()
  }

  /** What was told is still read; then the reading ends, or throws. */
  end(outcome: { error: unknown } | 'ended'): void {
    this.#outcome ??= outcome
    this.#wake?.()
  }

  /** The reader goes away; a reading under way ends at once. */
  stop(): void {
    if (this.#stopped) return
    this.#stopped = true
    this.#messages = []
    this.#outcome = 'ended'
    this.#wake?.()
    this.#onStop()
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
