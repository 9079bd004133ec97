import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './table.module.css'

export interface TableProps {
  label: string
  head?: ReactNode
  /** Lines of a row's values; 1 unless said. */
  rowLines?: 1 | 2
  /** On a phone each row is a card, its values named by the heads: for tables that are wider than a phone. */
  cards?: boolean
  children: ReactNode
}

/** The words of a head, without the explanation that it may open. */
function headWords(head: Element): string {
  const copy = head.cloneNode(true) as Element
  for (const explanation of copy.querySelectorAll('[popover]')) explanation.remove()
  return copy.textContent.trim()
}

/** Gives each cell the words of its head, which styles show in front of its value. */
function nameCells(table: HTMLTableElement): void {
  const words = [...table.querySelectorAll('thead th')].map(headWords)
  for (const row of table.tBodies[0]?.rows ?? []) {
    for (const [at, cell] of [...row.cells].entries()) cell.dataset['label'] = words[at] ?? ''
  }
}

/** A short, complete table without paging or selection. Long lists use the data grid. */
export function Table({ label, head, rowLines = 1, cards = false, children }: TableProps) {
  const table = useRef<HTMLTableElement>(null)
  // After every render: rows come and go.
  useLayoutEffect(() => {
    if (cards && table.current) nameCells(table.current)
  })
  return (
    <div className={styles.scroller}>
      <table
        ref={table}
        className={classNames(styles.table, cards && styles.cards)}
        aria-label={label}
        data-row-lines={rowLines}
      >
        {head !== undefined && (
          <thead>
            <tr>{head}</tr>
          </thead>
        )}
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

export interface PlainColumn<Row> {
  head: ReactNode
  align?: 'right'
  cell: (row: Row) => ReactNode
}

interface ColumnTableProps<Row> extends Omit<TableProps, 'head' | 'children'> {
  columns: readonly PlainColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}

/** A table of which every row has the same cells. */
export function ColumnTable<Row>({ columns, rows, rowKey, ...table }: ColumnTableProps<Row>) {
  return (
    <Table
      {...table}
      head={columns.map(({ head, align }, at) => (
        <th key={at} data-align={align}>
          {head}
        </th>
      ))}
    >
      {rows.map((row) => (
        <tr key={rowKey(row)}>
          {columns.map(({ align, cell }, at) => (
            <td key={at} data-align={align}>
              {cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  )
}
