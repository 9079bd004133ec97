/** Nodes that do not offer the candle stream, by base address, for as long as this page is loaded. */
const without = new Set<string>()
const timeoutMs = 3000

export const offersNoStream = (base: string): boolean => without.has(base)

/**
 * A browser does not tell why a websocket did not open. The same address asked plainly does: a node that has no such
 * path is not tried again. `url` is the stream's http address; what it streams is not read.
 */
export async function probeStream(base: string, url: string): Promise<void> {
  const control = new AbortController()
  const timer = setTimeout(() => control.abort(), timeoutMs)
  try {
    const { status } = await fetch(url, { credentials: 'omit', cache: 'no-store', signal: control.signal })
    if (status === 404 || status === 501) without.add(base)
  } catch {
    // No answer is no news: a silent market's stream answers nothing, and neither does a node that is away.
  } finally {
    clearTimeout(timer)
    control.abort()
  }
}
