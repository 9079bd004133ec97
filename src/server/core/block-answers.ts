/** Milliseconds to share a reply: a block takes about a second, and a core node does not announce it. */
const maxAgeMs = 500

/** A core node's replies, each returned until a later block is seen, in another reply or in the service's own database. */
export class BlockAnswers<Answer> {
  readonly #kept = new Map<string, { answer: Answer; height: bigint; at: number }>()
  #newest = 0n

  /** `now` in milliseconds. */
  constructor(private readonly now: () => number) {}

  saw(height: bigint | undefined): void {
    if (height !== undefined && height > this.#newest) this.#newest = height
  }

  /** Caches a reply of a block; one of an unknown block is not cached. */
  keep(key: string, answer: Answer, height: bigint | undefined): void {
    this.saw(height)
    this.#forgetOld()
    if (height !== undefined && height === this.#newest) this.#kept.set(key, { answer, height, at: this.now() })
  }

  /** The reply for the newest block, if there is one. */
  find(key: string): Answer | undefined {
    this.#forgetOld()
    return this.#kept.get(key)?.answer
  }

  #forgetOld(): void {
    for (const [key, { height, at }] of this.#kept) {
      if (height < this.#newest || this.now() - at >= maxAgeMs) this.#kept.delete(key)
    }
  }
}
