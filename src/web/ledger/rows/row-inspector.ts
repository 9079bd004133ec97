import type { Bytes } from '../stream/stages.ts'
import { LedgerReader } from './ledger-reader.ts'
import { LedgerSums } from './ledger-sums.ts'

/** Rows that are shown on the page. */
const previewRows = 500

/** The rows of a file that is written: their sums, and the first of them. */
export class RowInspector {
  readonly #sums: LedgerSums
  readonly reader = new LedgerReader((line, fields) => {
    if (this.preview.length < previewRows) this.preview.push(line)
    this.#sums.add(fields)
  })
  readonly preview: string[] = []

  constructor(party: string) {
    this.#sums = new LedgerSums(party)
  }

  push = (chunk: Bytes): void => this.reader.push(chunk)
  facts = () => this.reader.facts()
  totals = () => this.#sums.totals()

  get header(): string | undefined {
    return this.reader.header
  }
}
