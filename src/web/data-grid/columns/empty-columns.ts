import { useMemo } from 'react'
import type { List } from '../../infinite-list/list.ts'
import type { GridColumn } from './grid-columns.tsx'

type Rows<Row> = Pick<List<Row>, 'at' | 'count'>

/** Whether no row has a value; of a `rare` column, whether fewer than one in ten have. */
function isEmpty<Row>({ text, filled, rare }: GridColumn<Row>, { at, count }: Rows<Row>): boolean {
  const enough = rare ? count / 10 : 1
  let values = 0
  for (let index = 0; index < count && values < enough; index += 1) {
    const row = at(index)
    if (row !== undefined && (filled ? filled(row) : text(row, index) !== '')) values += 1
  }
  return values === 0 || values < enough
}

/** The columns without a value in the rows, or with too few of them; none of a list without rows, and never every column. */
export function emptyColumns<Row>(columns: readonly GridColumn<Row>[], rows: Rows<Row>): readonly string[] {
  if (rows.count === 0) return []
  const empty = columns.filter((column) => column.fixed !== true && isEmpty(column, rows))
  return empty.length === columns.length ? [] : empty.map(({ id }) => id)
}

/** The same, looked for again only when the rows or the columns change. */
export function useEmptyColumns<Row>(columns: readonly GridColumn<Row>[], { at, count }: Rows<Row>): readonly string[] {
  return useMemo(() => emptyColumns(columns, { at, count }), [columns, at, count])
}
