import { untilAborted } from '../abort-signal.ts'

interface Shared<Value> {
  result: Promise<Value>
  callers: number
  abort: AbortController
}

/** Shares one request among equal ones in flight. It is aborted when the last of its callers has aborted. */
export class SharedRequests<Value> {
  readonly #inFlight = new Map<string, Shared<Value>>()

  async join(key: string, send: (signal: AbortSignal) => Promise<Value>, signal: AbortSignal): Promise<Value> {
    signal.throwIfAborted()
    const shared = this.#inFlight.get(key) ?? this.#start(key, send)
    shared.callers += 1
    try {
      return await untilAborted(shared.result, signal)
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

  /** False when another request has taken its place, or it ended before. */
  #forget(key: string, shared: Shared<Value>): boolean {
    return this.#inFlight.get(key) === shared && this.#inFlight.delete(key)
  }
}
