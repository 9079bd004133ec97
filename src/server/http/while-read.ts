import { unavailable } from '../error.ts'

/** The reader of a file must read something within this time. */
const maxIdleMs = 60_000

/**
 * The chunks of a file while they are read. When `signal` aborts or nothing is read for a minute, the source ends and
 * frees its database connection for others; reading on then throws.
 */
export function whileRead(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncIterator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  let timer: ReturnType<typeof setTimeout> | undefined
  let idle = false
  const leave = async (): Promise<void> => {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    await iterator.return?.()
  }
  const abort = (): void => void leave().catch(() => {})
  const expire = (): void => {
    idle = true
    abort()
  }
  signal.addEventListener('abort', abort, { once: true })
  return {
    async next() {
      clearTimeout(timer)
      signal.throwIfAborted()
      if (idle) throw unavailable('Nothing of this file was read for a minute, so it was given up; ask for it again.')
      const step = await iterator.next()
      if (step.done) await leave()
      else timer = setTimeout(expire, maxIdleMs).unref()
      return step
    },
    async return() {
      await leave()
      return { done: true, value: undefined }
    },
  }
}
