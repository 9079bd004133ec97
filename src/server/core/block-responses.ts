/** Milliseconds to share a reply: a block takes about a second, and a core node does not announce it. */
const maxAgeMs = 500
/** Replies to share: anybody may ask for any party. */
const maxKept = 1000

/** A core node's replies, each returned until a later block is seen, in another reply or in the service's own database. */
export class BlockResponses<Answer> {
  readonly #kept = new Map<string, { answer: Answer; at: number }>()
  #newest = 0n

  /** `now` in milliseconds. */
  constructor(private readonly now: () => number) {}

  saw(height: bigint | undefined): void {
    if (height === undefined || height <= this.#newest) return
    this.#newest = height
    this.#kept.clear()
  }

  /** Caches a reply of a block; one of an unknown block is not cached. */
  keep(key: string, answer: Answer, height: bigint | undefined): void {
    this.saw(height)
    this.#forgetOld()
    if (height === undefined || height !== this.#newest) return
    // Deleted first, so that the oldest are always in front.
    this.#kept.delete(key)
    this.#kept.set(key, { answer, at: this.now() })
    const [oldest] = this.#kept.size > maxKept ? this.#kept.keys() : []
    if (oldest !== undefined) this.#kept.delete(oldest)
  }

  /** The reply for the newest block, if there is one. */
  find(key: string): Answer | undefined {
    const kept = this.#kept.get(key)
    return kept && !this.#isOld(kept.at) ? kept.answer : undefined
  }

  #isOld(at: number): boolean {
    return this.now() - at >= maxAgeMs
  }

  #forgetOld(): void {
    for (const [key, { at }] of this.#kept) {
      if (!this.#isOld(at)) return
      this.#kept.delete(key)
    }
  }
}
