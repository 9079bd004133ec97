import type { LedgerColumn } from '../../../../../wire/ledger-export.ts'
import type { FieldEnds } from './csv-scanner.ts'
import { AccountChain } from './balance-chain.ts'
import { ExactSum, newLimbs, readLimbs } from './decimal-accumulator.ts'
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

const minus = 45
const zero = 48
const plusSign = 43

/** The item at three small numbers, made when it is not there yet: nested arrays cost no key. */
function at<Item>(table: Item[][][], a: number, b: number, c: number, make: () => Item): Item {
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
  readonly #decoder = new TextDecoder()
  readonly #months = new Interned()
  readonly #assets = new Interned()
  readonly #types = new Interned()
  readonly #markets = new Interned()
  readonly #accountTypes = new Interned()
  readonly #cells: Cell[] = []
  readonly #cellAt: Cell[][][] = []
  readonly #accounts: AccountChain[] = []
  readonly #accountAt: AccountChain[][][] = []
  readonly #quantity = newLimbs()
  readonly #effect = newLimbs()
  readonly #balance = newLimbs()
  #rows = 0
  #unread = 0

  constructor(party: string, columns: ColumnIndexes) {
    this.#party = new TextEncoder().encode(party.toLowerCase())
    this.#columns = columns
  }

  row(bytes: Uint8Array, from: number, ends: FieldEnds): void {
    const columns = this.#columns
    const start = (column: number): number => (column === 0 ? from : ends[column - 1]! + 1)
    this.#rows++
    const effectAt = start(columns.effect)
    const sign = bytes[effectAt]
    const effectTo = ends[columns.effect]!
    const digits = sign === minus || sign === plusSign ? effectAt + 1 : effectAt
    if (
      !readLimbs(bytes, start(columns.quantity), ends[columns.quantity]!, this.#quantity) ||
      !readLimbs(bytes, digits, effectTo, this.#effect)
    ) {
      this.#unread++
      return
    }
    const asset = this.#assets.of(bytes, start(columns.asset_id), ends[columns.asset_id]!)
    const cell = this.#cell(
      this.#month(bytes, start(columns.vega_time), ends[columns.vega_time]!),
      asset,
      this.#types.of(bytes, start(columns.transfer_type), ends[columns.transfer_type]!),
    )
    cell.rows++
    if (sign === minus) cell.out.add(this.#effect)
    else cell.in.add(this.#effect)

    // An effect of zero means that the party is on both sides, or that the amount is zero: only then the parties are read.
    const none = effectTo - digits === 1 && bytes[digits] === zero
    const sends = none
      ? this.#isParty(bytes, start(columns.account_from_party_id), ends[columns.account_from_party_id]!)
      : sign === minus
    const receives = none
      ? this.#isParty(bytes, start(columns.account_to_party_id), ends[columns.account_to_party_id]!)
      : sign !== minus
    let read = true
    if (sends) {
      const market = this.#market(bytes, start(columns.account_from_market_id), ends[columns.account_from_market_id]!)
      const type = this.#accountTypes.of(
        bytes,
        start(columns.account_from_account_type),
        ends[columns.account_from_account_type]!,
      )
      read = this.#move(bytes, from, ends, asset, market, type, columns.account_from_balance, true)
    }
    if (receives) {
      const market = this.#market(bytes, start(columns.account_to_market_id), ends[columns.account_to_market_id]!)
      const type = this.#accountTypes.of(
        bytes,
        start(columns.account_to_account_type),
        ends[columns.account_to_account_type]!,
      )
      read = this.#move(bytes, from, ends, asset, market, type, columns.account_to_balance, false) && read
    }
    if (!read) this.#unread++
  }

  /** The sums so far. */
  totals(): LedgerTotals {
    return {
      rows: this.#rows,
      unread: this.#unread,
      cells: this.#cells.map((cell) => ({
        month: this.#months.texts[cell.month]!,
        asset: this.#assets.texts[cell.asset]!,
        type: unquoted(this.#types.texts[cell.type]!),
        rows: cell.rows,
        in: cell.in.value().toString(),
        out: cell.out.value().toString(),
      })),
      accounts: this.#accounts.map((account) => ({
        asset: this.#assets.texts[account.asset]!,
        market: this.#markets.texts[account.market]!,
        type: this.#accountTypes.texts[account.type]!,
        ...account.result(),
      })),
    }
  }

  #month(bytes: Uint8Array, from: number, to: number): number {
    // `+00`, which is what a node in UTC writes: the month is the first seven bytes.
    if (bytes[to - 1] === zero && bytes[to - 2] === zero && bytes[to - 3] === plusSign) {
      return this.#months.of(bytes, from, from + 7)
    }
    const month = new TextEncoder().encode(monthOf(this.#decoder.decode(bytes.subarray(from, to))))
    return this.#months.of(month, 0, month.length)
  }

  /** An account without market is written as nothing or as two quotes. */
  #market(bytes: Uint8Array, from: number, to: number): number {
    return to - from === 2 ? this.#markets.of(bytes, to, to) : this.#markets.of(bytes, from, to)
  }

  #isParty(bytes: Uint8Array, from: number, to: number): boolean {
    if (to - from !== this.#party.length) return false
    for (let at = 0; at < this.#party.length; at++) if (bytes[from + at] !== this.#party[at]) return false
    return true
  }

  #cell(month: number, asset: number, type: number): Cell {
    return at(this.#cellAt, month, asset, type, () => {
      const cell = { month, asset, type, rows: 0, in: new ExactSum(), out: new ExactSum() }
      this.#cells.push(cell)
      return cell
    })
  }

  #account(asset: number, market: number, type: number): AccountChain {
    return at(this.#accountAt, asset, market, type, () => {
      const account = new AccountChain(asset, market, type)
      this.#accounts.push(account)
      return account
    })
  }

  /** One movement of one account; false when the balance reported after it cannot be read. */
  #move(
    bytes: Uint8Array,
    from: number,
    ends: FieldEnds,
    asset: number,
    market: number,
    type: number,
    balanceColumn: number,
    out: boolean,
  ): boolean {
    const balance = this.#balance
    if (!readLimbs(bytes, ends[balanceColumn - 1]! + 1, ends[balanceColumn]!, balance)) return false
    const account = this.#account(asset, market, type)
    if (account.move(this.#quantity, balance, out)) return true
    const column = this.#columns.vega_time
    const time = bytes.subarray(column === 0 ? from : ends[column - 1]! + 1, ends[column])
    account.broke(this.#quantity, balance, out, this.#decoder.decode(time))
    return true
  }
}

const unquoted = (text: string): string => (text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text)
