import type { ReactNode } from 'react'
import styles from './print.module.css'

interface PrintedTableProps {
  caption: string
  columns: readonly string[]
  /** The first cell names the row. */
  rows: readonly { key: string | number; cells: readonly [ReactNode, ...ReactNode[]] }[]
}

/** A table of the printed statement. */
export function PrintedTable({ caption, columns, rows }: PrintedTableProps) {
  return (
    <table className={styles.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...values] }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {values.map((value, index) => (
              <td key={columns[index + 1]}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
