/** How long an answer may be shared (ms): a block comes about once a second, and a core does not announce it. */
const maxAgeMs = 500

interface Kept<Answer> {
  answer: Answer
  height: bigint
  at: number
}

/**
 * Answers of a core node that stand for others of the same block. Each is kept with the block it belongs to and is given
 * out only while nothing has shown a later one: no other answer of the core node, and not the service's own database.
 */
export class BlockAnswers<Answer> {
  readonly #now: () => number
  readonly #kept = new Map<string, Kept<Answer>>()
  /** The latest block that anything has shown. */
  #newest = 0n

  /** `now` in milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Something shows that the chain has this block. */
  saw(height: bigint | undefined): void {
    if (height !== undefined && height > this.#newest) this.#newest = height
  }

  /** Keeps an answer of a block; one of an unknown block is not shared. */
  keep(key: string, answer: Answer, height: bigint | undefined): void {
    this.saw(height)
    this.#forgetOld()
    if (height !== undefined && height === this.#newest) this.#kept.set(key, { answer, height, at: this.#now() })
  }

  /** The answer of the newest block that is known, if there is one. */
  find(key: string): Answer | undefined {
    this.#forgetOld()
    return this.#kept.get(key)?.answer
  }

  #forgetOld(): void {
    for (const [key, { height, at }] of this.#kept) {
      if (height < this.#newest || this.#now() - at >= maxAgeMs) this.#kept.delete(key)
    }
  }
}
