import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { listen } from '../listen.ts'

/** When printing began (Unix milliseconds); undefined while the page is not printed. */
export function usePrinting(): number | undefined {
  const [startedAt, setStartedAt] = useState<number>()
  useEffect(() => {
    // The browser takes its picture as soon as this listener returns.
    const beforeprint = () => flushSync(() => setStartedAt(Date.now()))
    return listen(window, { beforeprint, afterprint: () => setStartedAt(undefined) })
  }, [])
  return startedAt
}
