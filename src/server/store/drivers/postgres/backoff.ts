/** The delay before an unreachable database is tried again: 0.1 s at first, doubling to 5 s, with jitter. */
export class Backoff {
  #delay = 0
  #until = 0

  /** True while it is too early to try again. */
  waiting(now = performance.now()): boolean {
    return now < this.#until
  }

  /** Records a failure; true when it is the first since the last success. */
  failed(now = performance.now()): boolean {
    const first = this.#delay === 0
    this.#delay = Math.min(5000, this.#delay === 0 ? 100 : this.#delay * 2)
    this.#until = now + this.#delay * (0.5 + Math.random() / 2)
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
