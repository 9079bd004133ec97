import { useMemo } from 'react'
import type { Listing } from '../../infinite-list/list.ts'
import type { GridColumn } from './grid-columns.tsx'

type Rows<Row> = Pick<Listing<Row>, 'at' | 'count'>

function isEmpty<Row>({ text, filled }: GridColumn<Row>, { at, count }: Rows<Row>): boolean {
  for (let index = 0; index < count; index += 1) {
    const row = at(index)
    if (row !== undefined && (filled ? filled(row) : text(row, index) !== '')) return false
  }
  return true
}

/** The columns without a value in any row; none of a list without rows, and never every column. */
export function emptyColumns<Row>(columns: readonly GridColumn<Row>[], rows: Rows<Row>): readonly string[] {
  if (rows.count === 0) return []
  const empty = columns.filter((column) => column.fixed !== true && isEmpty(column, rows))
  return empty.length === columns.length ? [] : empty.map(({ id }) => id)
}

/** The same, looked for again only when the rows or the columns change. */
export function useEmptyColumns<Row>(columns: readonly GridColumn<Row>[], { at, count }: Rows<Row>): readonly string[] {
  return useMemo(() => emptyColumns(columns, { at, count }), [columns, at, count])
}
