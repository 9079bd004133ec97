import type { Placed } from '../list.ts'

/** One member of a page's rows: each value once, and for each row the place of its value among them. */
export interface Column {
  readonly values: readonly unknown[]
  readonly codes: Uint32Array
}

/** The column of one member of `length` rows, which `valueAt` reads. */
export function columnFrom(length: number, valueAt: (row: number) => unknown): Column {
  const values: unknown[] = []
  const codes = new Uint32Array(length)
  const known = new Map<unknown, number>()
  for (let row = 0; row < length; row++) {
    const value = valueAt(row)
    let code = known.get(value)
    if (code === undefined) known.set(value, (code = values.push(value) - 1))
    codes[row] = code
  }
  return { values, codes }
}

/**
 * The column of a member that holds text or nothing. Pages that were read elsewhere bring theirs. What looks at all rows
 * looks at columns: reading a packed row for one of its members would cost the whole row.
 */
export const columnOf = <Row>({ edges, columns }: Placed<Row>, member: keyof Row & string): Column =>
  columns?.[member] ?? columnFrom(edges.length, (row) => edges.at(row)?.node[member])
