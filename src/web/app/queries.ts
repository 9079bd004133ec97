import { type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { isAway } from '../client/connection.ts'
import { isAbsentRoute, NodeFailure, retry } from '../client/node-failure.ts'
import { retryDelay } from '../../client/refusal.ts'
import { nodeState } from '../client/node-status.ts'
import { onWake } from '../client/server-clock.ts'
import { refetchesNewestEnd } from '../list/list-query.ts'

const waits = new Set<NodeFailure['kind']>(['limited', 'banned', 'offline', 'unreachable', 'timeout'])

/** Refetches active queries that failed because the node was away, and the newest end of those that have one. */
function resume(queries: QueryClient): void {
  void queries.refetchQueries({
    type: 'active',
    predicate: ({ state, meta }) =>
      state.fetchStatus === 'idle' &&
      (state.data === undefined
        ? state.error instanceof NodeFailure && waits.has(state.error.kind)
        : refetchesNewestEnd({ meta })),
  })
}

/** How long an answer is not asked for again, in milliseconds. */
const freshMs = 15_000

/** Cleared when the node or its chain changes; refetches when a pause, ban or outage has ended, never on focus. */
export function createQueries(): QueryClient {
  // Failures that no component was there to see. They are the page's answer: a request sent again counts twice at the node.
  const unseen = new WeakSet<object>()
  const isUnseen = (query: object, failedAt: number): boolean => unseen.has(query) && Date.now() - failedAt < freshMs
  const queryCache = new QueryCache({
    onError: (_, query) => void (query.isActive() ? unseen.delete(query) : unseen.add(query)),
  })
  const queries = new QueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        retry,
        retryDelay: (count) => retryDelay(count),
        staleTime: freshMs,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
        // What the node does not have is requested again only by the user, not on every page.
        retryOnMount: (query) => {
          const { error, errorUpdatedAt } = query.state
          return !isAbsentRoute(error) && !isUnseen(query, errorUpdatedAt)
        },
      },
    },
  })
  // What was received before this device's clock was set back would seem fresh until the clock is there again.
  onWake((leapMs) => {
    if (leapMs > 0) return
    for (const query of queryCache.getAll()) {
      const { dataUpdatedAt, errorUpdatedAt } = query.state
      query.setState({
        ...(dataUpdatedAt && { dataUpdatedAt: dataUpdatedAt + leapMs }),
        ...(errorUpdatedAt && { errorUpdatedAt: errorUpdatedAt + leapMs }),
      })
    }
  })
  let { network, phase } = nodeState.get()
  nodeState.subscribe(() => {
    const now = nodeState.get()
    const back = isAway(phase) && !isAway(now.phase)
    const moved = now.network !== network
    network = now.network
    phase = now.phase
    if (moved) {
      void queries.cancelQueries()
      queries.clear()
    } else if (back) {
      resume(queries)
    }
  })
  return queries
}

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
