import { csvRow } from '../../format/csv.ts'
import { ledgerColumns } from '../../../wire/ledger-export.ts'
import type { Bytes } from '../../../client/stages.ts'
import { columnIndexes, csvRows, fieldsOf } from './csv-scanner.ts'
import type { FileChecks } from './file-checks.ts'
import { ledgerSeconds } from './ledger-time.ts'

/** What is known about the rows of a ledger from its bytes so far. */
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

/** The end of a ledger, from which another answer continues. */
export interface Overlap {
  /** Whole Unix seconds of the last row: where the next answer starts. */
  second: number
  /**
   * The rows that the next answer may begin with, and how often each: rows of one block can be equal in every byte. The
   * second before is included, because entries are selected by a time some microseconds after the one shown.
   */
  rows: ReadonlyMap<string, number>
}

const canonical = ledgerColumns.join(',')

/** Takes a row without its line end, its fields in the order of the columns, and whether it was understood. */
type OnRow = (line: string, fields: readonly string[], isUnderstood: boolean) => void

/** Rows of one block, with their line ends. */
interface Block {
  time: string
  second: number
  rows: string[]
}

/**
 * Reads the bytes of a ledger export, whichever way they came, into rows with the columns of wire.md 5.2 in their order. Rows
 * of a node are passed on as they are; those of a file are also held against `checks`, since other programs change files.
 */
export class LedgerReader {
  readonly #onRow: OnRow
  readonly #checks: FileChecks | undefined
  readonly #csv = csvRows((row) => this.#row(row))
  readonly #facts: RowFacts = { bytes: 0, rows: 0, first: undefined, last: undefined, flaw: undefined }
  /** Blocks of the last two seconds. */
  #blocks: Block[] = []
  #separator = ','
  #width = 0
  /** Where the columns are, unless they are in their own order and alone. */
  #places: number[] | undefined
  /** Lines behind the header. */
  #lines = 0
  /** The header line with its line end, once it has come. */
  header: string | undefined

  constructor(onRow: OnRow, checks?: FileChecks) {
    this.#onRow = onRow
    this.#checks = checks
  }

  push(chunk: Bytes): void {
    this.#facts.bytes += chunk.length
    this.#csv.push(chunk)
  }

  /** The last line of a file, which has no line end; false when it is only a part of a row. */
  lastLine(text: string): boolean {
    if (
      this.header !== undefined &&
      !this.#checks?.isWholeRow(this.#canonical(fieldsOf(text, this.#separator)), this.#lines + 1)
    )
      return false
    this.push(new TextEncoder().encode(`${text}\n`))
    return true
  }

  facts(): RowFacts {
    const broken = this.#csv.broken()
    const { rows } = this.#facts
    const flaw =
      this.#facts.flaw ??
      (broken === undefined ? undefined : `After row ${rows}: ${broken}.`) ??
      (this.#csv.pending().length > 0 ? `The file ends inside row ${rows + 1}.` : undefined)
    return { ...this.#facts, flaw }
  }

  /** The last rows, after which another answer continues; undefined without a row. */
  overlap(): Overlap | undefined {
    const last = this.#blocks.at(-1)
    if (!last || Number.isNaN(last.second)) return undefined
    const rows = new Map<string, number>()
    for (const block of this.#blocks) {
      if (block.second < last.second - 1) continue
      for (const row of block.rows) rows.set(row, (rows.get(row) ?? 0) + 1)
    }
    return { second: last.second, rows }
  }

  #row(row: string): void {
    const line = row.slice(0, -1)
    if (this.#checks && line.trim() === '') return
    if (this.header === undefined) return this.#begin(row)
    this.#lines++
    const cells = fieldsOf(line, this.#separator)
    if (this.#checks?.isHeader(cells, this.#lines)) return
    if (cells.length !== this.#width) {
      this.#facts.flaw ??= `Row ${this.#lines} has ${cells.length} columns instead of ${this.#width}.`
      return
    }
    const fields = this.#canonical(cells)
    const text = fields === cells && this.#isPlain(line) ? line : csvRow(fields).slice(0, -1)
    const judgement = this.#checks?.judge(text, fields, this.#lines)
    if (judgement === 'foreign') return
    const [time = ''] = fields
    this.#facts.rows++
    this.#facts.first ??= time
    this.#facts.last = time
    this.#remember(row, time)
    this.#onRow(text, fields, judgement !== 'unread')
  }

  #begin(header: string): void {
    this.#separator = this.#checks?.begin(header) ?? ','
    const columns = columnIndexes(header, this.#separator)
    if (this.#checks && (!columns || this.#checks.refusal !== undefined)) return
    this.header = header
    this.#width = fieldsOf(header.trim(), this.#separator).length
    const names = fieldsOf(header.trim(), this.#separator).join(',')
    if (columns && names !== canonical) this.#places = ledgerColumns.map((name) => columns[name])
  }

  /** Whether a row is written as a node would: other programs put every field in quotes. */
  #isPlain(line: string): boolean {
    return !this.#checks || (this.#separator === ',' && !/"[^",]/.test(line))
  }

  #canonical(cells: string[]): string[] {
    return this.#places?.map((place) => cells[place] ?? '') ?? cells
  }

  #remember(row: string, time: string): void {
    let block = this.#blocks.at(-1)
    if (block?.time !== time) {
      block = { time, second: ledgerSeconds(time), rows: [] }
      while ((this.#blocks[0]?.second ?? Infinity) < block.second - 1) this.#blocks.shift()
      this.#blocks.push(block)
    }
    block.rows.push(row)
  }
}
