/** The same end as `promise`, or the signal's reason as soon as it ends. */
export function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error)
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    return void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

interface Shared<Value> {
  result: Promise<Value>
  callers: number
  abort: AbortController
}

/** Equal requests in flight are one: it ends for a caller who leaves, and is given up when the last of them has left. */
export class SharedRequests<Value> {
  readonly #inFlight = new Map<string, Shared<Value>>()

  async join(key: string, send: (signal: AbortSignal) => Promise<Value>, signal: AbortSignal): Promise<Value> {
    signal.throwIfAborted()
    const shared = this.#inFlight.get(key) ?? this.#start(key, send)
    shared.callers += 1
    try {
      return await orAborted(shared.result, signal)
    } finally {
      shared.callers -= 1
      if (shared.callers === 0 && this.#forget(key, shared)) shared.abort.abort()
    }
  }

  #start(key: string, send: (signal: AbortSignal) => Promise<Value>): Shared<Value> {
    const abort = new AbortController()
    const shared: Shared<Value> = { result: send(abort.signal), callers: 0, abort }
    this.#inFlight.set(key, shared)
    const ended = (): void => void this.#forget(key, shared)
    shared.result.then(ended, ended)
    return shared
  }

  /** False when it was forgotten before. */
  #forget(key: string, shared: Shared<Value>): boolean {
    return this.#inFlight.get(key) === shared && this.#inFlight.delete(key)
  }
}
