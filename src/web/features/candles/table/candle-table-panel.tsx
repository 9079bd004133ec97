import { useMemo, useState } from 'react'
import type { GridColumn } from '../../../grid/columns/grid-columns.tsx'
import { DataGrid } from '../../../grid/data-grid.tsx'
import { plural } from '../../../format/words.ts'
import { listOfRows } from '../../../list/list.ts'
import { Exact } from '../../../ui/display/exact.tsx'
import { useObservable } from '../../../use-observable.ts'
import { type ChartView, useVisible, type Visible } from '../chart/chart-view.ts'
import {
  candleTime,
  candleZone,
  compactText,
  figureRoom,
  isDaily,
  formatBar,
  type BarFormat,
  unpricedWords,
} from '../data/bar-format.ts'
import type { Row } from '../data/candle-rows.ts'
import { indexAt, isGap } from '../data/merge-candles.ts'
import { grouped, plainAmount, signedAmount } from '../../../ledger/ledger-words.ts'
import { type MarkGroup, markGroupWords } from '../../../ledger/rows/groups.ts'
import { Anchor } from '../../../ui/inputs/anchor.tsx'
import { type BarLedger, entriesOf, markGroups, spanOf, sumsIn } from '../ledger/ledger-bars.ts'
import type { LedgerOnChart } from '../ledger/use-market-ledger.ts'
import styles from './candle-table.module.css'

const none = '–'

/** Said of a candle once, in place of its four prices. */
const gapText = (row: Row): string | undefined =>
  isGap(row) ? unpricedWords(row, row.absent && 'the node returned no row for this candle') : undefined

/** Px of so many characters with the padding of a cell; longer numbers are cut at their end. */
const widthOf = (characters: number): number => Math.ceil(Math.min(characters, 64) * 7.75) + 28

type NumberColumn = Pick<GridColumn<Row>, 'id' | 'header' | 'size'> & { text: (row: Row) => string; unit?: string }

/** A column of figures that are shown as they are copied. */
const numberColumn = ({ unit, ...column }: NumberColumn): GridColumn<Row> => ({
  ...column,
  align: 'end',
  cell: column.text,
  ...(unit && { unit }),
})

/** The columns of the table under the chart, as wide as their longest number. Sizes in px at 16 px text. */
export function candleColumns(
  format: BarFormat,
  room: Pick<ReturnType<typeof figureRoom>, 'price' | 'volume'>,
): GridColumn<Row>[] {
  const { base, quote, decimals, length } = format
  const cache = new WeakMap<Row, ReturnType<typeof formatBar>>()
  const read = (row: Row) => {
    const words = cache.get(row) ?? formatBar(row, format)
    cache.set(row, words)
    return words
  }
  const column = (header: string, size: number, text: (row: Row) => string, asset?: string): GridColumn<Row> => {
    const unit = [asset, decimals === undefined ? 'raw' : undefined].filter(Boolean).join(', ')
    return numberColumn({ id: header.toLowerCase(), header, size, text, unit })
  }
  const priceSize = Math.max(104, widthOf(room.price))
  const price = (header: string, name: 'open' | 'high' | 'low' | 'close'): GridColumn<Row> => ({
    ...column(header, priceSize, (row) => read(row).prices?.[name] ?? none),
    span: gapText,
  })
  const start = (row: Row): string =>
    candleTime(row.start, format, { precision: length === undefined ? 'micro' : 'second', name: false })
  const notional = (row: Row): string => read(row).notional
  const percent = (row: Row): string => read(row).prices?.percent ?? none
  return [
    {
      id: 'start',
      header: 'Start',
      unit: `${candleZone(format)} ↓`,
      size: 208,
      fixed: true,
      sort: 'descending',
      cell: start,
      text: start,
    },
    price('Open', 'open'),
    price('High', 'high'),
    price('Low', 'low'),
    price('Close', 'close'),
    column('Volume', Math.max(136, widthOf(room.volume)), (row) => read(row).volume, base),
    {
      ...column('Notional', 136, notional, quote),
      cell: (row) => <Exact exact={notional(row)}>{compactText(notional(row))}</Exact>,
    },
    column('VWAP', Math.max(104, widthOf(room.price + 3)), (row) => read(row).prices?.vwap ?? none),
    {
      ...numberColumn({ id: 'change', header: 'Change', size: 96, text: percent }),
      cell: (row) => <span data-direction={read(row).prices?.direction}>{percent(row)}</span>,
    },
  ]
}

