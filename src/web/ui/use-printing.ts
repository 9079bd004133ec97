import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** When printing began (Unix milliseconds); undefined while the page is not printed. */
export function usePrinting(): number | undefined {
  const [startedAt, setStartedAt] = useState<number>()
  useEffect(() => {
    // The browser takes its picture as soon as this listener returns.
    const begin = () => flushSync(() => setStartedAt(Date.now()))
    const end = () => setStartedAt(undefined)
    const mounted = new AbortController()
    addEventListener('beforeprint', begin, { signal: mounted.signal })
    addEventListener('afterprint', end, { signal: mounted.signal })
    return () => mounted.abort()
  }, [])
  return startedAt
}
