/** Base URLs of nodes without a candle stream, for the lifetime of the page. */
const without = new Set<string>()
const timeoutMs = 3000

export const offersNoStream = (base: string): boolean => without.has(base)

/**
 * Detects nodes without a stream: the browser does not report why a WebSocket failed to open, but a plain HTTP request to the
 * same URL does. Nodes that return 404 or 501 are not tried again. `url` is the stream's HTTP URL; the body is not read.
 */
export async function probeStream(base: string, url: string): Promise<void> {
  const control = new AbortController()
  const timer = setTimeout(() => control.abort(), timeoutMs)
  try {
    const { status } = await fetch(url, { credentials: 'omit', cache: 'no-store', signal: control.signal })
    if (status === 404 || status === 501) without.add(base)
  } catch {
    // No response is inconclusive: the stream of an inactive market sends nothing, and neither does an unreachable node.
  } finally {
    clearTimeout(timer)
    control.abort()
  }
}
