import { useMemo, useState } from 'react'
import { DataGrid } from '../../../data-grid/data-grid.tsx'
import { zoneName } from '../../../format/time.ts'
import { plural } from '../../../format/words.ts'
import { listingOf } from '../../../infinite-list/list.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { useObservable } from '../../../use-observable.ts'
import pageStyles from '../page.module.css'
import type { View, Visible } from '../chart/viewport-store.ts'
import type { Reading } from '../data/bar-format.ts'
import { indexAt } from '../data/merge-candles.ts'
import { useSettled } from '../use-throttled-value.ts'
import { candleColumns } from './candle-columns.tsx'
import styles from './candle-table.module.css'

export interface DataPanelProps {
  view: View
  reading: Reading
  /** Market and interval as text. */
  title: string
  shown: boolean
  onTable: () => void
  /** Moves the crosshair to a row. */
  onPoint: (start: string) => void
}

/** The chart's visible bars as a collapsible table. */
export function DataPanel(props: DataPanelProps) {
  const { view, reading, shown, onTable } = props
  const seen = useSettled(view.visible, view.pace)
  return (
    <>
      <div className={pageStyles.data}>
        <Button
          small
          variant="bare"
          icon={shown ? 'chevron-down' : 'chevron-right'}
          aria-label={shown ? 'Hide the table' : 'Show the table'}
          aria-expanded={shown}
          onClick={onTable}
        />
        <h2>Data</h2>
        <span className="muted">
          {seen && `${plural(Math.max(0, seen.last - seen.first + 1), 'candle')}, row follows the crosshair`}
        </span>
        <span className={pageStyles.hint}>
          Times are period starts, {zoneName(reading.zone)} <kbd>T</kbd>
        </span>
      </div>
      {shown && seen && seen.last >= seen.first && <CandleTable {...props} seen={seen} />}
    </>
  )
}

/** The row under the crosshair. Frozen while the user drags the chart, because the rows are not updated then either. */
function useCursor(view: View): string | undefined {
  const cursor = useObservable(view.cursor)
  const dragging = useObservable(view.dragging)
  const [row, setRow] = useState(cursor)
  if (!dragging && row !== cursor) setRow(cursor)
  return row
}

/** The chart's visible rows as a table, newest first. Its open row and the crosshair follow each other. */
function CandleTable({ seen, view, reading, title, onPoint, onTable }: DataPanelProps & { seen: Visible }) {
  const { rows, first, last } = seen
  const cursor = useCursor(view)
  const columns = useMemo(() => candleColumns(reading), [reading])
  const listing = useMemo(() => listingOf(rows.slice(first, last + 1).toReversed()), [rows, first, last])
  const position = cursor === undefined ? -1 : last - indexAt(rows, cursor)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a key of the grid inside
    <div
      className={styles.table}
      onKeyDown={({ key, ctrlKey, metaKey, altKey }) => {
        if (key.toLowerCase() === 't' && !ctrlKey && !metaKey && !altKey) onTable()
      }}
    >
      <DataGrid
        label={`Candles of ${title} in view`}
        list="candles"
        columns={columns}
        listing={listing}
        open={position >= 0 && position < listing.count ? position : undefined}
        onOpen={({ start }) => onPoint(start)}
        linked
        foot={false}
      />
    </div>
  )
}
