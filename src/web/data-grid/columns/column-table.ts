import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  functionalUpdate,
  tableFeatures,
  useTable,
  type Column,
  type RowData,
  type TableState,
  type Updater,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import { preferences, type ColumnPreferences } from '../../preferences/preferences.ts'
import { usePreferences } from '../../preferences/use-preferences.ts'

/** What of a column the table needs. Sizes are CSS pixels at 16 px text and grow with the reader's text. */
export interface ColumnSpec {
  id: string
  size: number
  hidden?: boolean
  fixed?: boolean
}

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
})
type Features = typeof features
type ColumnsState = TableState<Features>

/** A column of the table over `Data`. */
export type TableColumn<Data extends RowData> = Column<Features, Data>

const minSize = 48
/** One press of a key. */
export const sizeStep = 24

/** Before the reader chooses, columns stand in their written order and the `hidden` ones are left out. */
const initialPreferences = (columns: readonly ColumnSpec[]): ColumnPreferences => ({
  hidden: columns.filter(({ hidden }) => hidden).map(({ id }) => id),
  order: [],
  sizes: {},
  pinned: [],
})

const stateOf = ({ hidden, order, sizes, pinned }: ColumnPreferences): ColumnsState => ({
  columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])),
  columnOrder: [...order],
  columnSizing: sizes,
  columnPinning: { start: [...pinned], end: [] },
})

const preferencesOf = (state: ColumnsState): ColumnPreferences => ({
  hidden: Object.keys(state.columnVisibility).filter((id) => state.columnVisibility[id] === false),
  order: state.columnOrder,
  sizes: state.columnSizing,
  pinned: state.columnPinning.start,
})

/** What writes one part of a list's table state into the preferences. */
const writer =
  <Slice extends keyof ColumnsState>(list: string, columns: readonly ColumnSpec[], slice: Slice) =>
  (updater: Updater<ColumnsState[Slice]>): void => {
    const all = preferences.get().columns
    const state = stateOf(all[list] ?? initialPreferences(columns))
    const next = { ...state, [slice]: functionalUpdate(updater, state[slice]) }
    preferences.set({ columns: { ...all, [list]: preferencesOf(next) } })
  }

/** Forgets the reader's columns of one list. */
export function resetColumns(list: string): void {
  const { [list]: _, ...others } = preferences.get().columns
  preferences.set({ columns: others })
}

/**
 * The table of a list over the rows in `data`, which are those in view and not all that are loaded. Order, sizes, pinning
 * and visibility of its columns are kept in this browser; every table of the same list follows.
 */
export function useColumnTable<Data extends RowData>(
  list: string,
  columns: readonly ColumnSpec[],
  data: readonly Data[],
  getRowId?: (row: Data) => string,
) {
  const stored = usePreferences().columns[list]
  const definitions = useMemo(
    () => columns.map(({ id, size, fixed }) => ({ id, size, minSize, enableHiding: fixed !== true })),
    [columns],
  )
  const state = useMemo(() => stateOf(stored ?? initialPreferences(columns)), [stored, columns])
  const writers = useMemo(
    () => ({
      onColumnVisibilityChange: writer(list, columns, 'columnVisibility'),
      onColumnOrderChange: writer(list, columns, 'columnOrder'),
      onColumnSizingChange: writer(list, columns, 'columnSizing'),
      onColumnPinningChange: writer(list, columns, 'columnPinning'),
    }),
    [list, columns],
  )
  return useTable<Features, Data>({
    features,
    columns: definitions,
    data,
    state,
    ...writers,
    ...(getRowId && { getRowId }),
  })
}

/** Gives a column this size, no smaller than a column may be. */
export const resizeColumn = <Data extends RowData>({ table, id }: TableColumn<Data>, size: number): void =>
  table.setColumnSizing((sizes) => ({ ...sizes, [id]: Math.max(minSize, Math.round(size)) }))

/** Moves a column to the place of `target`, behind it when it came from before; both pinned or both not. */
export function moveColumn<Data extends RowData>(column: TableColumn<Data>, target: TableColumn<Data>): void {
  const pinned = column.getIsPinned()
  if (column.id === target.id || pinned !== target.getIsPinned()) return
  const moved = (ids: readonly string[]): string[] =>
    ids.filter((id) => id !== column.id).toSpliced(ids.indexOf(target.id), 0, column.id)
  if (pinned === false) column.table.setColumnOrder(moved(column.table.getAllLeafColumns().map(({ id }) => id)))
  else column.table.setColumnPinning((now) => ({ ...now, start: moved(now.start) }))
}
