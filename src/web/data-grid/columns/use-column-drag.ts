import { useRef, useState, type PointerEvent } from 'react'
import { moveColumn } from './column-table.ts'
import type { ShownColumn } from './grid-columns.tsx'

/** Shorter drags are clicks, px. */
const slack = 6

interface Drop {
  id: string
  side: 'before' | 'after'
}

/** The column under a point; pinned columns overlap the others and come first. */
function columnAt(row: Element, x: number): number {
  return [...row.children].findIndex((cell) => {
    const { left, right } = cell.getBoundingClientRect()
    return x >= left && x < right
  })
}

/**
 * Moves a column by dragging its head, among pinned or among unpinned columns. Touch scrolls instead and has the
 * columns menu. Returns the listeners of the header row and the drop target.
 */
export function useColumnDrag<Row>(columns: readonly ShownColumn<Row>[]) {
  const start = useRef<{ index: number; x: number } | undefined>(undefined)
  const [drop, setDrop] = useState<Drop>()

  const dropAt = (event: PointerEvent): Drop | undefined => {
    if (!start.current) return undefined
    const { index } = start.current
    const over = columnAt(event.currentTarget, event.clientX)
    const [from, to] = [columns[index], columns[over]]
    if (!from || !to || from === to || from.pinned !== to.pinned) return undefined
    return { id: to.column.id, side: over < index ? 'before' : 'after' }
  }
  const stop = () => {
    start.current = undefined
    setDrop(undefined)
  }
  return {
    drop,
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || event.pointerType === 'touch') return
      const index = columnAt(event.currentTarget, event.clientX)
      if (index < 0) return
      start.current = { index, x: event.clientX }
    },
    onPointerMove: (event: PointerEvent) => {
      if (!start.current) return
      const far = Math.abs(event.clientX - start.current.x) >= slack
      if (!far && !event.currentTarget.hasPointerCapture(event.pointerId)) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const next = dropAt(event)
      setDrop((before) => (before?.id === next?.id && before?.side === next?.side ? before : next))
    },
    onPointerUp: (event: PointerEvent) => {
      const captured = event.currentTarget.hasPointerCapture(event.pointerId)
      const to = captured ? dropAt(event) : undefined
      const moved = start.current && columns[start.current.index]
      stop()
      const target = columns.find(({ column }) => column.id === to?.id)
      if (moved && target) moveColumn(moved.tableColumn, target.tableColumn)
    },
    onPointerCancel: stop,
  }
}
