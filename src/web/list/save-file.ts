import { csvRow, withoutFormula } from '../format/csv.ts'
import { rowsOf, type List } from './list.ts'
import { rawRecord } from './list-query.ts'

/** A column of a file: its name in the first line and the exact value of each row. */
export interface FileColumn<Row> {
  id: string
  text: (row: Row, index: number) => string
}

type Rows<Row> = Pick<List<Row>, 'count' | 'at'>

/** The shown rows as CSV with one column for each column of the grid. Values are as received, but for text that a spreadsheet would run. */
export function* csvOf<Row>(rows: Rows<Row>, columns: readonly FileColumn<Row>[]): Generator<string> {
  yield csvRow(columns.map(({ id }) => id))
  for (const [index, row] of rowsOf(rows).entries())
    yield csvRow(columns.map(({ text }) => withoutFormula(text(row, index))))
}

/** The shown rows as JSON Lines: one record to a line, with every member that was sent. */
export function* jsonLinesOf<Row>(rows: Rows<Row>, record: (row: Row) => unknown): Generator<string> {
  for (const row of rowsOf(rows)) yield `${JSON.stringify(rawRecord(record(row)))}\n`
}

const linesAtOnce = 2000

/** Writes lines into a file in parts, so that the page keeps rendering. */
export async function fileOf(lines: Iterable<string>, media: string): Promise<Blob> {
  const parts: Blob[] = []
  let part: string[] = []
  for (const line of lines) {
    part.push(line)
    if (part.length < linesAtOnce) continue
    parts.push(new Blob(part))
    part = []
    await new Promise((resolve) => setTimeout(resolve))
  }
  return new Blob([...parts, ...part], { type: media })
}

export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000) // some browsers read the address only after the click returns
}

/** Hands a finished text to the browser as a file. */
export const saveText = (name: string, media: string, parts: string[]): void =>
  saveFile(name, new Blob(parts, { type: media }))
