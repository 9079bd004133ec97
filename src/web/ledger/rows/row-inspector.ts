import { csvRows, fieldsOf } from './csv-scanner.ts'
import type { Bytes } from '../stream/stages.ts'
import { columnIndexes } from '../stream/header-and-overlap.ts'
import { LedgerSums } from './ledger-sums.ts'
import { type LedgerTotals, noTotals } from './ledger-totals.ts'

/** What is known about the rows of an export from their bytes so far. */
export interface RowFacts {
  bytes: number
  /** Data rows, without the header line. */
  rows: number
  /** `vega_time` of the first and of the last row, as in the file. */
  first: string | undefined
  last: string | undefined
  /** Why the bytes are no ledger: a row with another number of columns than the header, no UTF-8, half a row at the end. */
  flaw: string | undefined
}

/** Rows that are shown on the page. */
const previewRows = 500

/** Reads an export without changing it: counts, times, sums, and whether each row has as many columns as the header. */
export class RowInspector {
  readonly #party: string
  readonly #reader = csvRows((row) => this.#row(row))
  readonly preview: string[] = []
  #sums: LedgerSums | undefined
  #columns = 0
  #timeColumn = 0
  /** The header line with its line end, once it has come. */
  header: string | undefined
  readonly #facts: RowFacts = { bytes: 0, rows: 0, first: undefined, last: undefined, flaw: undefined }

  constructor(party: string) {
    this.#party = party
  }

  push(chunk: Bytes): void {
    this.#facts.bytes += chunk.length
    this.#reader.push(chunk)
  }

  facts(): RowFacts {
    const broken = this.#reader.broken()
    const { rows } = this.#facts
    const flaw =
      this.#facts.flaw ??
      (broken === undefined ? undefined : `After row ${rows}: ${broken}.`) ??
      (this.#reader.pending().length > 0 ? `The file ends inside row ${rows + 1}.` : undefined)
    return { ...this.#facts, flaw }
  }

  totals(): LedgerTotals {
    return this.#sums?.totals() ?? noTotals
  }

  #begin(header: string): void {
    const columns = columnIndexes(header)
    this.header = header
    this.#columns = header.split(',').length
    if (!columns) return
    this.#timeColumn = columns.vega_time
    this.#sums = new LedgerSums(this.#party, columns)
  }

  #row(row: string): void {
    if (this.header === undefined) {
      this.#begin(row)
      return
    }
    const line = row.slice(0, -1)
    const fields = fieldsOf(line)
    const facts = this.#facts
    facts.rows++
    if (fields.length !== this.#columns) {
      facts.flaw ??= `Row ${facts.rows} has ${fields.length} columns instead of ${this.#columns}.`
      return
    }
    facts.last = fields[this.#timeColumn]
    facts.first ??= facts.last
    if (this.preview.length < previewRows) this.preview.push(line)
    this.#sums?.add(fields)
  }
}
