/** One timer: setting it again forgets the earlier time. */
export class Alarm {
  #timer: ReturnType<typeof setTimeout> | undefined

  get pending(): boolean {
    return this.#timer !== undefined
  }

  /** Rings once, in so many milliseconds. */
  ring(milliseconds: number, listener: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      listener()
    }, milliseconds)
  }

  clear(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
