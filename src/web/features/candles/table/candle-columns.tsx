import type { GridColumn } from '../../../data-grid/columns/grid-columns.tsx'
import { formatInstant, zoneName } from '../../../format/time.ts'
import { Exact } from '../../../ui/display/exact.tsx'
import { type Reading, readBar, roundFraction } from '../data/bar-format.ts'
import type { Row } from '../data/fill-gaps.ts'
import { isGap } from '../data/merge-candles.ts'
import styles from './candle-table.module.css'

const none = '–'

/** Said of a period once, in place of its four prices. */
const gapText = (row: Row): string | undefined =>
  isGap(row) ? (row.absent ? 'no row from the node for this period' : 'no trades in this period') : undefined

/** The columns of the table under the chart. Sizes in px at 16 px text. */
export function candleColumns(reading: Reading): GridColumn<Row>[] {
  const { base, quote, decimals, zone, length } = reading
  const known = new WeakMap<Row, ReturnType<typeof readBar>>()
  const read = (row: Row) => {
    const words = known.get(row) ?? readBar(row, reading)
    known.set(row, words)
    return words
  }
  const column = (header: string, size: number, text: (row: Row) => string, asset?: string): GridColumn<Row> => {
    const unit = [asset, decimals === undefined ? 'raw' : undefined].filter(Boolean).join(', ')
    return { id: header.toLowerCase(), header, size, align: 'end', cell: text, text, ...(unit && { unit }) }
  }
  const price = (header: string, name: 'open' | 'high' | 'low' | 'close'): GridColumn<Row> => ({
    ...column(header, 104, (row) => read(row).prices?.[name] ?? none),
    span: gapText,
  })
  const start = (row: Row): string =>
    formatInstant(row.start, zone, { precision: length === undefined ? 'micro' : 'second', name: false })
  const notional = (row: Row): string => read(row).notional
  const percent = (row: Row): string => read(row).prices?.percent ?? none
  return [
    {
      id: 'start',
      header: 'Start',
      unit: `${zoneName(zone)} ↓`,
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
    column('Volume', 136, (row) => read(row).volume, base),
    {
      ...column('Notional', 136, notional, quote),
      cell: (row) => <Exact exact={notional(row)}>{roundFraction(notional(row), 2)}</Exact>,
    },
    column('VWAP', 104, (row) => read(row).prices?.vwap ?? none),
    {
      id: 'change',
      header: 'Change',
      size: 96,
      align: 'end',
      cell: (row) => (
        <span className={styles.change} data-direction={read(row).prices?.direction}>
          {percent(row)}
        </span>
      ),
      text: percent,
    },
  ]
}
