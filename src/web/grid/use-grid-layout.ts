import { useMemo, useState, useLayoutEffect, type ReactNode } from 'react'
import { useChosenColumns } from './columns/column-table.ts'
import { useGridTable, type GridColumn, type ShownColumn } from './columns/grid-columns.tsx'
import { useFind, type Find } from './find/use-find.ts'
import type { CellPosition } from './grid-keyboard.ts'
import { overflowPxOf, useRowsInView, useRowWindow } from './fixed-row-virtualizer.ts'
import type { List } from '../list/list.ts'
import { createObservable } from '../observable.ts'
import { usePreference } from '../preferences/use-preferences.ts'
import { useObservable } from '../use-observable.ts'
import type { GridMessageProps } from './grid-message.tsx'
import type { Sorting } from './sorting/use-sorted.ts'
import { listen, onResize } from '../listen.ts'

export interface DataGridProps<Row> extends Omit<GridMessageProps, 'listing'> {
  /** Under this name the reader's columns are kept. */
  list: string
  columns: readonly GridColumn<Row>[]
  listing: List<Row>
  /** How `list` is sorted; without it, the list cannot be sorted. */
  sorting?: Sorting
  /** The row whose details are open; it is brought into sight. */
  open?: number | undefined
  onOpen?: (row: Row, index: number) => void
  /** Something outside the grid points at the open row: it is brought to the middle, and moving to a row opens it. */
  followsChart?: boolean
  /** Of rows that are elsewhere: `list.at` gives those in view, and what is found in all others is said by this. */
  serverFind?: Find
  /** Columns whose one value a filter names. */
  said?: readonly string[] | undefined
  /** More words in the footer; false for no footer. */
  foot?: ReactNode
  /** Lines of a row's values; 1 unless said. */
  rowLines?: 1 | 2
}

const measured = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16

/** Followed while it is used, and kept meanwhile: reading it costs a style recalculation. */
const rootSize = createObservable(measured(), () => {
  const measure = () => rootSize.set(measured())
  measure()
  const stop = listen(window, { resize: measure })
  const observer = new MutationObserver(measure)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style', 'class'] })
  return () => {
    stop()
    observer.disconnect()
  }
})

/** Pixels of one rem, which follows the reader's text size. */
export const useRootSize = (): number => useObservable(rootSize)

const touch = window.matchMedia('(pointer: coarse)')

const coarsePointer = createObservable(touch.matches, () => {
  const measure = () => coarsePointer.set(touch.matches)
  measure()
  touch.addEventListener('change', measure)
  return () => touch.removeEventListener('change', measure)
})

/** In rem. */
const headHeight = 2
const rowHeights = { comfortable: 2.125, dense: 1.75, twoLines: 3.25 }
/** Smallest height of what a finger must hit. */
const touchHeight = 2.75

interface GridSizes {
  root: number
  head: number
  rowHeight: number
  coarse: boolean
}

/** Rem, header height and row height of a grid, in px. */
function useGridSizes(rowLines: 1 | 2): GridSizes {
  const density = usePreference('density')
  const root = useRootSize()
  const coarse = useObservable(coarsePointer)
  const min = coarse ? touchHeight : 0
  const row = Math.max(min, rowHeights[rowLines === 2 ? 'twoLines' : density])
  return { root, head: Math.max(min, headHeight) * root, rowHeight: Math.round(row * root), coarse }
}

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

/** Below this width a table would be cut: its rows are cards. */
const narrowRem = 30

/** Whether the panel has too little width for a table; `root` is a rem in px. */
function useNarrow(panel: HTMLElement | null, root: number): boolean {
  const [narrow, setNarrow] = useState(false)
  useLayoutEffect(() => {
    if (!panel) return undefined
    return onResize([panel], () => {
      const width = panel.clientWidth
      // Without layout (a hidden panel) nothing is known.
      if (width > 0) setNarrow(width < narrowRem * root)
    })
  }, [panel, root])
  return narrow
}

/** In rem: the line of the title and the line below it. On touch a link in the title is as high as a finger needs. */
const cardLines = { pointer: 1.75 + 1.5, touch: 2.75 + 1.75 }
const cardPadding = 0.75

/** The columns of a card: the title with one value to its right, then the others on the second line. */
const columnsOfCard = 5

/** Cards that are shown at full length; more of them scroll in a window of their own. */
const unscrolledCards = 20

/** Height of a card in px. All cards are equal; `coarse` where the reader points with a finger. */
export const cardHeight = ({ root, coarse }: { root: number; coarse: boolean }): number =>
  Math.round((cardPadding + cardLines[coarse ? 'touch' : 'pointer']) * root)

const none: readonly string[] = []

/** The active cell; undefined at first. Opening a row activates it, however it was opened. */
function useActivePosition(open: number | undefined) {
  const [at, setAt] = useState<CellPosition>()
  const [opened, setOpened] = useState<number>()
  if (open !== opened) {
    setOpened(open)
    if (open !== undefined && at?.row !== open) setAt({ row: open, column: at?.column ?? 0 })
  }
  return [at, setAt] as const
}

/** Those of a card, with the title first. */
function cardColumns<Row>(shown: readonly ShownColumn<Row>[]): readonly ShownColumn<Row>[] {
  const placed = shown.filter(({ column }) => column.card !== false)
  const title = placed.find(({ column }) => column.title) ?? placed[0]
  return [...placed.filter((one) => one === title), ...placed.filter((one) => one !== title)].slice(0, columnsOfCard)
}

/** What is drawn: columns or cards, their sizes, the rows in view, and what is found in them. */
export function useGridLayout<Row>(props: DataGridProps<Row>, panel: HTMLElement | null, scroller: HTMLElement | null) {
  const { list, listing, serverFind, rowLines = 1, followsChart = false, said = none } = props
  const sizes = useGridSizes(rowLines)
  const cards = useNarrow(panel, sizes.root) && !followsChart
  const count = listing.status === 'ready' ? listing.count : 0
  const chosen = useChosenColumns(list, props.columns)
  const readable = serverFind ? 0 : count
  const loaded = useMemo(() => ({ at: listing.at, count: readable }), [listing.at, readable])
  const empty = useMemo(() => emptyColumns(chosen, loaded), [chosen, loaded])
  const [emptyShown, showEmpty] = useState(false)
  const emptied = useMemo(() => [...(emptyShown ? none : empty), ...said], [emptyShown, empty, said])
  const rowHeight = cards ? cardHeight(sizes) : sizes.rowHeight
  const head = cards ? 0 : sizes.head
  const [at, setAt] = useActivePosition(props.open)
  const activeRow = at && Math.min(at.row, count - 1) // without rows that is the row of heads
  const rowWindow = useRowWindow(scroller, rowHeight, count)
  const inView = useRowsInView(listing, rowWindow, activeRow)
  const { shown, rows } = useGridTable(list, props.columns, inView, emptied)
  const columns = useMemo(() => (cards ? cardColumns(shown) : shown), [cards, shown])
  const find = useFind(loaded, shown)
  return {
    root: sizes.root,
    cards,
    count,
    /** Cards at full length, without a window of their own. */
    short: (cards && count <= unscrolledCards) || undefined,
    columns,
    rows,
    head,
    rowHeight,
    overflowPx: overflowPxOf(count, rowHeight),
    offsetPx: rowWindow.offsetPx,
    find: serverFind ?? find,
    empty: { count: empty.length, shown: emptyShown, show: showEmpty },
    at,
    setAt,
  }
}

export type GridLayout<Row> = ReturnType<typeof useGridLayout<Row>>
