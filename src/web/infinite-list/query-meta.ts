import type { Query } from '@tanstack/react-query'

/** Meta of an infinite query whose refetch asks for its newest end only, not for each of its pages again. */
export const newestEndMeta = { refetch: 'newest end' } as const

/** Whether a query has that meta: it may be refetched with all others, and after an outage. */
export const refetchesNewestEnd = ({ meta }: Pick<Query, 'meta'>): boolean =>
  meta?.['refetch'] === newestEndMeta.refetch
