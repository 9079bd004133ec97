import { useMemo } from 'react'
import type { Listing } from '../infinite-list/list.ts'
import { placesOf, type RowWindow } from './fixed-row-virtualizer.ts'

export interface RowInView<Row> {
  /** Names the element that renders it, which is reused for other rows. */
  readonly key: string
  readonly index: number
  readonly row: Row
}

/**
 * The rows of the window in the order of their elements, and the active row wherever the reader scrolls:
 * `aria-activedescendant` must name an element.
 */
export function useRowsInView<Row>(
  listing: Listing<Row>,
  { first, end, size }: RowWindow,
  activeRow: number | undefined,
): readonly RowInView<Row>[] {
  const away =
    activeRow !== undefined && activeRow >= 0 && (activeRow < first || activeRow >= end) ? activeRow : undefined
  return useMemo(() => {
    const inView = (key: string, index: number): RowInView<Row>[] => {
      const row = listing.at(index)
      return row === undefined ? [] : [{ key, index, row }]
    }
    const rows = placesOf({ first, end, size }).flatMap((index) => inView(String(index % size), index))
    return away === undefined ? rows : [...rows, ...inView('away', away)]
  }, [listing, first, end, size, away])
}
