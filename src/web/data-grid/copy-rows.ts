import type { GridColumn } from './columns/grid-columns.tsx'

const rowOf = (node: Node | null): Element | null | undefined =>
  (node instanceof Element ? node : node?.parentElement)?.closest('[role="row"][aria-rowindex]')

const cellOf = (node: Node | null): Element | null | undefined =>
  (node instanceof Element ? node : node?.parentElement)?.closest('[role="gridcell"]')

const indexOf = (row: Element): number => Number(row.getAttribute('aria-rowindex')) - 2

/** Selects everything in a grid, which stands for all loaded rows, also those that are not in the document. */
export const selectAllRows = (scroller: HTMLElement): void => window.getSelection()?.selectAllChildren(scroller)

/**
 * The rows that a selection reaches, both included; undefined where it is outside or within one cell, whose text is copied as
 * it stands. `from` is the row where the pointer went down: it may have left the document since.
 */
export function selectedRows(
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
export function rowAt(target: EventTarget): number | undefined {
  const row = target instanceof Node ? rowOf(target) : undefined
  return row ? indexOf(row) : undefined
}

/** Rows as text for a spreadsheet: the exact values with tabs between them, a row a line. Rows that are not loaded are left out. */
export const rowsText = <Row>(
  columns: readonly GridColumn<Row>[],
  rowAt: (index: number) => Row | undefined,
  { first, last }: { first: number; last: number },
): string[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at).flatMap((index) => {
    const row = rowAt(index)
    if (row === undefined) return []
    return [columns.map((column) => column.text(row, index).replace(/[\t\r\n]+/g, ' ')).join('\t')]
  })
