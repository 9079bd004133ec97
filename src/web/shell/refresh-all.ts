import type { Query, QueryClient } from '@tanstack/react-query'
import { refetchesNewestEnd } from '../infinite-list/query-meta.ts'

/** A list that refetches every page. */
const isPaged = (query: Query): boolean => {
  if (refetchesNewestEnd(query)) return false
  const data: unknown = query.state.data
  return typeof data === 'object' && data !== null && 'pages' in data
}

/** Refetches all active queries. Lists restart at page one: a hundred pages at once would earn a ban. */
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
