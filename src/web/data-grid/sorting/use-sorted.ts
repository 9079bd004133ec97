import {
  createSortedRowModel,
  functionalUpdate,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useCallback, useMemo } from 'react'
import { rowsOf, viewOf, type List } from '../../infinite-list/list.ts'
import type { GridColumn } from '../columns/grid-columns.tsx'
import { readSort, sortText, type Sort } from './sort-text.ts'
import { compareSortValues, sortValueOf, type SortValue } from './sort-value.ts'

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })

/** How a grid is sorted, and what changes it. */
export interface Sorting {
  readonly sort: Sort | undefined
  /** First the direction that readers want of this column, then the other, then the order of the node. */
  readonly toggle: (id: string) => void
  readonly change: (sort: Sort | undefined) => void
}

const none: readonly never[] = []

/** The loaded rows sorted by the column that the address names. Rows that were not loaded cannot be sorted in. */
export function useSorted<Row>(
  listing: List<Row>,
  columns: readonly GridColumn<Row>[],
  text: string | undefined,
  onChange: (text: string | undefined) => void,
): { listing: List<Row>; sorting: Sorting } {
  const sort = useMemo(
    () =>
      readSort(
        text,
        columns.map(({ id }) => id),
      ),
    [text, columns],
  )
  const { count, at: loadedAt } = listing
  const sorted = sort !== undefined
  const data = useMemo(
    () => (sorted ? rowsOf({ count, at: loadedAt }).map((row) => ({ row })) : none),
    [sorted, count, loadedAt],
  )
  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        accessorFn: ({ row }: { row: Row }, index: number) => sortValueOf((column.sortBy ?? column.text)(row, index)),
        sortFn: (a: Sortable, b: Sortable, id: string) => compareSortValues(a.getValue(id), b.getValue(id)),
        sortUndefined: 'last' as const,
        sortDescFirst: column.align === 'end',
      })),
    [columns],
  )
  const state = useMemo(() => ({ sorting: sort ? [sort] : [] }), [sort])
  const change = (next: Sort | undefined) => onChange(next && sortText(next))
  const table = useTable<typeof features, { row: Row }>({
    features,
    columns: definitions,
    data,
    state,
    onSortingChange: (updater) => change(functionalUpdate(updater, state.sorting)[0]),
  })
  const { rows } = table.getRowModel()
  const indices = useMemo(() => (sorted ? rows.map(({ index }) => index) : undefined), [sorted, rows])
  // The same function while its rows stay the same: the open row is searched again when it changes.
  const at = useCallback((index: number) => loadedAt(indices?.[index] ?? -1), [loadedAt, indices])
  return {
    listing: indices ? { ...viewOf(listing, indices), at } : listing,
    sorting: { sort, toggle: (id) => table.getColumn(id)?.toggleSorting(undefined, false), change },
  }
}

interface Sortable {
  getValue: <Value = SortValue>(id: string) => Value
}
