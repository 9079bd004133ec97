import { useMemo, useState } from 'react'
import type { GridColumn } from '../../../data-grid/columns/grid-columns.tsx'
import { DataGrid } from '../../../data-grid/data-grid.tsx'
import { zoneName } from '../../../format/time.ts'
import { listingOf } from '../../../infinite-list/list.ts'
import { Exact } from '../../../ui/display/exact.tsx'
import { useObservable } from '../../../use-observable.ts'
import { type BarWords, type Reading, readBar, roundFraction } from '../data/bar-format.ts'
import type { Row } from '../data/fill-gaps.ts'
import { indexAt, isGap } from '../data/merge-candles.ts'
import type { View, Visible } from '../chart/viewport-store.ts'
import styles from './candle-table.module.css'

const none = '–'

/** Said of a period once, in place of its four prices. */
const gapText = (row: Row): string | undefined =>
  isGap(row) ? (row.absent ? 'no row from the node for this period' : 'no trades in this period') : undefined

/** Sizes in px at 16 px text. */
function columnsOf(reading: Reading): GridColumn<Row>[] {
  const { base, quote, decimals, zone } = reading
  const read = new WeakMap<Row, BarWords>()
  const wordsOf = (row: Row): BarWords => {
    const words = read.get(row) ?? readBar(row, reading)
    read.set(row, words)
    return words
  }
  const startOf = (row: Row) => wordsOf(row).start.split(` ${zoneName(zone, BigInt(row.start))}`)[0] ?? ''
  const column = (id: string, header: string, size: number, text: (row: Row) => string): GridColumn<Row> => {
    const asset = id === 'volume' ? base : id === 'notional' ? quote : undefined
    const unit = [asset, decimals === undefined ? 'raw' : undefined].filter(Boolean).join(', ')
    return { id, header, size, align: 'end', cell: text, text, ...(unit !== '' && { unit }) }
  }
  const price = (id: 'open' | 'high' | 'low' | 'close', header: string): GridColumn<Row> => ({
    ...column(id, header, 104, (row) => wordsOf(row).prices?.[id] ?? ''),
    span: gapText,
  })
  return [
    {
      id: 'start',
      header: 'Start',
      unit: `${zoneName(zone)} ↓`,
      size: 208,
      fixed: true,
      sort: 'descending',
      cell: startOf,
      text: startOf,
    },
    price('open', 'Open'),
    price('high', 'High'),
    price('low', 'Low'),
    price('close', 'Close'),
    column('volume', 'Volume', 136, (row) => wordsOf(row).volume),
    {
      ...column('notional', 'Notional', 136, (row) => wordsOf(row).notional),
      cell: (row) => {
        const { notional } = wordsOf(row)
        return <Exact exact={notional}>{roundFraction(notional, 2)}</Exact>
      },
    },
    column('vwap', 'VWAP', 104, (row) => wordsOf(row).prices?.vwap ?? none),
    {
      id: 'change',
      header: 'Change',
      size: 96,
      align: 'end',
      cell: (row) => {
        const { prices } = wordsOf(row)
        return (
          <span className={styles.change} data-direction={prices?.direction}>
            {prices?.percent ?? none}
          </span>
        )
      },
      text: (row) => wordsOf(row).prices?.percent ?? none,
    },
  ]
}

/** The row under the crosshair. Frozen while the user drags the chart, because the rows are not updated then either. */
function useCursor(view: View): string | undefined {
  const cursor = useObservable(view.cursor)
  const dragging = useObservable(view.dragging)
  const [row, setRow] = useState(cursor)
  if (!dragging && row !== cursor) setRow(cursor)
  return row
}

export interface CandleTableProps {
  view: View
  seen: Visible
  reading: Reading
  label: string
  /** Moves the crosshair to a row. */
  onPoint: (start: string) => void
  onTable: () => void
}

/** The chart's visible rows as a table, newest first. Its open row and the crosshair follow each other. */
export function CandleTable({ seen, view, reading, label, onPoint, onTable }: CandleTableProps) {
  const { rows, first, last } = seen
  const cursor = useCursor(view)
  const columns = useMemo(() => columnsOf(reading), [reading])
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
        label={label}
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
