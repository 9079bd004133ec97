import { useMemo } from 'react'
import { viewOf, type Listing, type ListPage } from './list.ts'

/**
 * The loaded rows whose `member` is `value` (all, without a value), in their order. Each page is searched once: a new
 * page costs itself, however many rows are loaded.
 */
export function useMatching<Row>(
  listing: Listing<Row>,
  member: string & keyof Row,
  value: string | undefined,
): Listing<Row> {
  const chunks = listing.chunks as readonly ListPage<Row>[]
  // oxlint-disable-next-line react/exhaustive-deps -- what was found belongs to the filter
  const found = useMemo(() => new WeakMap<object, number[]>(), [member, value])
  const indices = useMemo(() => {
    if (value === undefined) return undefined
    return chunks.flatMap(({ edges, startsAt }) => {
      const known = found.get(edges)
      if (known) return known
      const matching: number[] = []
      for (const [index, { node }] of edges.entries()) if (node[member] === value) matching.push(startsAt + index)
      found.set(edges, matching)
      return matching
    })
  }, [chunks, member, value, found])
  // oxlint-disable-next-line react/exhaustive-deps -- another filter, or another first page, is another list
  const origin = useMemo(() => ({}), [found, chunks[0]])
  return indices ? viewOf(listing, indices, origin) : listing
}
