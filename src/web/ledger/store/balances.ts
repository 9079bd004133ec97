import { type AccountCurve, CurveWriter, type Stretch } from './curve.ts'
import { unknownAccount } from '../rows/ledger-totals.ts'
import { type Amount, amounts, inBlock } from './row-block.ts'
import type { RowStore } from './row-store.ts'

/** A movement of an account: the row, and whether the account sent or received. */
type Movement = number
const rowOf = (movement: Movement): number => movement >>> 1
const isReceived = (movement: Movement): boolean => (movement & 1) === 1

interface Ledger {
  readonly asset: string
  readonly market: string
  readonly type: string
  movements: Uint32Array
  length: number
  unread: number
}

function push(ledger: Ledger, movement: Movement): void {
  if (ledger.length === ledger.movements.length) {
    const larger = new Uint32Array(ledger.length * 2)
    larger.set(ledger.movements)
    ledger.movements = larger
  }
  ledger.movements[ledger.length++] = movement
}

/** The movements of each account of one party, found again from the rows whenever more have come. */
export class Balances {
  readonly #store: RowStore
  readonly #party: string
  readonly #ledgers = new Map<string, Ledger>()
  /** The same by the numbers of account and asset; undefined where it was not looked for yet. */
  readonly #byNumber: (Ledger | undefined)[][] = []
  readonly #isOwn: boolean[] = []
  #seen = 0

  constructor(store: RowStore, party: string) {
    this.#store = store
    this.#party = party.toLowerCase()
  }

  advance(): void {
    const store = this.#store
    for (; this.#seen < store.count; this.#seen++) {
      const [row, block, at] = [this.#seen, store.block(this.#seen), this.#seen & inBlock]
      const [from, to] = [block.from[at]!, block.to[at]!]
      const [sends, receives] = [this.#owns(from), this.#owns(to)]
      const readable = (which: Amount) => block.lengthOf(at, which) > 0
      const isMoved = readable(amounts.quantity) && !Number.isNaN(block.time[at])
      const follow = (account: number, movement: Movement, balance: Amount): void => {
        const ledger = this.#ledger(block.asset[at]!, account)
        if (isMoved && readable(balance)) push(ledger, movement)
        else ledger.unread++
      }
      if (sends) follow(from, row * 2, amounts.fromBalance)
      if (receives) follow(to, row * 2 + 1, amounts.toBalance)
    }
  }

  /** Every account that has moved before the end of the stretch, in the order of its first movement. */
  curves(stretch: Stretch): AccountCurve[] {
    return [...this.#ledgers.values()].flatMap((ledger) => this.#curve(ledger, stretch) ?? [])
  }

  #owns(account: number): boolean {
    return (this.#isOwn[account] ??= this.#store.account(account).party === this.#party)
  }

  #ledger(asset: number, account: number): Ledger {
    const byAsset = (this.#byNumber[account] ??= [])
    return (byAsset[asset] ??= this.#named(asset, account))
  }

  #named(asset: number, account: number): Ledger {
    // The numbers of accounts do not do: an account without a market may be written in two ways.
    const { market, type } = this.#store.account(account)
    const key = `${asset} ${market} ${type}`
    const known = this.#ledgers.get(key)
    if (known) return known
    const made = { asset: this.#store.asset(asset), market, type, movements: new Uint32Array(16), length: 0, unread: 0 }
    this.#ledgers.set(key, made)
    return made
  }

  #balance(movement: Movement): string {
    return this.#store.amount(rowOf(movement), isReceived(movement) ? amounts.toBalance : amounts.fromBalance)
  }

  #curve(ledger: Ledger, stretch: Stretch): AccountCurve | undefined {
    const store = this.#store
    const { asset, market, type, movements, length, unread } = ledger
    if (unread > 0) return { asset, market, type, unread, movements: length, ...unknownAccount, points: [] }
    let before: Movement | undefined
    let writer: CurveWriter | undefined
    const begun = () => (writer ??= new CurveWriter(stretch, before === undefined ? undefined : this.#balance(before)))
    for (let index = 0; index < length; index++) {
      const movement = movements[index]!
      const row = rowOf(movement)
      const micros = store.micros(row)
      if (micros >= stretch.end) continue
      if (micros < stretch.start) {
        before = movement
        continue
      }
      const [block, at] = [store.block(row), row & inBlock]
      const quantity = block.value(at, amounts.quantity)
      const change = isReceived(movement) ? quantity : -quantity
      const after = block.value(at, isReceived(movement) ? amounts.toBalance : amounts.fromBalance)
      begun().add({ row, micros, change, after }, () => store.timeText(row))
    }
    const result = begun().result()
    return result && { asset, market, type, ...result }
  }
}
