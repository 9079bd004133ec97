import {
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
} from 'react'
import { flushSync } from 'react-dom'
import { plural } from '../format/words.ts'
import { toast } from '../ui/overlays/toast.tsx'
import type { DataGridProps, GridLayout } from './use-grid-layout.ts'
import { cellHas } from './find/use-find.ts'
import { revealRow } from './fixed-row-virtualizer.ts'
import { cellId, handleHeaderKey, headRow, nextCell, handleRowKey, type CellPosition } from './grid-keyboard.ts'
import type { GridColumn } from './columns/grid-columns.tsx'

const rowOf = (node: Node | null): Element | null | undefined =>
  (node instanceof Element ? node : node?.parentElement)?.closest('[role="row"][aria-rowindex]')

const cellOf = (node: Node | null): Element | null | undefined =>
  (node instanceof Element ? node : node?.parentElement)?.closest('[role="gridcell"]')

const indexOf = (row: Element): number => Number(row.getAttribute('aria-rowindex')) - 2

/**
 * The rows that a selection reaches, both included; undefined where it is outside or within one cell, whose text is copied as
 * it stands. `from` is the row where the pointer went down: it may have left the document since.
 */
function selectedRows(
  scroller: HTMLElement,
  count: number,
  from: number | undefined,
): { first: number; last: number } | undefined {
  const selection = window.getSelection()
  if (!selection || selection.isCollapsed || count === 0) return undefined
  const { anchorNode, focusNode } = selection
  if (anchorNode === scroller && focusNode === scroller) return { first: 0, last: count - 1 }
  if (!scroller.contains(anchorNode) || !scroller.contains(focusNode)) return undefined
  const ends = [rowOf(anchorNode), rowOf(focusNode)].flatMap((row) => (row ? [indexOf(row)] : []))
  if (from !== undefined) ends.push(from)
  const [first, last] = [Math.max(0, Math.min(...ends)), Math.min(count - 1, Math.max(...ends))]
  if (ends.length === 0 || last < first) return undefined
  return first === last && cellOf(anchorNode) === cellOf(focusNode) ? undefined : { first, last }
}

/** The row of a pointer event; undefined outside of rows. */
function rowAt(target: EventTarget): number | undefined {
  const row = target instanceof Node ? rowOf(target) : undefined
  return row ? indexOf(row) : undefined
}

/** Rows as text for a spreadsheet: the exact values with tabs between them, a row a line. Rows that are not loaded are left out. */
const rowsText = <Row>(
  columns: readonly GridColumn<Row>[],
  rowAt: (index: number) => Row | undefined,
  { first, last }: { first: number; last: number },
): string[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at).flatMap((index) => {
    const row = rowAt(index)
    if (row === undefined) return []
    return [columns.map((column) => column.text(row, index).replace(/[\t\r\n]+/g, ' ')).join('\t')]
  })

