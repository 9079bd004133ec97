const ownHosts = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** A service on this machine begins to answer at least one of the requests of a page within this time (ms). */
const maxLoopbackMs = 5

/** Whether the service runs on this machine, where compressing only costs time; the far end of a tunnel is slower. */
export function isLoopback(): boolean {
  const { hostname, origin } = globalThis.location
  if (!ownHosts.has(hostname)) return false
  const answers = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  return answers.some(
    // A response from the browser's cache has no size.
    ({ name, transferSize, requestStart, responseStart }) =>
      name.startsWith(`${origin}/`) && transferSize > 0 && responseStart - requestStart < maxLoopbackMs,
  )
}
