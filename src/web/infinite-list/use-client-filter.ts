import { useCallback, useMemo } from 'react'
import { viewOf, type List, type ListPage } from './list.ts'

/** The loaded rows whose `member` is `value` (all, without a value), in their order. */
export function useClientFilter<Row>(
  listing: List<Row>,
  member: string & keyof Row,
  value: string | undefined,
): List<Row> {
  const chunks = listing.pages as readonly ListPage<Row>[]
  const indices = useMemo(() => {
    if (value === undefined) return undefined
    return chunks.flatMap(({ edges, startsAt }) =>
      edges.flatMap(({ node }, index) => (node[member] === value ? [startsAt + index] : [])),
    )
  }, [chunks, member, value])
  const { at: loadedAt } = listing
  // The same function while its rows stay the same: `useOpenRow` searches again when it changes.
  const at = useCallback((index: number) => loadedAt(indices?.[index] ?? -1), [loadedAt, indices])
  return indices ? { ...viewOf(listing, indices), at } : listing
}
