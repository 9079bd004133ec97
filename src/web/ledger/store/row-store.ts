import { ledgerColumns } from '../../../wire/ledger-export.ts'
import { fieldsOf } from '../rows/csv-scanner.ts'
import { type Amount, amounts, blockShift, inBlock, RowBlock, signs } from './row-block.ts'
import { ledgerMicros } from '../rows/ledger-time.ts'
import { isAmount, signOf } from '../rows/ledger-totals.ts'

/** Numbers for texts that repeat: each text gets the next free number, once. */
class Interner {
  readonly #numbers = new Map<string, number>()
  readonly texts: string[] = []

  /** The number of a text, given to it now where it has none. */
  add(text: string): number {
    const existing = this.#numbers.get(text)
    if (existing !== undefined) return existing
    const number = this.texts.length
    this.#numbers.set(text, number)
    this.texts.push(text)
    return number
  }

  /** The number of a text; undefined when it was never added. */
  find(text: string): number | undefined {
    return this.#numbers.get(text)
  }
}

const suffix = /[+-]\d\d(?::?\d\d)?$/

/** Minutes of an offset as the CSV writes it: `+00`, `-03:30`. */
function minutesOf(offset: string): number {
  const digits = offset.replace(/\D/g, '')
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || '0')
  return offset.startsWith('-') ? -minutes : minutes
}

/** A time of the CSV (wire.md 5.2) as a number that can be compared, and what its text needs besides. */
interface RowTime {
  /** Unix microseconds; whole, and exact in a double until the year 2255. */
  micros: number
  /** The number of its offset. */
  zone: number
  /** Whether the text comes out again of the two numbers. */
  isExact: boolean
}

/** Reads times of a ledger into microseconds and writes them again with every character they had. */
class RowTimes {
  readonly #offsets = new Interner()
  readonly #minutes: number[] = []
  #text = ''
  #time: RowTime | undefined

  /** Undefined for a text that is no time. Rows of one block share their time, so the last one is kept. */
  read(text: string): RowTime | undefined {
    if (text === this.#text) return this.#time
    this.#text = text
    this.#time = this.#parse(text)
    return this.#time
  }

  write({ micros, zone }: Omit<RowTime, 'isExact'>): string {
    const local = micros + (this.#minutes[zone] ?? 0) * 60_000_000
    const seconds = Math.floor(local / 1_000_000)
    const rest = local - seconds * 1_000_000
    const whole = new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')
    const fraction = rest === 0 ? '' : `.${String(rest).padStart(6, '0').replace(/0+$/, '')}`
    return `${whole}${fraction}${this.#offsets.texts[zone] ?? ''}`
  }

  #parse(text: string): RowTime | undefined {
    const micros = ledgerMicros(text)
    if (!Number.isSafeInteger(micros) || micros <= -6e16) return undefined
    const offset = suffix.exec(text.slice(19))?.[0] ?? ''
    const zone = this.#offsets.add(offset)
    this.#minutes[zone] ??= minutesOf(offset)
    return { micros, zone, isExact: this.write({ micros, zone }) === text }
  }
}

export interface Account {
  /** Empty for an account without market. */
  market: string
  party: string
  type: string
}

const digitsOf = (text: string): string => (isAmount(text) ? text : '')
const isBare = (cell: string): boolean => cell === '""' || !cell.includes('"')
const withoutQuotes = (cell: string): string => (cell === '""' ? '' : cell)

/** How many different offsets of times the columns can number. */
const maxZones = 256

type Cells = [time: string, quantity: string, effect: string, type: string, asset: string, ...rest: string[]]

/**
 * The rows of a ledger export in typed columns, some 70 bytes each, so that a million of them fit a worker. Every row comes out
 * with the characters it had: what the columns cannot hold is kept as the text it is.
 */
export class RowStore {
  readonly #blocks: RowBlock[] = []
  readonly #times = new RowTimes()
  readonly types = new Interner()
  readonly assets = new Interner()
  readonly #accountTexts = new Interner()
  readonly #accounts: Account[] = []
  readonly #markets = new Interner()
  readonly #marketOf: number[] = []
  /** Rows that the columns cannot hold, without their line ends. */
  readonly #unparsed = new Map<number, string>()
  count = 0

