import type { ReactNode } from 'react'
import styles from './print.module.css'

interface PrintedTableProps {
  caption: string
  columns: readonly string[]
  /** The first cell names the row. */
  rows: readonly { key: string | number; cells: readonly [ReactNode, ...ReactNode[]] }[]
}

const isNumber = (value: ReactNode): boolean => typeof value === 'string' && !/\p{L}/u.test(value)

/** A table of the printed statement. Columns with numbers stand at the right and never break. */
export function PrintedTable({ caption, columns, rows }: PrintedTableProps) {
  const classes = columns.map((_, at) =>
    at > 0 && rows.some(({ cells }) => isNumber(cells[at])) ? styles.number : undefined,
  )
  return (
    <table className={styles.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column, at) => (
            <th key={column} scope="col" className={classes[at]}>
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
              <td key={columns[index + 1]} className={classes[index + 1]}>
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
