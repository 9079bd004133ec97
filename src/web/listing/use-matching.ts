import { useMemo } from 'react'
import { viewOf, type Listing, type Placed } from './listing.ts'

/**
 * The loaded rows for which `matches` holds (all, without one), in their order. Each page is looked through once: a new
 * page costs itself, however many rows are loaded. `matches` must be the same function as long as it means the same.
 */
export function useMatching<Row>(listing: Listing<Row>, matches: ((row: Row) => boolean) | undefined): Listing<Row> {
  const chunks = listing.chunks as readonly Placed<Row>[]
  // oxlint-disable-next-line react/exhaustive-deps -- what was found belongs to the question
  const found = useMemo(() => new WeakMap<object, number[]>(), [matches])
  const indices = useMemo(() => {
    if (!matches) return undefined
    return chunks.flatMap(({ edges, startsAt }) => {
      const known = found.get(edges)
      if (known) return known
      const fresh: number[] = []
      for (const [index, { node }] of edges.entries()) if (matches(node)) fresh.push(startsAt + index)
      found.set(edges, fresh)
      return fresh
    })
  }, [chunks, matches, found])
  return indices ? viewOf(listing, indices) : listing
}
