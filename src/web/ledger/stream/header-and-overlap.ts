import type { ErrorBody } from '../../../wire/protocol/error.ts'
import { ledgerColumns } from '../../../wire/ledger-export.ts'
import { columnIndexes, csvRows } from '../rows/csv-scanner.ts'
import type { Overlap } from '../rows/ledger-reader.ts'
import { type Bytes, type Stage, toErrorBody } from '../../../client/stages.ts'
import { ledgerSeconds } from '../rows/ledger-time.ts'

/** What is wrong with a first line that is no header of a ledger: the columns it lacks, where it has some of them. */
function headerFlaw(header: string): string {
  const names = header.trim().split(',')
  const missing = ledgerColumns.filter((name) => !names.includes(name))
  if (missing.length === ledgerColumns.length)
    return `The response is not a ledger export. It begins: ${header.slice(0, 80).trim()}`
  return `The header lacks the column${missing.length === 1 ? '' : 's'} ${missing.join(', ')}.`
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
    open = ledgerSeconds(timeOf(row)) > (overlap?.second ?? 0)
  })

  return {
    failure: () => failure,
    missing() {
      let rows = 0
      for (const [row, count] of left) if (ledgerSeconds(timeOf(row)) === overlap?.second) rows += count
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