/** Keys, clicks and search in a grid: they move the active cell, open rows and scroll them into view. */
export function useGridKeys<Row>(
  id: string,
  props: DataGridProps<Row>,
  scroller: HTMLDivElement | null,
  layout: GridLayout<Row>,
) {
  const { list, listing, open, onOpen, followsChart, sorting } = props
  const { root, head, rowHeight, overflowPx, count, columns, cards, find, at, setAt } = layout
  const [announcement, setAnnouncement] = useState('')
  const active = at && { row: Math.min(at.row, count - 1), column: Math.min(at.column, columns.length - 1) }

  /** The row in which a selection by pointer began. */
  const pressed = useRef<number>(undefined)

  /** The row that the reader went to; it is scrolled into view. */
  const lastSynced = useRef<number>(undefined)
  useLayoutEffect(() => {
    const centre = followsChart === true && lastSynced.current !== open
    lastSynced.current = undefined
    if (open !== undefined && scroller) revealRow(scroller, open, { rowHeight, head, overflowPx, centre })
  }, [scroller, open, rowHeight, head, overflowPx, followsChart])

  /** Scrolls the shown match into view; the focus stays in the field. */
  const found = find.row
  useLayoutEffect(() => {
    if (found !== undefined && scroller) revealRow(scroller, found, { rowHeight, head, overflowPx })
  }, [scroller, found, rowHeight, head, overflowPx])

  const openRow = (index: number) => {
    const row = listing.at(index)
    lastSynced.current = index
    if (row !== undefined) onOpen?.(row, index)
  }
  const goTo = (target: CellPosition) => {
    // Cards have no heads to go to.
    const to = cards && target.row === headRow && count > 0 ? { ...target, row: 0 } : target
    if (to.row !== headRow && scroller) {
      revealRow(scroller, to.row, { rowHeight, head, overflowPx })
      if (followsChart) openRow(to.row)
    }
    // The page may be lower than the grid (a small window, large text): it follows the keys too. A pinned cell is in
    // sight sideways from any position, so its row is scrolled there instead.
    flushSync(() => setAt(to))
    const cell = document.getElementById(cellId(id, to))
    const part = columns[to.column]?.pinned ? cell?.parentElement : cell
    part?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  const sortBy =
    sorting &&
    ((column: string) => {
      scroller?.scrollTo({ top: 0 })
      sorting.toggle(column)
    })
  const onHeadKey = (event: KeyboardEvent, column: number): boolean => {
    const cell = document.getElementById(cellId(id, { row: headRow, column }))
    const width = ((cell?.offsetWidth ?? 0) * 16) / root
    const done = handleHeaderKey(event, { list, shown: columns, at: column, width, onSort: sortBy })
    if (!done) return false
    setAnnouncement(done.announcement)
    setAt({ row: headRow, column: done.at })
    return true
  }
  const selectAll = (event: KeyboardEvent) => {
    if (!scroller || count === 0) return
    event.preventDefault()
    // Everything in the grid stands for all loaded rows, also those that are not in the document.
    window.getSelection()?.selectAllChildren(scroller)
    toast(`${plural(count, 'loaded row')} selected${listing.end === 'more' ? '; the node has more' : ''}`)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) return selectAll(event)
    const fits = Math.max(1, Math.floor(((scroller?.clientHeight ?? 0) - head) / rowHeight))
    const to = nextCell(event, active, { rows: count, columns: columns.length, page: fits })
    if (to) {
      event.preventDefault()
      goTo(to)
      return
    }
    if (!active) return
    const { row: index } = active
    const row = listing.at(index)
    const column = columns[active.column]?.column
    const used =
      index === headRow
        ? onHeadKey(event, active.column)
        : row !== undefined && handleRowKey(event, { row, index, column, onOpen })
    if (!used) return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    active,
    announcement,
    onKeyDown,
    onPointerDown: ({ target, shiftKey }: PointerEvent) => {
      if (!shiftKey) pressed.current = rowAt(target)
    },
    /** Replaces the text of a selection over several cells, which has a line a cell, by the rows' exact values. */
    onCopy: (event: ClipboardEvent) => {
      const chosen = scroller && selectedRows(scroller, count, pressed.current)
      if (!chosen) return
      const text = rowsText(
        columns.map(({ column }) => column),
        (index) => listing.at(index),
        chosen,
      )
      event.preventDefault()
      event.clipboardData.setData('text/plain', text.join('\n'))
      const missing = chosen.last - chosen.first + 1 - text.length
      toast(`${plural(text.length, 'row')} copied${missing > 0 ? `, ${missing} not loaded` : ''}`)
    },
    onFocus: (event: FocusEvent) => {
      if (event.target === event.currentTarget && !at) setAt({ row: 0, column: 0 })
    },
    onPick: (to: CellPosition) => {
      setAt(to)
      scroller?.focus({ preventScroll: true })
      openRow(to.row)
    },
    onSort:
      sortBy &&
      ((column: string, index: number) => {
        setAt({ row: headRow, column: index })
        scroller?.focus({ preventScroll: true })
        sortBy(column)
      }),
    onStep: (by: 1 | -1) => {
      const next = find.step(by)
      // Also when it is the only one: the reader may have scrolled away from it.
      if (next !== undefined && scroller) revealRow(scroller, next, { rowHeight, head, overflowPx })
    },
    onClose: () => {
      const { row: index, needle } = find
      const row = index === undefined ? undefined : listing.at(index)
      find.type('')
      scroller?.focus({ preventScroll: true })
      if (index === undefined || row === undefined || !needle) return
      const column = columns.findIndex((shown) => cellHas(shown.column, row, index, needle))
      setAt({ row: index, column: Math.max(0, column) })
    },
  }
}
