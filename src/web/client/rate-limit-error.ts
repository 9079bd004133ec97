/** No request is allowed before `until` (Unix milliseconds of this browser). */
export class RateLimitError extends Error {
  override readonly name = 'RateLimitError'
  readonly kind: 'limited' | 'banned'
  readonly until: number
  constructor(kind: 'limited' | 'banned', until: number) {
    super(kind === 'banned' ? 'this address is temporarily banned' : 'the node asked for a pause')
    this.kind = kind
    this.until = until
  }
}

/** Settles like `promise`, or rejects with the signal's reason as soon as it aborts. */
export function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** Waits; rejects with the signal's reason when it ends first. */
export const sleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  orAborted(new Promise((resolve) => setTimeout(resolve, ms)), signal)
