import { type LedgerColumn, ledgerColumns } from '../../../wire/ledger-export.ts'
import { marketOf } from './ledger-row.ts'
import { ledgerMonth } from './ledger-time.ts'
import {
  type AccountCheck,
  AccountTally,
  CellSums,
  isAmount,
  itemOf,
  type LedgerTotals,
  signOf,
} from './ledger-totals.ts'

const columns = Object.fromEntries(ledgerColumns.map((name, at) => [name, at])) as Readonly<
  Record<LedgerColumn, number>
>

type Account = Pick<AccountCheck, 'asset' | 'market' | 'type'> & { tally: AccountTally }
type Side = 'from' | 'to'

/** The columns and fields of one row. */
type Row = (name: LedgerColumn) => string

const keyOf = (row: Row, side: Side): string =>
  `${row('asset_id')} ${row(`account_${side}_market_id`)} ${row(`account_${side}_account_type`)}`

/**
 * Adds up the rows of a ledger export as they pass and keeps none of them (wire.md 5.2): what comes in and goes out, and for
 * each account of `party` whether each balance follows from the one before and the movement.
 */
export class LedgerSums {
  readonly #party: string
  readonly #cells = new CellSums()
  readonly #accounts = new Map<string, Account>()
  #rows = 0
  #unread = 0
  #time = ''
  /** The month of `#time`: rows of one block share their time. Empty when it is no time. */
  #month = ''

  constructor(party: string) {
    this.#party = party.toLowerCase()
  }

  /** Adds one row, its fields in the order of the columns. */
  add(fields: readonly string[]): void {
    const row: Row = (name) => fields[columns[name]] ?? ''
    const time = row('vega_time')
    if (time !== this.#time) {
      this.#time = time
      this.#month = ledgerMonth(time)
    }
    this.#rows++
    const sign = signOf(row('quantity'), row('effect'))
    const quantity = sign === undefined ? undefined : BigInt(row('quantity'))
    if (quantity === undefined) this.#unread++
    else {
      const cell = { month: this.#month, asset: row('asset_id'), type: row('transfer_type'), market: marketOf(row) }
      this.#cells.add(cell, sign === 0 ? 0n : sign === 1 ? quantity : -quantity)
    }
    if (row('account_from_party_id') === this.#party) this.#follow(row, 'from', quantity && -quantity)
    if (row('account_to_party_id') === this.#party) this.#follow(row, 'to', quantity)
  }

  /** Whether the balances of a row follow from the rows before; undefined where these did not move its accounts. */
  follows(fields: readonly string[]): boolean | undefined {
    const row: Row = (name) => fields[columns[name]] ?? ''
    const quantity = isAmount(row('quantity')) ? BigInt(row('quantity')) : 0n
    const sides = (['from', 'to'] as const).filter(
      (side) => row(`account_${side}_party_id`).toLowerCase() === this.#party,
    )
    const known = sides.flatMap((side) => {
      const held = this.#accounts.get(keyOf(row, side))?.tally.held
      const change = side === 'from' ? -quantity : quantity
      const balance = row(`account_${side}_balance`)
      return held === undefined ? [] : [isAmount(balance) && held + change === BigInt(balance)]
    })
    return known.length === 0 ? undefined : known.every(Boolean)
  }

  totals(): LedgerTotals {
    return {
      rows: this.#rows,
      unread: this.#unread,
      cells: this.#cells.cells(),
      accounts: [...this.#accounts.values()].map(({ tally, ...account }) => ({ ...account, ...tally.result() })),
    }
  }

  /** Follows one account of a row. One whose amount, balance or place in time is not known leaves it unchecked. */
  #follow(row: Row, side: Side, change: bigint | undefined): void {
    const make = (): Account => ({
      asset: row('asset_id'),
      market: row(`account_${side}_market_id`),
      type: row(`account_${side}_account_type`),
      tally: new AccountTally(),
    })
    const { tally } = itemOf(this.#accounts, keyOf(row, side), make)
    const balance = row(`account_${side}_balance`)
    if (change === undefined || this.#month === '' || !isAmount(balance)) tally.unread++
    else tally.add(change, BigInt(balance), () => this.#time)
  }
}
