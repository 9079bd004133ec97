import { type LedgerColumn, ledgerColumns } from '../../../wire/ledger-export.ts'
import { monthOf } from './ledger-time.ts'
import { AccountTally } from './account-tally.ts'
import type { AccountCheck, LedgerTotals, TotalsCell } from './ledger-totals.ts'

const columns = Object.fromEntries(ledgerColumns.map((name, at) => [name, at])) as Readonly<
  Record<LedgerColumn, number>
>

type Cell = Omit<TotalsCell, 'in' | 'out'> & { in: bigint; out: bigint }
type Account = Pick<AccountCheck, 'asset' | 'market' | 'type'> & { tally: AccountTally }

/** The columns and fields of one row. */
type Row = (name: LedgerColumn) => string

/** An amount as it is written; undefined for other text or more digits than an amount can have. */
const amountOf = (text: string): bigint | undefined => (/^[+-]?\d{1,72}$/.test(text) ? BigInt(text) : undefined)

const sizeOf = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

/** What names an account of the party. */
const keyOf = (row: Row, side: 'from' | 'to'): string =>
  `${row('asset_id')} ${row(`account_${side}_market_id`)} ${row(`account_${side}_account_type`)}`

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
  readonly #cells = new Map<string, Cell>()
  readonly #accounts = new Map<string, Account>()
  #rows = 0
  #unread = 0

  constructor(party: string) {
    this.#party = party.toLowerCase()
  }

  /** Adds one row, its fields in the order of the columns. */
  add(fields: readonly string[]): void {
    const row: Row = (name) => fields[columns[name]] ?? ''
    this.#rows++
    const quantity = amountOf(row('quantity'))
    const effect = amountOf(row('effect'))
    if (quantity === undefined || effect === undefined) {
      this.#unread++
      for (const side of ['from', 'to'] as const)
        if (row(`account_${side}_party_id`) === this.#party) this.#tally(row, side).unread++
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

  /** Whether the balances of a row follow from the rows before; undefined where these did not move its accounts. */
  follows(fields: readonly string[]): boolean | undefined {
    const row: Row = (name) => fields[columns[name]] ?? ''
    const quantity = amountOf(row('quantity')) ?? 0n
    const sides = (['from', 'to'] as const).filter(
      (side) => row(`account_${side}_party_id`).toLowerCase() === this.#party,
    )
    const known = sides.flatMap((side) => {
      const held = this.#accounts.get(keyOf(row, side))?.tally.held
      const change = side === 'from' ? -quantity : quantity
      return held === undefined ? [] : [held + change === amountOf(row(`account_${side}_balance`))]
    })
    return known.length === 0 ? undefined : known.every(Boolean)
  }

  /** The sums so far. */
  totals(): LedgerTotals {
    return {
      rows: this.#rows,
      unread: this.#unread,
      cells: [...this.#cells.values()].map((cell) => ({ ...cell, in: String(cell.in), out: String(cell.out) })),
      accounts: [...this.#accounts.values()].map(({ tally, ...account }) => ({ ...account, ...tally.result() })),
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
    const tally = this.#tally(row, side)
    if (balance === undefined || balance < 0n) {
      tally.unread++
      return false
    }
    tally.add(change, balance, () => row('vega_time'))
    return true
  }

  #tally(row: Row, side: 'from' | 'to'): AccountTally {
    const make = (): Account => ({
      asset: row('asset_id'),
      market: row(`account_${side}_market_id`),
      type: row(`account_${side}_account_type`),
      tally: new AccountTally(),
    })
    return itemOf(this.#accounts, keyOf(row, side), make).tally
  }
}
