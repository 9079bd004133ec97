import type pg from 'pg'

/** Milliseconds that a statement may run on after its caller has left: most end sooner than they could be cancelled. */
const cancelAfterMs = 100
/** Milliseconds after the cancel request in which the server must have ended the statement. */
const endWithinMs = 1000

interface LeavingOptions {
  /** Sends the protocol's cancel request; never rejects. */
  cancel: () => Promise<void>
  /** Cancels at once and closes the connection: a COPY that nobody reads leaves it in the middle of a stream. */
  closes: boolean
}

/** Gives a connection back, and ends the statement on it when its caller leaves. */
export class Leaving {
  readonly #startedAt = performance.now()
  #timer: ReturnType<typeof setTimeout> | undefined
  #cancelling: Promise<void> | undefined
  #released = false

  constructor(
    private readonly client: pg.PoolClient,
    private readonly options: LeavingOptions,
  ) {}

  /** The caller has left. */
  readonly leave = (): void => {
    const waitMs = this.#startedAt + cancelAfterMs - performance.now()
    if (this.options.closes || waitMs <= 0) this.#cancel()
    else this.#timer = setTimeout(() => this.#cancel(), waitMs)
  }

  /** The statement has ended; `close` when nobody knows what state the connection is in. */
  async release(close: boolean): Promise<void> {
    clearTimeout(this.#timer)
    // A request that is still under way would cancel the next statement.
    await this.#cancelling
    clearTimeout(this.#timer)
    this.#release(close)
  }

  #cancel(): void {
    // The connection is closed after that, because a pooler forgets the secret key of a disconnected client.
    this.#cancelling = this.options.cancel().then(() => {
      if (this.options.closes) this.#release(true)
      else this.#timer = setTimeout(() => this.#release(true), endWithinMs)
    })
  }

  #release(close: boolean): void {
    if (!this.#released) this.client.release(close)
    this.#released = true
  }
}
