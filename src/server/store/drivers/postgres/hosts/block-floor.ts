/**
 * The newest block that any reader was shown. Hosts below it are not read, so that the height never runs backwards for
 * anybody. Several processes share it: each tells the others before it shows a newer block.
 */
export class BlockFloor {
  #height = 0n
  #told: Promise<unknown> = Promise.resolve()
  readonly #listeners = new Set<() => void>()

  /** `tell` resolves once the other processes know a height. */
  constructor(private readonly tell?: (height: bigint) => Promise<unknown>) {}

  get height(): bigint {
    return this.#height
  }

  /** Called after each rise. */
  onRise(listener: () => void): void {
    this.#listeners.add(listener)
  }

  /** A read saw this height; resolves when it may be shown. */
  async raise(height: bigint): Promise<void> {
    if (height > this.#height) {
      this.heard(height)
      // A process that cannot be told serves nobody.
      if (this.tell) this.#told = this.tell(height).catch(() => undefined)
    }
    await this.#told
  }

  /** Another process has shown this height. */
  heard(height: bigint): void {
    if (height <= this.#height) return
    this.#height = height
    for (const listener of this.#listeners) listener()
  }

  /** Gives up blocks that no host has any more. */
  lower(height: bigint): void {
    if (height < this.#height) this.#height = height
  }
}
