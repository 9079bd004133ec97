import { useMemo } from 'react'
import { columnOf } from './worker/column.ts'
import { viewOf, type Listing, type Placed } from './list.ts'

/**
 * The loaded rows whose `member` is `value` (all, without a value), in their order. Each page is looked through once: a
 * new page costs itself, however many rows are loaded.
 */
export function useMatching<Row>(
  listing: Listing<Row>,
  member: string & keyof Row,
  value: string | undefined,
): Listing<Row> {
  const chunks = listing.chunks as readonly Placed<Row>[]
  // oxlint-disable-next-line react/exhaustive-deps -- what was found belongs to the question
  const found = useMemo(() => new WeakMap<object, number[]>(), [member, value])
  const indices = useMemo(() => {
    if (value === undefined) return undefined
    return chunks.flatMap((page) => {
      const known = found.get(page.edges)
      if (known) return known
      const fresh: number[] = []
      const { values, codes } = columnOf(page, member)
      const wanted = values.indexOf(value)
      for (const [index, code] of codes.entries()) if (code === wanted) fresh.push(page.startsAt + index)
      found.set(page.edges, fresh)
      return fresh
    })
  }, [chunks, member, value, found])
  // oxlint-disable-next-line react/exhaustive-deps -- another question, or another first page, is another list
  const origin = useMemo(() => ({}), [found, chunks[0]])
  return indices ? viewOf(listing, indices, origin) : listing
}
