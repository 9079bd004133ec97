/** A timer that restarts when it is set again. */
export class Timer {
  #timer: ReturnType<typeof setTimeout> | undefined

  get pending(): boolean {
    return this.#timer !== undefined
  }

  start(milliseconds: number, listener: () => void): void {
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

/** Settles like `promise`, or rejects with the signal's reason as soon as it aborts. The work itself is not stopped. */
export function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** Resolves after so many milliseconds, or rejects with the signal's reason as soon as it aborts. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const time = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))
  return orAborted(time, signal).finally(() => clearTimeout(timer))
}
