import type { LedgerColumn } from '../../../../../wire/ledger-export.ts'
import type { CsvRow } from './csv-scanner.ts'
import { AccountChain } from './balance-chain.ts'
import { ExactSum, type Limbs, newLimbs, readLimbs } from './decimal-accumulator.ts'
import { Interned } from './byte-interner.ts'
import { monthOf } from './ledger-time.ts'
import type { LedgerTotals } from './ledger-totals.ts'

/** The index of each column in the rows of a file. */
export type ColumnIndexes = Readonly<Record<LedgerColumn, number>>

interface Cell {
  month: number
  asset: number
  type: number
  rows: number
  in: ExactSum
  out: ExactSum
}

/** The columns of one of the two accounts of a movement. */
interface Side {
  party: number
  market: number
  type: number
  balance: number
  sends: boolean
}

const minus = 45
const zero = 48
const plusSign = 43

/** The item at three small numbers, made when it is missing: nested arrays need no text as a key. */
function at<Item>(table: Item[][][], [a, b, c]: readonly [number, number, number], make: () => Item): Item {
  const row = ((table[a] ??= [])[b] ??= [])
  return (row[c] ??= make())
}

/**
 * Adds up the rows of a ledger export as they pass (wire.md 5.2): in and out by transfer type, asset and UTC month, and
 * for each account of `party` the chain of its balances. Nothing is rounded and no row makes a string.
 */
export class LedgerSums {
  readonly #party: Uint8Array
  readonly #columns: ColumnIndexes
  readonly #sender: Side
  readonly #receiver: Side
  readonly #decoder = new TextDecoder()
  readonly #months = new Interned()
  readonly #assets = new Interned()
  readonly #types = new Interned()
  readonly #markets = new Interned()
  readonly #accountTypes = new Interned()
  readonly #cells: Cell[][][] = []
  readonly #accounts: AccountChain[][][] = []
  readonly #quantity = newLimbs()
  readonly #effect = newLimbs()
  readonly #balance = newLimbs()
  #rows = 0
  #unread = 0
  /** The row that is being added. */
  #row: CsvRow = { bytes: new Uint8Array(0), from: 0, to: 0, ends: new Int32Array(0), count: 0 }

  constructor(party: string, columns: ColumnIndexes) {
    this.#party = new TextEncoder().encode(party.toLowerCase())
    this.#columns = columns
    const side = (name: 'from' | 'to'): Side => ({
      party: columns[`account_${name}_party_id`],
      market: columns[`account_${name}_market_id`],
      type: columns[`account_${name}_account_type`],
      balance: columns[`account_${name}_balance`],
      sends: name === 'from',
    })
    this.#sender = side('from')
    this.#receiver = side('to')
  }

  /** Adds one row. */
  row(row: CsvRow): void {
    this.#row = row
    const { bytes, ends } = row
    this.#rows++
    const { quantity, effect, asset_id, transfer_type } = this.#columns
    const first = bytes[this.#start(effect)]
    const digits = this.#start(effect) + (first === minus || first === plusSign ? 1 : 0)
    const read = this.#amount(this.#start(quantity), quantity, this.#quantity)
    if (!read || !this.#amount(digits, effect, this.#effect)) {
      this.#unread++
      return
    }
    const asset = this.#number(this.#assets, asset_id)
    const cell = this.#cell(this.#month(), asset, this.#number(this.#types, transfer_type))
    cell.rows++
    if (first === minus) cell.out.add(this.#effect)
    else cell.in.add(this.#effect)
    // An effect of zero means that the party is on both sides, or that the amount is zero: only then the parties are read.
    const none = ends[effect]! - digits === 1 && bytes[digits] === zero
    const sends = none ? this.#isParty(this.#sender) : first === minus
    const receives = none ? this.#isParty(this.#receiver) : first !== minus
    const sent = !sends || this.#move(asset, this.#sender)
    const received = !receives || this.#move(asset, this.#receiver)
    if (!sent || !received) this.#unread++
  }

  /** The sums so far. */
  totals(): LedgerTotals {
    return {
      rows: this.#rows,
      unread: this.#unread,
      cells: this.#cells.flat(2).map((cell) => ({
        month: this.#months.texts[cell.month]!,
        asset: this.#assets.texts[cell.asset]!,
        type: unquoted(this.#types.texts[cell.type]!),
        rows: cell.rows,
        in: cell.in.value().toString(),
        out: cell.out.value().toString(),
      })),
      accounts: this.#accounts.flat(2).map((account) => ({
        asset: this.#assets.texts[account.asset]!,
        market: this.#markets.texts[account.market]!,
        type: this.#accountTypes.texts[account.type]!,
        ...account.result(),
      })),
    }
  }

  #start(column: number): number {
    return column === 0 ? this.#row.from : this.#row.ends[column - 1]! + 1
  }

  /** Reads the digits of a column from `start` on. */
  #amount(start: number, column: number, limbs: Limbs): boolean {
    return readLimbs(this.#row.bytes, start, this.#row.ends[column]!, limbs)
  }

  /** The number under which the text of a column is kept. */
  #number(texts: Interned, column: number): number {
    return texts.of(this.#row.bytes, this.#start(column), this.#row.ends[column]!)
  }

  #time(): string {
    const { vega_time } = this.#columns
    return this.#decoder.decode(this.#row.bytes.subarray(this.#start(vega_time), this.#row.ends[vega_time]))
  }

  #month(): number {
    const bytes = this.#row.bytes
    const from = this.#start(this.#columns.vega_time)
    const to = this.#row.ends[this.#columns.vega_time]!
    // A node in UTC writes `+00`: the month is then the first seven bytes.
    if (bytes[to - 1] === zero && bytes[to - 2] === zero && bytes[to - 3] === plusSign) {
      return this.#months.of(bytes, from, from + 7)
    }
    const month = new TextEncoder().encode(monthOf(this.#time()))
    return this.#months.of(month, 0, month.length)
  }

  /** An account without market has an empty field or two quotes. */
  #market({ market }: Side): number {
    const end = this.#row.ends[market]!
    return end - this.#start(market) === 2
      ? this.#markets.of(this.#row.bytes, end, end)
      : this.#number(this.#markets, market)
  }

  #isParty({ party }: Side): boolean {
    const from = this.#start(party)
    if (this.#row.ends[party]! - from !== this.#party.length) return false
    for (let at = 0; at < this.#party.length; at++) if (this.#row.bytes[from + at] !== this.#party[at]) return false
    return true
  }

  #cell(month: number, asset: number, type: number): Cell {
    const make = () => ({ month, asset, type, rows: 0, in: new ExactSum(), out: new ExactSum() })
    return at(this.#cells, [month, asset, type], make)
  }

  /** Adds the movement to one of its accounts; false when the balance reported after it cannot be read. */
  #move(asset: number, side: Side): boolean {
    if (!this.#amount(this.#start(side.balance), side.balance, this.#balance)) return false
    const [market, type] = [this.#market(side), this.#number(this.#accountTypes, side.type)]
    const make = () => new AccountChain(asset, market, type)
    const account = at(this.#accounts, [asset, market, type], make)
    if (!account.move(this.#quantity, this.#balance, side.sends))
      account.broke(this.#quantity, this.#balance, side.sends, this.#time())
    return true
  }
}

const unquoted = (text: string): string => (text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text)
