import { host } from '#host'

/** A signal that follows others until it is released. */
export interface LinkedSignal {
  signal: AbortSignal
  /** Whether it aborted because its time was up. */
  isLate: () => boolean
  /** Lets go of the sources and of the timer; to be called when the work has ended. */
  release: () => void
}

/**
 * Aborts with the first of its sources, or after `timeoutMs`. AbortSignal.any would leave a trace of each request at a source
 * that lives as long as the service, and AbortSignal.timeout keeps its timer after the request has ended.
 */
export function linkedSignal(sources: readonly AbortSignal[], timeoutMs?: number): LinkedSignal {
  const controller = new AbortController()
  let late = false
  const expire = (): void => {
    late = true
    controller.abort(new DOMException('The time of the request is up.', 'TimeoutError'))
  }
  const timer = timeoutMs === undefined ? undefined : setTimeout(expire, timeoutMs)
  if (timer !== undefined) host.inBackground(timer)
  const links = sources.map((source) => {
    const abort = (): void => controller.abort(source.reason)
    if (source.aborted) abort()
    host.allowListeners(source)
    source.addEventListener('abort', abort, { once: true })
    return () => source.removeEventListener('abort', abort)
  })
  return {
    signal: controller.signal,
    isLate: () => late,
    release() {
      clearTimeout(timer)
      for (const unlink of links) unlink()
    },
  }
}
