import { ledgerColumns } from '../../../wire/ledger-export.ts'
import { columnIndexes, fieldsOf } from './csv-scanner.ts'
import { type Finding, findingsOf, type Found, refusalOf, Rounding, separators } from './findings.ts'
import { amountColumns } from './ledger-row.ts'
import { LedgerSums } from './ledger-sums.ts'
import { ledgerMicros } from './ledger-time.ts'

const lostDigits = /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i
const whole = /^\d+$/

const at = Object.fromEntries(ledgerColumns.map((name, index) => [name, index])) as Record<
  (typeof ledgerColumns)[number],
  number
>

/** The party of a ledger, from a row that shows it; undefined where the row could be of either account's. */
export function partyOfRow(fields: readonly string[]): string | undefined {
  const effect = fields[at.effect] ?? ''
  const [from, to] = [fields[at.account_from_party_id], fields[at.account_to_party_id]]
  if (/^-[1-9]\d*$/.test(effect)) return from
  if (/^[1-9]\d*$/.test(effect)) return to
  return from === to ? from : undefined
}

/**
 * Holds the rows of a file against what a node writes (wire.md 5.2). Spreadsheets, editors and mail change files: what was
 * not understood is named, is in no sum, and the balances that depend on it are not checked.
 */
export class FileChecks {
  readonly #found = new Map<string, Found>()
  readonly #saved: string[] = []
  readonly #rounding = [new Rounding(15), new Rounding(17)]
  #names: string | undefined
  #sums: LedgerSums | undefined
  #block = new Set<string>()
  #blockTime = ''
  #last = -Infinity
  #rows = 0
  #faulty = 0
  /** Assets of rows that are in no sum: balances around them do not follow. */
  readonly #faultyAssets = new Set<string>()
  #isOver = false
  /** Rows of a second export, and those of them that lie within the time of the first. */
  #later = { rows: 0, within: 0 }
  /** Why the file is no ledger export, in a sentence. */
  refusal: string | undefined
  party: string | undefined

  constructor(party: string | undefined) {
    this.party = party?.toLowerCase()
  }

