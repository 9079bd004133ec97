/** A timer that restarts when it is set again. */
export class Alarm {
  #timer: ReturnType<typeof setTimeout> | undefined

  get pending(): boolean {
    return this.#timer !== undefined
  }

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