  /**
   * Adds a row without its line end, its columns in their order; false when it has another number of them. One that was not
   * understood is in no sum.
   */
  add(line: string, isUnderstood = true): boolean {
    let cells = line.split(',')
    const bare = cells.every(isBare)
    if (!bare) cells = fieldsOf(line)
    if (cells.length !== ledgerColumns.length) return false
    const at = this.count & inBlock
    if (at === 0) {
      this.#blocks.at(-1)?.trim()
      this.#blocks.push(new RowBlock())
    }
    const block = this.#blocks[this.#blocks.length - 1]!
    const whole = this.#write(block, at, (isUnderstood ? cells : cells.with(2, '')) as Cells)
    if (!bare || !whole) this.#unparsed.set(this.count, line)
    this.count++
    return true
  }

  /** The row as the file has it, without its line end. */
  line(row: number): string {
    const odd = this.#unparsed.get(row)
    if (odd !== undefined) return odd
    const [block, at] = this.#at(row)
    const quantity = block.text(at, amounts.quantity)
    const sign = block.sign[at]
    const effect = sign === signs.none ? '0' : sign === signs.credit ? quantity : `-${quantity}`
    const [from, to] = [this.#accountTexts.texts[block.from[at]!]!, this.#accountTexts.texts[block.to[at]!]!]
    const head = `${this.timeText(row)},${quantity},${effect},${this.types.texts[block.type[at]!]},${this.assets.texts[block.asset[at]!]}`
    return `${head},${from},${block.text(at, amounts.fromBalance)},${to},${block.text(at, amounts.toBalance)}`
  }

  /** Unix microseconds; NaN where the time cannot be read. */
  micros(row: number): number {
    const [block, at] = this.#at(row)
    return block.time[at]!
  }

  timeText(row: number): string {
    const odd = this.#unparsed.get(row)
    if (odd !== undefined) return odd.split(',', 1)[0] ?? ''
    const [block, at] = this.#at(row)
    return this.#times.write({ micros: block.time[at]!, zone: block.zone[at]! })
  }

  block(row: number): RowBlock {
    return this.#blocks[row >>> blockShift]!
  }

  #at(row: number): [RowBlock, number] {
    return [this.block(row), row & inBlock]
  }

  amount(row: number, which: Amount): string {
    const [block, at] = this.#at(row)
    return block.text(at, which)
  }

  /** The asset of a number, as in the file; quotes are taken off. */
  asset(id: number): string {
    return withoutQuotes(this.assets.texts[id]!)
  }

  /** The transfer type of a number, as in the file; empty where the network recorded none. */
  type(id: number): string {
    return withoutQuotes(this.types.texts[id]!)
  }

  account(id: number): Account {
    return this.#accounts[id]!
  }

  /** Types and markets of accounts, whoever's they are. */
  get accountKinds(): { type: string; market: string }[] {
    const kinds = this.#accounts.map(({ type, market }) => [`${type} ${market}`, { type, market }] as const)
    return [...new Map(kinds).values()]
  }

  /** The number of an account's market, for `marketNumber`. */
  marketOf(account: number): number {
    return this.#marketOf[account]!
  }

  marketNumber(market: string): number | undefined {
    return this.#markets.find(market)
  }

  /** Markets of any account, without the empty one. */
  get markets(): string[] {
    return this.#markets.texts.filter((market) => market !== '')
  }

  /** Writes the columns; false when they do not hold all of the row. What is not held reads as empty. */
  #write(block: RowBlock, at: number, cells: Cells): boolean {
    const [time, quantity, effect, type, asset] = cells
    const read = this.#times.read(time)
    const sign = signOf(quantity, effect)
    const given = [quantity, cells[8] ?? '', cells[12] ?? ''] as const
    const isSigned = sign !== undefined
    const texts = [isSigned ? quantity : '', digitsOf(given[1]), digitsOf(given[2])] as const
    const held = texts.every((text, which) => text === given[which])
    block.time[at] = read?.micros ?? Number.NaN
    block.zone[at] = read?.zone ?? 0
    block.sign[at] = sign === 1 ? signs.credit : sign === -1 ? signs.debit : signs.none
    block.type[at] = this.types.add(type)
    block.asset[at] = this.assets.add(asset)
    block.from[at] = this.#accountOf(cells, 5)
    block.to[at] = this.#accountOf(cells, 9)
    block.write(at, texts)
    return isSigned && held && read?.isExact === true && read.zone < maxZones
  }

  #accountOf(cells: Cells, first: number): number {
    const [market = '', party = '', type = ''] = cells.slice(first, first + 3)
    const id = this.#accountTexts.add(`${market},${party},${type}`)
    if (id === this.#accounts.length) {
      const account = { market: withoutQuotes(market), party: withoutQuotes(party), type: withoutQuotes(type) }
      this.#accounts.push(account)
      this.#marketOf.push(this.#markets.add(account.market))
    }
    return id
  }
}
