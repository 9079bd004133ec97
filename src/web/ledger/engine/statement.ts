import type { RowFacts } from '../rows/row-inspector.ts'
import { secondOf } from '../rows/ledger-time.ts'
import { csvRows, fieldsOf } from '../rows/csv-scanner.ts'
import { columnIndexes, type Overlap } from '../stream/header-and-overlap.ts'
import { type RunningHash, runningSha256 } from '../stream/sha256.ts'
import type { Bytes } from '../stream/stages.ts'
import { RowStore } from '../store/row-store.ts'

/** A worker does not keep more rows than this, some 70 bytes each. */
export const maxRows = 4_000_000

/** The party of a ledger, from a row that shows it; undefined where the row could be of either account's. */
function partyOf(line: string, header: string): string | undefined {
  const columns = columnIndexes(header)
  if (!columns) return undefined
  const fields = fieldsOf(line)
  const effect = fields[columns.effect] ?? ''
  const [from, to] = [fields[columns.account_from_party_id], fields[columns.account_to_party_id]]
  if (/^-[1-9]\d*$/.test(effect)) return from
  if (/^[1-9]\d*$/.test(effect)) return to
  return from === to ? from : undefined
}

const lostDigits = /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i
const amountColumns = ['quantity', 'effect', 'account_from_balance', 'account_to_balance'] as const

/** Why a row of a file cannot be counted, in a sentence; undefined for a row as a node writes it. */
function faultOf(line: string, number: number, header: string, party: string | undefined): string | undefined {
  if (line === header.trim()) return `Row ${number} is a second header: the file holds two exports. Open one at a time.`
  const columns = columnIndexes(header)
  const fields = fieldsOf(line)
  if (!columns || fields.length !== header.split(',').length) return undefined
  for (const name of amountColumns) {
    const text = fields[columns[name]] ?? ''
    if (/^-?\d*$/.test(text)) continue
    const why = lostDigits.test(text) ? 'digits were lost by the program that saved the file' : 'it is no whole number'
    return `Row ${number}: ${name} is "${text.slice(0, 40)}": ${why}. Open the original export.`
  }
  const time = fields[columns.vega_time] ?? ''
  if (Number.isNaN(secondOf(time)))
    return `Row ${number}: vega_time is "${time.slice(0, 40)}", which is no time of an export. Open the original export.`
  const parties = [fields[columns.account_from_party_id], fields[columns.account_to_party_id]]
  if (party !== undefined && !parties.includes(party)) return `Row ${number} is of another party.`
  return undefined
}

/** The rows of one ledger as they come from a stream of its bytes, with the hash of all of them. */
export class Statement {
  readonly hash: RunningHash | undefined
  readonly #reader = csvRows((row) => this.#row(row))
  #bytes = 0
  #flaw: string | undefined
  #store: RowStore | undefined
  /** The header line with its line end, once it has come. */
  header: string | undefined
  party: string | undefined

  /** Rows come from a file that another program may have changed: the first that cannot be counted ends it. */
  isFile = false
  /** Why reading a file ended, in a sentence; the rows before it are right. */
  fault: string | undefined

  private constructor(party: string | undefined, hash: RunningHash | undefined) {
    this.party = party
    this.hash = hash
  }

  /** Without a party, the rows say whose ledger it is. */
  static async create(party: string | undefined): Promise<Statement> {
    return new Statement(party?.toLowerCase(), await runningSha256())
  }

  get store(): RowStore | undefined {
    return this.#store
  }

  take(chunk: Bytes): void {
    this.#bytes += chunk.length
    this.hash?.update(chunk)
    this.#reader.push(chunk)
  }

  facts(): RowFacts {
    const rows = this.#store?.count ?? 0
    const broken = this.#reader.broken()
    const flaw = this.#flaw ?? (broken === undefined ? undefined : `After row ${rows}: ${broken}.`)
    const time = (row: number) => this.#store?.line(row).split(',')[0]
    const ends = rows > 0 ? { first: time(0), last: time(rows - 1) } : { first: undefined, last: undefined }
    return { bytes: this.#bytes, rows, ...ends, flaw }
  }

  get isFull(): boolean {
    return (this.#store?.count ?? 0) >= maxRows
  }

  /** The last rows, after which another answer continues; undefined without a row. */
  overlap(): Overlap | undefined {
    const store = this.#store
    const last = store && store.count > 0 ? store.line(store.count - 1) : undefined
    const second = last === undefined ? Number.NaN : secondOf(last.slice(0, last.indexOf(',')))
    if (!store || Number.isNaN(second)) return undefined
    const rows = new Map<string, number>()
    for (let row = store.count - 1; row >= 0; row--) {
      const line = store.line(row)
      if (secondOf(line.slice(0, line.indexOf(','))) < second - 1) break
      rows.set(`${line}\n`, (rows.get(`${line}\n`) ?? 0) + 1)
    }
    return { second, rows }
  }

  #row(row: string): void {
    const line = row.slice(0, -1)
    if (this.header === undefined) {
      this.header = row
      this.#store = new RowStore(line)
      return
    }
    const store = this.#store
    if (!store || this.isFull || this.fault !== undefined) return
    if (this.isFile) {
      this.fault = faultOf(line, store.count + 1, this.header, this.party)
      if (this.fault !== undefined) return
    }
    this.party ??= partyOf(line, this.header)
    if (!store.add(line)) {
      this.#flaw ??= `Row ${store.count + 1} has ${fieldsOf(line).length} columns instead of ${this.header.split(',').length}.`
    }
  }
}
