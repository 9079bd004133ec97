const ownHosts = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** A service on this machine begins to answer at least one of the requests of a page within this time (ms). */
const maxLoopbackMs = 5

/**
 * Whether this page's service runs on the user's machine, where compressing a response only costs time. The far end of a
 * tunnel has such an address too, but never answers as quickly.
 */
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
