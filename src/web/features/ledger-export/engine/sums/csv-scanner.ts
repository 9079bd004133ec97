import { type Bytes, joined } from '../stream/stages.ts'

export interface CsvRows {
  push(chunk: Bytes): void
  /** The bytes of a row that has not ended yet. */
  pending(): Bytes
  /** Why the bytes are no CSV of this kind: not UTF-8, or a row without end. */
  broken(): string | undefined
}

const newline = 10
const quote = 34

/** No row of a ledger is nearly as long; a longer one is not of a ledger. */
const maxRowBytes = 1_048_576

/**
 * Cuts CSV bytes, which come in pieces of any size, into whole rows with their line ends, header included. Quoted fields may
 * hold line ends. The bytes of a row are a view of the chunk.
 */
export function csvRows(onRow: (row: string, bytes: Bytes) => void): CsvRows {
  const decoder = new TextDecoder('utf-8', { fatal: true })
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
      let from = 0
      let quoted = false
      for (let at = 0; at < bytes.length; at++) {
        if (bytes[at] === quote) quoted = !quoted
        else if (bytes[at] === newline && !quoted) {
          const row = bytes.subarray(from, at + 1)
          const text = textOf(row)
          if (text === undefined) {
            broken = 'the text is not UTF-8'
            return
          }
          onRow(text, row)
          from = at + 1
        }
      }
      held = bytes.slice(from)
      if (held.length > maxRowBytes) broken = 'a row has no end'
    },
    pending: () => held,
    broken: () => broken,
  }
}

/** The fields of one row without its line end; quotes are taken off. */
export function fieldsOf(row: string): string[] {
  const cells = row.split(',')
  if (cells.every((cell) => cell === '""' || !cell.includes('"')))
    return cells.map((cell) => (cell === '""' ? '' : cell))
  const fields: string[] = []
  const field = /(?:"((?:[^"]|"")*)"|([^,]*))(,|$)/gsy
  for (let match = field.exec(row); match; match = field.exec(row)) {
    fields.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] === '') break
  }
  return fields
}
