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
import { createEmitter } from '../../observable.ts'
import { preferences, type ColumnPreferences } from '../../preferences/preferences.ts'
import { usePreference } from '../../preferences/use-preferences.ts'

/** What the table needs of a column. Sizes are CSS px at 16 px text and scale with it. */
export interface ColumnSpec {
  /** The member's wire name where there is one, for glossary and export. */
  id: string
  size: number
  /** Hidden by default. */
  hidden?: boolean
  /** Cannot be hidden. */
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

export type TableColumn<Data extends RowData> = Column<Features, Data>

/** Asks the columns menu of a list, elsewhere on the page, to open at a column. */
export const columnsRequests = createEmitter<{ list: string; column: string }>()

const minSize = 48
/** Px at 16 px text per key press. */
export const sizeStep = 24

/** The defaults: columns in declared order without the `hidden` ones. */
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

/** Stores one slice of the table state of a list in the preferences. */
const writer =
  <Slice extends keyof ColumnsState>(list: string, columns: readonly ColumnSpec[], slice: Slice) =>
  (updater: Updater<ColumnsState[Slice]>): void => {
    const all = preferences.get().columns
    const state = stateOf(all[list] ?? initialPreferences(columns))
    const next = { ...state, [slice]: functionalUpdate(updater, state[slice]) }
    preferences.set({ columns: { ...all, [list]: preferencesOf(next) } })
  }

export function resetColumns(list: string): void {
  const { [list]: _, ...others } = preferences.get().columns
  preferences.set({ columns: others })
}

const nothing: readonly string[] = []

/** The columns that the reader chose to see, in declared order. */
export function useChosenColumns<Column extends ColumnSpec>(
  list: string,
  columns: readonly Column[],
): readonly Column[] {
  const stored = usePreference('columns')[list]
  return useMemo(() => {
    const { hidden } = stored ?? initialPreferences(columns)
    return columns.filter(({ id }) => !hidden.includes(id))
  }, [stored, columns])
}

/**
 * A table over the rows in view. What the reader chose of its columns is kept and shared by list; `emptied` columns are
 * left out for now, which does not change the choice.
 */
export function useColumnTable<Data extends RowData>(
  list: string,
  columns: readonly ColumnSpec[],
  data: readonly Data[],
  emptied: readonly string[] = nothing,
) {
  const stored = usePreference('columns')[list]
  const definitions = useMemo(
    () => columns.map(({ id, size, fixed }) => ({ id, size, minSize, enableHiding: fixed !== true })),
    [columns],
  )
  const state = useMemo(() => {
    const chosen = stateOf(stored ?? initialPreferences(columns))
    const left = Object.fromEntries(emptied.map((id) => [id, false]))
    return { ...chosen, columnVisibility: { ...chosen.columnVisibility, ...left } }
  }, [stored, columns, emptied])
  return useTable<Features, Data>({
    features,
    columns: definitions,
    data,
    state,
    onColumnVisibilityChange: writer(list, columns, 'columnVisibility'),
    onColumnOrderChange: writer(list, columns, 'columnOrder'),
    onColumnSizingChange: writer(list, columns, 'columnSizing'),
    onColumnPinningChange: writer(list, columns, 'columnPinning'),
  })
}

export function resizeColumn<Data extends RowData>({ table, id }: TableColumn<Data>, width: number): number {
  const size = Math.max(minSize, Math.round(width))
  table.setColumnSizing((sizes) => ({ ...sizes, [id]: size }))
  return size
}

/** Moves a column to the position of `target` when both are pinned or both are not. */
export function moveColumn<Data extends RowData>(column: TableColumn<Data>, target: TableColumn<Data>): void {
  const pinned = column.getIsPinned()
  if (column.id === target.id || pinned !== target.getIsPinned()) return
  const moved = (ids: readonly string[]): string[] =>
    ids.filter((id) => id !== column.id).toSpliced(ids.indexOf(target.id), 0, column.id)
  if (pinned === false) column.table.setColumnOrder(moved(column.table.getAllLeafColumns().map(({ id }) => id)))
  else column.table.setColumnPinning((now) => ({ ...now, start: moved(now.start) }))
}