  /** Names a way of saving that was understood, such as `CR LF line ends`. */
  saved(words: string): void {
    if (!this.#saved.includes(words)) this.#saved.push(words)
  }

  /** Reads the header line; returns what separates its columns, and ',' with a refusal when it is none. */
  begin(header: string): string {
    const line = header.trim()
    // A line that names the separator to spreadsheets.
    if (/^"?sep=.?"?$/i.test(line) || this.refusal !== undefined) return ','
    for (const [separator, words] of Object.entries(separators)) {
      if (!columnIndexes(line, separator)) continue
      if (words !== undefined) this.saved(`${words} between columns`)
      this.#names = fieldsOf(line, separator).join(',')
      return separator
    }
    this.refusal = refusalOf(line)
    return ','
  }

  /** Whether a line is the header once more: then another export begins, whose rows are not read. */
  isHeader(cells: readonly string[], row: number): boolean {
    if (cells.join(',') !== this.#names) return false
    this.#isOver = true
    this.#note('header', row, '')
    return true
  }

  /** Whether the last line of a file without a line end is a whole row: its last balance must follow where that can be checked. */
  isWholeRow(fields: readonly string[], row: number): boolean {
    const [balance = '', quantity = ''] = [fields[at.account_to_balance], fields[at.quantity]]
    if (fields.length < ledgerColumns.length || !whole.test(balance)) return false
    const isOwn = fields[at.account_to_party_id]?.toLowerCase() === (this.party ?? partyOfRow(fields))?.toLowerCase()
    const follows = whole.test(quantity) ? this.#sums?.follows(fields) : undefined
    if (isOwn && follows === false) return false
    if (isOwn && follows === undefined) this.#note('last', row, balance)
    this.saved('no line end after the last row')
    return true
  }

  /** Checks a row; `foreign` when it is no row of this ledger. `row` counts lines behind the header from 1. */
  judge(line: string, fields: readonly string[], row: number): 'understood' | 'unread' | 'foreign' {
    const micros = ledgerMicros(fields[at.vega_time] ?? '')
    if (this.#isOver) {
      this.#later.rows++
      if (micros <= this.#last) this.#later.within++
      return 'foreign'
    }
    this.#rows++
    this.party ??= partyOfRow(fields)?.toLowerCase()
    const [from, to] = [fields[at.account_from_party_id], fields[at.account_to_party_id]].map((id) => id?.toLowerCase())
    const [sends, receives] = [from === this.party, to === this.party]
    if (this.party !== undefined && !sends && !receives) {
      this.#faulty++
      this.#note('party', row, '')
      return 'foreign'
    }
    if (this.#isUnderstood(fields, row, { sends, receives }, micros))
      return this.#follow(line, fields, row, micros) ? 'understood' : 'foreign'
    this.#faulty++
    this.#faultyAssets.add(fields[at.asset_id] ?? '')
    return 'unread'
  }

  /** Rows are not in the order of time, on which balances depend. */
  get isDisordered(): boolean {
    return this.#found.has('order')
  }

  get counts(): { rows: number; understood: number } {
    const rows = this.#rows + this.#later.rows
    return { rows, understood: this.#rows - this.#faulty }
  }

  findings(): Finding[] {
    const accounts = this.isDisordered ? [] : (this.#sums?.totals().accounts ?? [])
    const broken = accounts.filter(({ breaks, asset }) => breaks > 0 && !this.#faultyAssets.has(asset))
    return findingsOf({
      found: this.#found,
      later: this.#later,
      isRounded: this.#rounding.some(({ isLikely }) => isLikely),
      broken,
      saved: this.#saved,
    })
  }

  #note(kind: string, row: number, sample: string): void {
    const found = this.#found.get(kind)
    if (found) found.rows++
    else this.#found.set(kind, { rows: 1, first: row, sample: sample.slice(0, 40) })
  }

  /** Whether time, amounts and effect are as a node writes them. Only the first fault of a row is named. */
  #isUnderstood(
    fields: readonly string[],
    row: number,
    { sends, receives }: { sends: boolean; receives: boolean },
    micros: number,
  ): boolean {
    const lost = fields.findIndex((text) => text.length !== 64 && lostDigits.test(text))
    if (lost >= 0) return this.#fault('digits', row, `${ledgerColumns[lost]} is "${fields[lost]}"`)
    const odd = fields.findIndex((text, column) => column > at.vega_time && /\s/.test(text))
    if (odd >= 0) return this.#fault('space', row, `${ledgerColumns[odd]} is ${JSON.stringify(fields[odd])}`)
    for (const name of amountColumns) {
      const text = fields[at[name]] ?? ''
      if (name === 'effect' ? /^-?\d+$/.test(text) : whole.test(text)) continue
      return this.#fault('amount', row, `${name} is "${text}"`)
    }
    if (Number.isNaN(micros)) return this.#fault('time', row, `vega_time is "${fields[at.vega_time]}"`)
    const [quantity, effect] = [BigInt(fields[at.quantity] ?? ''), BigInt(fields[at.effect] ?? '')]
    const expected = sends === receives ? 0n : receives ? quantity : -quantity
    if (this.party !== undefined && effect !== expected) return this.#fault('effect', row, `effect is ${effect}`)
    return true
  }

  #fault(kind: string, row: number, sample: string): false {
    this.#note(kind, row, sample)
    return false
  }

  /** Order, repeats, rounding and balances of a row that was understood; false when it was there before. */
  #follow(line: string, fields: readonly string[], row: number, micros: number): boolean {
    const time = fields[at.vega_time] ?? ''
    if (micros < this.#last) this.#note('order', row, time)
    this.#last = Math.max(this.#last, micros)
    if (time !== this.#blockTime) {
      this.#blockTime = time
      this.#block = new Set()
    }
    if (this.#block.has(line) && /[1-9]/.test(fields[at.quantity] ?? '')) {
      const isRepeat = this.#sums?.follows(fields) === false
      this.#note(isRepeat ? 'repeat' : 'same', row, time)
      if (isRepeat) {
        this.#faulty++
        return false
      }
    }
    this.#block.add(line)
    for (const name of amountColumns)
      for (const rounding of this.#rounding) rounding.add((fields[at[name]] ?? '').replace('-', ''))
    if (this.party !== undefined) (this.#sums ??= new LedgerSums(this.party)).add(fields)
    return true
  }
}
