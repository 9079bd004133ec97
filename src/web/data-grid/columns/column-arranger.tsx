import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useEffectEvent, useLayoutEffect, useMemo } from 'react'
import type { ColumnPreferences } from '../../preferences/preferences.ts'
import { leastSize, type Arrangeable } from './column-state.ts'
import type { Place } from './grid-columns.tsx'

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
})

interface NoRow {}
const noRows: readonly NoRow[] = []

interface ColumnArrangerProps {
  columns: readonly Arrangeable[]
  choice: ColumnPreferences
  onArranged: (places: readonly Place[]) => void
}

/**
 * Draws nothing and tells where each column stands by the reader's choice. TanStack Table arranges columns only: rows
 * stay in their pages and never pass through it, which is what makes 100,000 rows cheap.
 */
export function ColumnArranger({ columns, choice, onArranged }: ColumnArrangerProps) {
  const definitions = useMemo(
    () => columns.map(({ id, size, fixed }) => ({ id, size, minSize: leastSize, enableHiding: fixed !== true })),
    [columns],
  )
  const state = useMemo(
    () => ({
      columnVisibility: Object.fromEntries(choice.hidden.map((id) => [id, false])),
      columnOrder: choice.order,
      columnSizing: choice.sizes,
      columnPinning: { start: choice.pinned, end: [] },
    }),
    [choice],
  )
  const table = useTable({ features, columns: definitions, data: noRows, state })
  const tell = useEffectEvent(() => {
    const pinned = table.getStartVisibleLeafColumns()
    onArranged(
      [...pinned, ...table.getCenterVisibleLeafColumns()].map((leaf, index) => ({
        id: leaf.id,
        size: leaf.getSize(),
        sized: choice.sizes[leaf.id] !== undefined,
        pinned: index < pinned.length,
        offset: index < pinned.length ? leaf.getStart('start') : 0,
        lastPinned: index === pinned.length - 1,
      })),
    )
  })
  useLayoutEffect(
    () => tell(),
    [choice, definitions], // oxlint-disable-line react/exhaustive-effect-dependencies -- the table is another object at each drawing
  )
  return null
}
