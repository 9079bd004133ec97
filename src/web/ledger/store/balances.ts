import { type AccountCheck, AccountTally, unknownAccount } from '../rows/ledger-totals.ts'
import { type Amount, amounts, inBlock } from './row-block.ts'
import type { RowStore } from './row-store.ts'

/** A balance that an account of the party has from a movement on. */
export interface BalancePoint {
  step: number
  /** Unix microseconds of the movement. */
  micros: number
  /** A raw integer, as the node reported it. */
  balance: string
  /** The row of the movement, counted from 0 among all rows. */
  row: number
  /** Since the point before, a balance did not follow from the one before it and the movement. */
  gap: boolean
}

/** One account of the party over a stretch of time: what it held and what moved, and its balance at the end of each step. */
export interface AccountCurve extends AccountCheck {
  /** Only steps in which the account moved, the last movement of each. */
  points: BalancePoint[]
}

/** A stretch of time in Unix microseconds, `end` excluded, cut into equal steps. */
export interface Stretch {
  start: number
  end: number
  steps: number
}

/** A movement of an account: what it changed, and what the node reported after it. */
interface Moved {
  row: number
  micros: number
  change: bigint
  after: bigint
}

/** Follows one account through a stretch: its movements, and its balance at the end of each step. */
class CurveWriter {
  readonly #points: BalancePoint[] = []
  readonly #stretch: Stretch
  readonly #tally: AccountTally
  /** After the last movement of the last point. */
  #last: bigint | undefined

  constructor(stretch: Stretch, before: string | undefined) {
    this.#stretch = stretch
    this.#tally = new AccountTally(before === undefined ? undefined : BigInt(before))
  }

  add({ row, micros, change, after }: Moved, timeText: () => string): void {
    const gap = this.#tally.add(change, after, timeText)
    if (!Number.isNaN(micros)) this.#point(row, micros, gap)
  }

  /** A point becomes text when its step is over: most movements are not the last of their step. */
  #point(row: number, micros: number, gap: boolean): void {
    const { start, end, steps } = this.#stretch
    const step = Math.min(steps - 1, Math.floor(((micros - start) * steps) / (end - start)))
    const last = this.#points.at(-1)
    if (last?.step === step) {
      last.row = row
      last.micros = micros
      last.gap ||= gap
      this.#last = this.#tally.held
      return
    }
    this.#write()
    this.#points.push({ step, micros, balance: '', row, gap })
    this.#last = this.#tally.held
  }

  #write(): void {
    const last = this.#points.at(-1)
    if (last) last.balance = String(this.#last)
  }

  /** Undefined when the account had not moved before the end of the stretch. */
  result(): Omit<AccountCurve, 'asset' | 'market' | 'type'> | undefined {
    if (this.#tally.held === undefined) return undefined
    this.#write()
    return { ...this.#tally.result(), points: this.#points }
  }
}

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
    const existing = this.#ledgers.get(key)
    if (existing) return existing
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
