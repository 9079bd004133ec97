const maxFirstDelayMs = 3_000
const intervalMs = 5_000
const durationMs = 60_000

/**
 * Calls `request` to find out whether a ban that ran out is over: first at a random delay, so that clients do not all do so
 * in the same instant, then at intervals until a minute has passed, whatever the polling interval. Returns a function that
 * stops it. `request` must not throw.
 */
export function confirmEnd(request: () => unknown, random: () => number = Math.random): () => void {
  const started = performance.now()
  let timer: ReturnType<typeof setTimeout>
  const next = (): void => {
    request()
    if (performance.now() - started < durationMs) timer = setTimeout(next, intervalMs)
  }
  timer = setTimeout(next, random() * maxFirstDelayMs)
  return () => clearTimeout(timer)
}
