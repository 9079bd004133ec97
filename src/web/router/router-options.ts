import type { AnyRouter } from '@tanstack/react-router'
import { browserHistory } from './browser-history.ts'
import { startScrollRestoration } from './scroll-restoration.ts'
import { parseSearch, stringifySearch } from './search.ts'

/** How long the previous page stays visible while the code of the next one loads, in milliseconds. */
const pendingMs = 1000

/** Options of every router of this application. Search is flat text: JSON would change ids and nanoseconds. */
export const routerOptions = {
  history: browserHistory,
  parseSearch,
  stringifySearch,
  caseSensitive: true,
  trailingSlash: 'preserve',
  notFoundMode: 'root',
  // The router's own restoration is replaced by startScrollRestoration.
  scrollRestoration: () => false,
  // Before the first page there is nothing to keep visible.
  defaultPendingMs: 0,
  defaultPendingMinMs: 0,
} as const

/** Starts scroll restoration, and keeps a page visible until the next one is loaded. */
export function startRouter(router: AnyRouter): () => void {
  const stopFirst = router.subscribe('onRendered', () => {
    stopFirst()
    router.options.defaultPendingMs = pendingMs
  })
  const stopScroll = startScrollRestoration(router)
  return () => {
    stopFirst()
    stopScroll()
  }
}
