import type { Query, QueryClient } from '@tanstack/react-query'
import { refetchesNewestEnd } from '../infinite-list/query-meta.ts'

/** A list of pages of which each would be asked for again. */
const isPaged = (query: Query): boolean => {
  if (refetchesNewestEnd(query)) return false
  const data: unknown = query.state.data
  return typeof data === 'object' && data !== null && 'pages' in data
}

/** Asks for everything in view again. A list that was read page by page starts over at page one: a hundred pages asked at once would earn a ban. */
export function refreshAll(queries: QueryClient): void {
  const active = queries.getQueryCache().findAll({ type: 'active' })
  for (const query of active) {
    if (isPaged(query)) {
      const options = { ...query.options, pages: 1, staleTime: 0 } as Parameters<QueryClient['infiniteQuery']>[0]
      void queries.infiniteQuery(options).catch(() => undefined)
    }
  }
  void queries.refetchQueries({
    type: 'active',
    predicate: (query) => !isPaged(query) && query.state.fetchStatus === 'idle',
  })
}
