import { useMemo, useState } from 'react'
import { cardHeight, fieldHeight, unscrolledCards } from './cards/card-size.ts'
import { useNarrow } from './cards/use-narrow.ts'
import { useChosenColumns } from './columns/column-table.ts'
import { useEmptyColumns } from './columns/empty-columns.ts'
import { useGridTable } from './columns/grid-columns.tsx'
import type { DataGridProps } from './data-grid-props.ts'
import { useFind } from './find/use-find.ts'
import type { CellPosition } from './grid-keyboard.ts'
import { excessOf, useRowsInView, useRowWindow } from './fixed-row-virtualizer.ts'
import { useGridSizes } from './rem-size.ts'

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

/** What is drawn: columns or cards, their sizes, the rows in view, and what is found in them. */
export function useGridLayout<Row>(props: DataGridProps<Row>, panel: HTMLElement | null, scroller: HTMLElement | null) {
  const { list, listing, remote, tall = false, linked = false } = props
  const sizes = useGridSizes(tall)
  const cards = useNarrow(panel, sizes.root) && !linked
  const count = listing.status === 'ready' ? listing.count : 0
  const chosen = useChosenColumns(list, props.columns)
  const readable = remote ? 0 : count
  const empty = useEmptyColumns(chosen, { at: listing.at, count: readable })
  const [emptyShown, showEmpty] = useState(false)
  const emptied = emptyShown ? none : empty
  const rowHeight = cards ? cardHeight(chosen.length - emptied.length, { ...sizes, tall }) : sizes.rowHeight
  const head = cards ? 0 : sizes.head
  const [at, setAt] = useActivePosition(props.open)
  const activeRow = at && Math.min(at.row, count - 1) // without rows that is the row of heads
  const rowWindow = useRowWindow(scroller, rowHeight, count)
  const inView = useRowsInView(listing, rowWindow, activeRow)
  const { shown: columns, rows } = useGridTable(list, props.columns, inView, emptied)
  const find = useFind(
    useMemo(() => ({ at: listing.at, count: readable }), [listing.at, readable]),
    columns,
  )
  return {
    root: sizes.root,
    cards,
    /** Of a field of a card, as a CSS length. */
    field: `${fieldHeight({ tall, coarse: sizes.coarse })}rem`,
    count,
    /** Cards at full length, without a window of their own. */
    short: (cards && count <= unscrolledCards) || undefined,
    columns,
    rows,
    head,
    rowHeight,
    excess: excessOf(count, rowHeight),
    shift: rowWindow.shift,
    find: remote ?? find,
    empty: { count: empty.length, shown: emptyShown, show: showEmpty },
    at,
    setAt,
  }
}

export type GridLayout<Row> = ReturnType<typeof useGridLayout<Row>>
