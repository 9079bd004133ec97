import {
  createSortedRowModel,
  functionalUpdate,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useCallback, useMemo } from 'react'
import { rowsOf, viewOf, type List } from '../../list/list.ts'
import type { GridColumn } from '../columns/grid-columns.tsx'
import { plural } from '../../format/words.ts'

/** A text ready to be compared: a decimal by its digits, any other text by its words. */
type SortValue = { readonly sign: -1 | 0 | 1; readonly whole: string; readonly fraction: string } | string

const decimal = /^([+-]?)(\d+)(?:\.(\d+))?$/

/** Reads a value once, so that sorting does not parse it again for each comparison; undefined for an absent one. */
export function sortValueOf(text: string): SortValue | undefined {
  if (text === '') return undefined
  const [, minus, digits, places = ''] = decimal.exec(text) ?? []
  if (digits === undefined) return text
  const [whole, fraction] = [digits.replace(/^0+/, ''), places.replace(/0+$/, '')]
  return { sign: whole + fraction === '' ? 0 : minus === '-' ? -1 : 1, whole, fraction }
}

/** `10x` after `2x`, whatever the case. */
const words = new Intl.Collator('en', { numeric: true })

const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

/** Exact at any length: digits are compared as text. Numbers come before words. */
export function compareSortValues(a: SortValue, b: SortValue): number {
  if (typeof a === 'string' || typeof b === 'string') {
    if (typeof a === 'string' && typeof b === 'string') return words.compare(a, b) || compareText(a, b)
    return typeof a === 'string' ? 1 : -1
  }
  if (a.sign !== b.sign) return a.sign - b.sign
  const larger = a.whole.length - b.whole.length || compareText(a.whole, b.whole) || compareText(a.fraction, b.fraction)
  return a.sign * larger || 0
}

export interface Sort {
  readonly id: string
  readonly desc: boolean
}

/** Reads the sort of an address, `atEpoch` or `-atEpoch`; undefined when no such column exists. */
export function readSort(text: string | undefined, ids: readonly string[]): Sort | undefined {
  if (!text) return undefined
  const desc = text.startsWith('-')
  const id = desc ? text.slice(1) : text
  return ids.includes(id) ? { id, desc } : undefined
}

export const sortText = ({ id, desc }: Sort): string => (desc ? `-${id}` : id)

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })

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
  const ids = useMemo(() => columns.map(({ id }) => id), [columns])
  const sort = useMemo(() => readSort(text, ids), [text, ids])
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

/** What the directions of a column mean, ascending first. */
export function directionsOf<Row>({ align, directions }: GridColumn<Row>): readonly [ascending: string, desc: string] {
  return directions ?? (align === 'end' ? ['lowest first', 'highest first'] : ['A to Z', 'Z to A'])
}

/** "Sorted by Epoch, highest first, among 1,000 loaded rows". */
export function sortedWords<Row>(sort: Sort | undefined, columns: readonly GridColumn<Row>[], count: number): string {
  const column = sort && columns.find(({ id }) => id === sort.id)
  if (!column) return ''
  const [ascending, descending] = directionsOf(column)
  return `Sorted by ${column.header}, ${sort.desc ? descending : ascending}, among ${plural(count, 'loaded row')}`
}
