import { type ReactNode, useMemo } from 'react'
import type { List } from '../list/list.ts'
import { changeSearch } from '../router/navigate.ts'
import { useSearch } from '../router/use-location.ts'
import type { Search } from '../router/search.ts'
import { Freshness } from '../ui/feedback/freshness.tsx'
import { MoreActions } from '../ui/overlays/share-menu.tsx'
import { ColumnsMenu } from './columns/columns-menu.tsx'
import type { GridColumn } from './columns/grid-columns.tsx'
import type { DataGridProps } from './use-grid-layout.ts'
import type { RowDetailsProps } from './row-details.tsx'
import { useSorted } from './sorting/use-sorted.ts'
import { ExportMenu } from './toolbar/export-menu.tsx'

interface ListPageOptions<Row> {
  /** Under this name the reader's columns are kept; files are named after it. */
  list: string
  /** Reads the page's search, which names the sorted column and the open row. */
  read: (search: Search) => { sort?: string; row?: string }
  columns: readonly GridColumn<Row>[]
  listing: List<Row>
  rowKey: (row: Row) => string
  /** The record of a row, as the node sent it. */
  record: (row: Row) => unknown
}

interface ListPage<Row> {
  /** Refresh, columns and export, for the head of the page. */
  actions: ReactNode
  /** What the grid needs besides its words. */
  grid: Pick<DataGridProps<Row>, 'list' | 'columns' | 'listing' | 'sorting' | 'open' | 'onOpen'>
  /** What the details of the open row need; undefined while none is open. */
  details: Pick<RowDetailsProps<Row>, 'listing' | 'index' | 'record' | 'onStep' | 'onClose'> | undefined
}

/** The index of the row named by `key` among the rows shown; undefined when it is not (or not yet) there. */
export function useOpenRow<Row>(
  { at, count }: Pick<List<Row>, 'at' | 'count'>,
  rowKey: (row: Row) => string,
  key: string | undefined,
): number | undefined {
  return useMemo(() => {
    if (key === undefined) return undefined
    for (let index = 0; index < count; index += 1) {
      const row = at(index)
      if (row !== undefined && rowKey(row) === key) return index
    }
    return undefined
  }, [at, count, rowKey, key])
}

/** A page that shows one list: sorts its rows, opens one of them, and keeps both in the address. */
export function useListPage<Row>(options: ListPageOptions<Row>): ListPage<Row> {
  const { list, read, columns, listing: loaded, rowKey, record } = options
  const { sort, row } = useSearch(read)
  const { listing, sorting } = useSorted(loaded, columns, sort, (next) =>
    changeSearch(read, { sort: next }, { replace: true }),
  )
  const open = useOpenRow(listing, rowKey, row)
  const openRow = (next: Row, replace: boolean) =>
    changeSearch(read, { row: rowKey(next) }, { replace, keepScroll: true })
  return {
    actions: (
      <>
        <Freshness query={listing} />
        <MoreActions>
          <ColumnsMenu list={list} columns={columns} />
          <ExportMenu file={list} columns={columns} listing={listing} record={record} />
        </MoreActions>
      </>
    ),
    grid: { list, columns, listing, sorting, open, onOpen: (next) => openRow(next, false) },
    details:
      open === undefined
        ? undefined
        : {
            listing,
            index: open,
            record,
            onStep: (next) => openRow(next, true),
            // It replaces the address, so that going back does not open the row again.
            onClose: () => changeSearch(read, { row: undefined }, { replace: true }),
          },
  }
}
