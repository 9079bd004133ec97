import { type LedgerColumn, ledgerColumns } from '../../../wire/ledger-export.ts'
import { type Bytes, joined } from '../../../client/stages.ts'

export interface CsvRows {
  push(chunk: Bytes): void
  /** The bytes of a row that has not ended yet. */
  pending(): Bytes
  /** Why the bytes are no CSV of this kind: not UTF-8, or a row without end. */
  broken(): string | undefined
}

const newline = 10

/** No row of a ledger is nearly as long; a longer one is not of a ledger. */
const maxRowBytes = 1_048_576

/** Whether a field in quotes has begun and not ended: a line end is then part of it. */
const isOpen = (text: string): boolean => text.includes('"') && text.split('"').length % 2 === 0

/**
 * Cuts CSV bytes, which come in pieces of any size, into whole rows with their line ends, header included. Quoted fields may
 * hold line ends. A piece is decoded at once, since decoding row by row took half of an export's time.
 */
export function csvRows(onRow: (row: string) => void): CsvRows {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const encoder = new TextEncoder()
  let held: Bytes = new Uint8Array(0)
  let broken: string | undefined

  const textOf = (bytes: Bytes): string | undefined => {
    try {
      return decoder.decode(bytes)
    } catch {
      return undefined
    }
  }

  return {
    push(chunk) {
      if (broken !== undefined) return
      const bytes = joined(held, chunk)
      const end = bytes.lastIndexOf(newline) + 1
      const text = textOf(bytes.subarray(0, end))
      if (text === undefined) {
        broken = 'the text is not UTF-8'
        return
      }
      let from = 0
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
        const row = text.slice(from, at + 1)
        if (isOpen(row)) continue
        onRow(row)
        from = at + 1
      }
      held = joined(encoder.encode(text.slice(from)), bytes.slice(end))
      if (held.length > maxRowBytes) broken = 'a row has no end'
    },
    pending: () => held,
    broken: () => broken,
  }
}

/** The fields of one row without its line end; quotes are taken off. */
export function fieldsOf(row: string, separator = ','): string[] {
  const cells = row.split(separator)
  for (const [index, cell] of cells.entries()) {
    if (cell === '""') cells[index] = ''
    else if (cell.includes('"')) return quotedFieldsOf(row, separator)
  }
  return cells
}

function quotedFieldsOf(row: string, separator: string): string[] {
  const fields: string[] = []
  const end = separator === '|' ? '\\|' : separator
  const field = new RegExp(`(?:"((?:[^"]|"")*)"|([^${end}]*))(${end}|$)`, 'gsy')
  for (let match = field.exec(row); match; match = field.exec(row)) {
    fields.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] === '') break
  }
  return fields
}

/** The index of each ledger column in a header line; undefined when one is missing. Unknown columns are allowed. */
export function columnIndexes(header: string, separator = ','): Readonly<Record<LedgerColumn, number>> | undefined {
  const names = fieldsOf(header.trim(), separator)
  const indexes = ledgerColumns.map((name): [LedgerColumn, number] => [name, names.indexOf(name)])
  return indexes.every(([, index]) => index >= 0)
    ? (Object.fromEntries(indexes) as Record<LedgerColumn, number>)
    : undefined
}
