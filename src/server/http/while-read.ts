import { unavailable } from '../error.ts'

/** Milliseconds in which the reader of a file must take something of it. */
const maxIdleMs = 60_000

/**
 * The pieces of a file as long as somebody reads them. When `signal` aborts, or nothing is taken for a minute, the source
 * ends and gives back what it holds, which others wait for; a reader that comes back is told so.
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
  const giveUp = (): void => {
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
      else timer = setTimeout(giveUp, maxIdleMs).unref()
      return step
    },
    async return() {
      await leave()
      return { done: true, value: undefined }
    },
  }
}
