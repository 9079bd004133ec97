import type { LedgerColumn } from '../../../wire/ledger-export.ts'
import { monthOf } from './ledger-time.ts'
import type { AccountCheck, LedgerTotals, TotalsCell } from './ledger-totals.ts'

/** The index of each column in the rows of a file. */
export type ColumnIndexes = Readonly<Record<LedgerColumn, number>>

type Exact<Sums, Amount extends keyof Sums> = Omit<Sums, Amount> & Record<Amount, bigint>
type Cell = Exact<TotalsCell, 'in' | 'out'>
type Account = Exact<AccountCheck, 'opening' | 'in' | 'out' | 'closing'>

/** The columns and fields of one row. */
type Row = (name: LedgerColumn) => string

/** An amount as it is written; undefined for other text or more digits than an amount can have. */
const amountOf = (text: string): bigint | undefined => (/^[+-]?\d{1,72}$/.test(text) ? BigInt(text) : undefined)

const sizeOf = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

/** The item of a key, made when it is missing. */
function itemOf<Item>(items: Map<string, Item>, key: string, make: () => Item): Item {
  const known = items.get(key)
  if (known) return known
  const made = make()
  items.set(key, made)
  return made
}

/**
 * Adds up the rows of a ledger export as they pass (wire.md 5.2): in and out by transfer type, asset and UTC month, and
 * for each account of `party` whether each balance follows from the one before and the movement. Nothing is rounded.
 */
export class LedgerSums {
  readonly #party: string
  readonly #columns: ColumnIndexes
  readonly #cells = new Map<string, Cell>()
  readonly #accounts = new Map<string, Account>()
  #rows = 0
  #unread = 0

  constructor(party: string, columns: ColumnIndexes) {
    this.#party = party.toLowerCase()
    this.#columns = columns
  }

  /** Adds one row. */
  add(fields: readonly string[]): void {
    const row: Row = (name) => fields[this.#columns[name]] ?? ''
    this.#rows++
    const quantity = amountOf(row('quantity'))
    const effect = amountOf(row('effect'))
    if (quantity === undefined || effect === undefined) {
      this.#unread++
      return
    }
    const cell = this.#cell(row)
    cell.rows++
    cell[effect < 0n ? 'out' : 'in'] += sizeOf(effect)
    // An effect of zero means that the party is on both sides, or that the amount is zero: only then the parties are read.
    const none = effect === 0n
    const sends = none ? row('account_from_party_id') === this.#party : effect < 0n
    const receives = none ? row('account_to_party_id') === this.#party : effect > 0n
    const sent = !sends || this.#move(row, 'from', -sizeOf(quantity))
    const received = !receives || this.#move(row, 'to', sizeOf(quantity))
    if (!sent || !received) this.#unread++
  }

  /** The sums so far. */
  totals(): LedgerTotals {
    return {
      rows: this.#rows,
      unread: this.#unread,
      cells: [...this.#cells.values()].map((cell) => ({ ...cell, in: String(cell.in), out: String(cell.out) })),
      accounts: [...this.#accounts.values()].map((account) => ({
        ...account,
        opening: String(account.opening),
        in: String(account.in),
        out: String(account.out),
        closing: String(account.closing),
      })),
    }
  }

  #cell(row: Row): Cell {
    const time = row('vega_time')
    // A node in UTC writes `+00`: the month is then the first seven characters.
    const month = time.endsWith('+00') ? time.slice(0, 7) : monthOf(time)
    const [asset, type] = [row('asset_id'), row('transfer_type')]
    const make = (): Cell => ({ month, asset, type, rows: 0, in: 0n, out: 0n })
    return itemOf(this.#cells, `${month} ${asset} ${type}`, make)
  }

  /** Adds the movement to one of its accounts; false when the balance reported after it cannot be read. */
  #move(row: Row, side: 'from' | 'to', change: bigint): boolean {
    const balance = amountOf(row(`account_${side}_balance`))
    if (balance === undefined || balance < 0n) return false
    const [asset, market] = [row('asset_id'), row(`account_${side}_market_id`)]
    const type = row(`account_${side}_account_type`)
    const opening = balance - change
    const none = { movements: 0, in: 0n, out: 0n, breaks: 0, firstBreak: undefined }
    const make = (): Account => ({ asset, market, type, ...none, opening, closing: opening })
    const account = itemOf(this.#accounts, `${asset} ${market} ${type}`, make)
    const computed = account.closing + change
    if (computed !== balance) {
      account.breaks++
      account.firstBreak ??= { time: row('vega_time'), computed: String(computed), reported: String(balance) }
    }
    account.movements++
    if (side === 'from') account.out -= change
    else account.in += change
    account.closing = balance
    return true
  }
}
