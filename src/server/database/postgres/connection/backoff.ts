/** The delay before an unreachable database is tried again: 0.1 s at first, doubling to `maxMs`, with jitter. */
export class Backoff {
  #delay = 0
  #until = 0

  constructor(private readonly maxMs = 5000) {}

  /** True while it is too early to try again. */
  get waiting(): boolean {
    return performance.now() < this.#until
  }

  /** Records a failure; true when it is the first since the last success. */
  failed(): boolean {
    const first = this.#delay === 0
    this.#delay = Math.min(this.maxMs, first ? 100 : this.#delay * 2)
    this.#until = performance.now() + this.#delay * (0.5 + Math.random() / 2)
    return first
  }

  /** Records a success; true after failures. */
  succeeded(): boolean {
    const wasAway = this.#delay > 0
    this.#delay = 0
    this.#until = 0
    return wasAway
  }
}
