import type { ErrorBody } from '../../../wire/protocol/error.ts'
import { ledgerColumns, type LedgerColumn } from '../../../wire/ledger-export.ts'
import { csvRows } from '../rows/csv-scanner.ts'
import { type Bytes, type Stage, toErrorBody } from './stages.ts'
import { secondOf } from '../rows/ledger-time.ts'
import type { ColumnIndexes } from '../rows/ledger-sums.ts'

/** The index of each ledger column in a header line; undefined when one is missing. Unknown columns are allowed. */
export function columnIndexes(header: string): ColumnIndexes | undefined {
  const names = header.trim().split(',')
  const indexes = ledgerColumns.map((name): [LedgerColumn, number] => [name, names.indexOf(name)])
  return indexes.every(([, index]) => index >= 0) ? (Object.fromEntries(indexes) as ColumnIndexes) : undefined
}

/** What is wrong with a first line that is no header of a ledger: the columns it lacks, where it has some of them. */
function headerFlaw(header: string): string {
  const names = header.trim().split(',')
  const missing = ledgerColumns.filter((name) => !names.includes(name))
  if (missing.length === ledgerColumns.length)
    return `The response is not a ledger export. It begins: ${header.slice(0, 80).trim()}`
  return `The header lacks the column${missing.length === 1 ? '' : 's'} ${missing.join(', ')}.`
}

/** The end of a file, from which another answer continues. */
export interface Overlap {
  /** Whole Unix seconds of the last row: where the next answer starts. */
  second: number
  /**
   * The rows that the next answer may begin with, and how often each: rows of one block can be equal in every byte. The
   * second before is included, because entries are selected by a time some microseconds after the one shown.
   */
  rows: ReadonlyMap<string, number>
}

const encoder = new TextEncoder()

const timeOf = (row: string): string => row.slice(0, row.indexOf(','))

/**
 * Reads the beginning of an export: nothing passes before the header line is found valid. When a file is resumed, the header
 * is left out when it is the `known` one, and so are the rows of the boundary second that the file already has. `missing`
 * counts those which the node did not give again: they have changed or it has lost them.
 */
export function readHeader({
  known,
  overlap,
}: { known?: string | undefined; overlap?: Overlap | undefined } = {}): Stage & {
  missing(): number
} {
  const left = new Map(overlap?.rows)
  let header: string | undefined
  let failure: ErrorBody | undefined
  let open = false
  let out: Bytes[] = []

  const reader = csvRows((row) => {
    if (failure) return
    const bytes = encoder.encode(row)
    if (open) {
      out.push(bytes)
      return
    }
    if (header === undefined) {
      header = row
      if (known === undefined ? !columnIndexes(row) : row !== known) {
        failure = toErrorBody(
          known === undefined ? headerFlaw(row) : 'The node now sends other columns than the file has.',
        )
      } else if (known === undefined) out.push(bytes)
      open = overlap === undefined
      return
    }
    const count = left.get(row) ?? 0
    if (count > 0) left.set(row, count - 1)
    else out.push(bytes)
    open = secondOf(timeOf(row)) > (overlap?.second ?? 0)
  })

  return {
    failure: () => failure,
    missing() {
      let rows = 0
      for (const [row, count] of left) if (secondOf(timeOf(row)) === overlap?.second) rows += count
      return rows
    },
    transform(chunk, emit) {
      if (failure) return
      if (open) return emit(chunk)
      reader.push(chunk)
      // From here on bytes pass as they come, beginning with those of a row that has not ended yet.
      if (open && !failure) out.push(reader.pending())
      for (const row of out) if (row.length > 0) emit(row)
      out = []
      const broken = reader.broken()
      if (broken !== undefined) failure ??= toErrorBody(`The response is not a ledger export: ${broken}.`)
    },
    flush() {
      if (header === undefined) failure ??= toErrorBody('The response has no header line.')
    },
  }
}

const tailStep = 65_536

/** The last rows of a file that ends on a row; undefined when it has none. */
export async function overlapOf(file: Blob): Promise<Overlap | undefined> {
  for (let size = tailStep; ; size *= 4) {
    const start = Math.max(0, file.size - size)
    const lines = (await file.slice(start).text()).split(/(?<=\n)/)
    const rows: string[] = []
    for (const line of lines) {
      // A quoted field may hold line ends: what does not begin with a time belongs to the row before.
      if (/^\d{4}-/.test(line)) rows.push(line)
      else if (rows.length > 0) rows.push(`${rows.pop() ?? ''}${line}`)
    }
    // The first one may be the end of a longer row.
    if (start > 0) rows.shift()
    const second = secondOf(timeOf(rows.at(-1) ?? ''))
    const early = rows.findIndex((row) => secondOf(timeOf(row)) < second - 1) >= 0
    if (start > 0 && !early) continue
    if (Number.isNaN(second)) return undefined
    const counted = new Map<string, number>()
    for (const row of rows) {
      if (secondOf(timeOf(row)) >= second - 1) counted.set(row, (counted.get(row) ?? 0) + 1)
    }
    return { second, rows: counted }
  }
}