/** Entries of a candle, their sums by group where any candle in view has some, and the balance of the margin account. */
function ledgerColumns(
  { bars, unit, decimals, statementOf }: LedgerOnChart,
  { rows, first, last }: Pick<Visible, 'rows' | 'first' | 'last'>,
  length: bigint | undefined,
): GridColumn<Row>[] {
  const count = ({ start }: Row): string => {
    const entries = entriesOf(bars.get(start)?.marks ?? new Map())
    return entries === 0 ? none : grouped(entries)
  }
  const seen = sumsIn(bars, rows, { first, last })
  const groups = markGroups.filter((group) => seen.has(group))
  const entries: GridColumn<Row> = {
    ...numberColumn({ id: 'entries', header: 'Entries', size: 84, text: count }),
    cell: (row) => {
      const span = spanOf(rows, { first: indexAt(rows, row.start) }, length)
      const href = span && statementOf(span)
      return count(row) === none || href === undefined ? none : <Anchor href={href}>{count(row)}</Anchor>
    },
  }
  const amount = (id: string, header: string, text: (bar: BarLedger | undefined) => string | undefined) =>
    numberColumn({ id: `ledger ${id}`, header, size: 168, text: ({ start }) => text(bars.get(start)) ?? none, unit })
  const sum = (group: MarkGroup) =>
    amount(group, markGroupWords[group], (bar) => {
      const mark = bar?.marks.get(group)
      return mark && signedAmount(mark.sum, decimals)
    })
  const balance = amount('balance', 'Margin account', (bar) => bar?.balance && plainAmount(bar.balance, decimals))
  return [entries, ...groups.map(sum), balance]
}

interface CandleTableProps {
  ledger?: LedgerOnChart | undefined
  view: ChartView
  format: BarFormat
  title: string
  onPoint: (start: string) => void
}

/** The chart's visible candles as a table, with what it has for a title. */
export function TablePanel(props: CandleTableProps) {
  const { view, format } = props
  const seen = useVisible(view)
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <h2>Data</h2>
        <span className="muted">
          {seen && `${plural(Math.max(0, seen.last - seen.first + 1), 'candle')}, row follows the crosshair`}
        </span>
        <span className={styles.hint}>
          {isDaily(format) ? 'Dates are candle starts' : `Times are candle starts, ${candleZone(format)}`}
        </span>
      </div>
      {seen && seen.last >= seen.first && <CandleTable {...props} seen={seen} />}
    </div>
  )
}

/** The row under the crosshair. Frozen while the user drags the chart, because the rows are not updated then either. */
function useCursor(view: ChartView): string | undefined {
  const cursor = useObservable(view.cursor)
  const dragging = useObservable(view.dragging)
  const [row, setRow] = useState(cursor)
  if (!dragging && row !== cursor) setRow(cursor)
  return row
}

/** The chart's visible rows, newest first. Its open row and the crosshair follow each other. */
function CandleTable({ seen, view, format, title, ledger, onPoint }: CandleTableProps & { seen: Visible }) {
  const { rows, first, last } = seen
  const cursor = useCursor(view)
  const { price, volume } = useMemo(() => figureRoom(rows, format), [rows, format])
  const columns = useMemo(
    () => [
      ...candleColumns(format, { price, volume }),
      ...(ledger ? ledgerColumns(ledger, { rows, first, last }, format.length) : []),
    ],
    [format, price, volume, ledger, rows, first, last],
  )
  const listing = useMemo(() => listOfRows(rows.slice(first, last + 1).toReversed()), [rows, first, last])
  const position = cursor === undefined ? -1 : last - indexAt(rows, cursor)
  return (
    <div className={styles.table}>
      <DataGrid
        label={`Candles of ${title} in view`}
        list="candles"
        columns={columns}
        listing={listing}
        open={position >= 0 && position < listing.count ? position : undefined}
        onOpen={({ start }) => onPoint(start)}
        followsChart
        foot={false}
      />
    </div>
  )
}
