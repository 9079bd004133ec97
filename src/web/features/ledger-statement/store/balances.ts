import type { AccountCheck } from '../../ledger-export/engine/sums/ledger-totals.ts'
import { type Amount, amounts, inBlock } from './row-block.ts'
import type { RowStore } from './row-store.ts'

/** A balance that an account of the party has from a movement on. */
export interface BalancePoint {
  /** The step of the curve that it falls in, from 0. */
  step: number
  /** Unix microseconds of the movement. */
  micros: number
  /** A raw integer, as the node reported it. */
  balance: string
  /** The row of the movement, counted from 0 among all rows. */
  row: number
  /** Since the point before, a balance did not follow from the one before it and the movement: rows are missing. */
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
}

function push(ledger: Ledger, movement: Movement): void {
  if (ledger.length === ledger.movements.length) {
    const larger = new Uint32Array(ledger.length * 2)
    larger.set(ledger.movements)
    ledger.movements = larger
  }
  ledger.movements[ledger.length++] = movement
}

/** Follows one account through a stretch and checks that each balance follows from the one before it. */
class CurveWriter {
  readonly #points: BalancePoint[] = []
  readonly #stretch: Stretch
  #held: bigint | undefined
  #opening: bigint | undefined
  #movements = 0
  #in = 0n
  #out = 0n
  #breaks = 0
  #firstBreak: AccountCheck['firstBreak']

  constructor(stretch: Stretch, before: string | undefined) {
    this.#stretch = stretch
    this.#held = before === undefined ? undefined : BigInt(before)
    this.#opening = this.#held
  }

  add(moved: { row: number; micros: number; change: bigint; balance: string }, timeText: () => string): void {
    const { row, micros, change, balance } = moved
    const after = BigInt(balance)
    const computed = (this.#held ?? after - change) + change
    this.#opening ??= after - change
    const gap = computed !== after
    if (gap) {
      this.#breaks++
      this.#firstBreak ??= { time: timeText(), computed: String(computed), reported: balance }
    }
    if (change < 0n) this.#out -= change
    else this.#in += change
    this.#movements++
    this.#held = after
    if (!Number.isNaN(micros)) this.#point({ micros, balance, row, gap })
  }

  #point(point: Omit<BalancePoint, 'step'>): void {
    const { start, end, steps } = this.#stretch
    const step = Math.min(steps - 1, Math.floor(((point.micros - start) * steps) / (end - start)))
    const last = this.#points.at(-1)
    if (last?.step === step) this.#points.pop()
    this.#points.push({ ...point, step, gap: point.gap || (last?.step === step && last.gap) })
  }

  /** Undefined when the account had not moved before the end of the stretch. */
  result(): Omit<AccountCurve, 'asset' | 'market' | 'type'> | undefined {
    if (this.#held === undefined || this.#opening === undefined) return undefined
    return {
      movements: this.#movements,
      opening: String(this.#opening),
      in: String(this.#in),
      out: String(this.#out),
      closing: String(this.#held),
      breaks: this.#breaks,
      firstBreak: this.#firstBreak,
      points: this.#points,
    }
  }
}

/** The movements of each account of one party, found again from the rows whenever more have come. */
export class Balances {
  readonly #store: RowStore
  readonly #party: string
  readonly #ledgers = new Map<string, Ledger>()
  #seen = 0
  /** Rows with an amount or balance that could not be read; they are in no balance. */
  unread = 0

  constructor(store: RowStore, party: string) {
    this.#store = store
    this.#party = party.toLowerCase()
  }

  advance(): void {
    const store = this.#store
    for (; this.#seen < store.count; this.#seen++) {
      const [row, block, at] = [this.#seen, store.block(this.#seen), this.#seen & inBlock]
      const [from, to] = [block.from[at]!, block.to[at]!]
      const sends = store.account(from).party === this.#party
      const receives = store.account(to).party === this.#party
      const readable = (which: Amount) => block.lengthOf(at, which) > 0
      if (!readable(amounts.quantity)) {
        this.unread++
        continue
      }
      const [sent, received] = [!sends || readable(amounts.fromBalance), !receives || readable(amounts.toBalance)]
      if (sends && sent) push(this.#ledger(block.asset[at]!, from), row * 2)
      if (receives && received) push(this.#ledger(block.asset[at]!, to), row * 2 + 1)
      if (!sent || !received) this.unread++
    }
  }

  /** Every account that has moved before the end of the stretch, in the order of its first movement. */
  curves(stretch: Stretch): AccountCurve[] {
    return [...this.#ledgers.values()].flatMap((ledger) => this.#curve(ledger, stretch) ?? [])
  }

  #ledger(asset: number, account: number): Ledger {
    // The numbers of accounts do not do: an account without a market may be written in two ways.
    const { market, type } = this.#store.account(account)
    const key = `${asset} ${market} ${type}`
    const known = this.#ledgers.get(key)
    if (known) return known
    const made = { asset: this.#store.asset(asset), market, type, movements: new Uint32Array(16), length: 0 }
    this.#ledgers.set(key, made)
    return made
  }

  #balance(movement: Movement): string {
    return this.#store.amount(rowOf(movement), isReceived(movement) ? amounts.toBalance : amounts.fromBalance)
  }

  #curve(ledger: Ledger, stretch: Stretch): AccountCurve | undefined {
    const store = this.#store
    const { asset, market, type, movements, length } = ledger
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
      const quantity = BigInt(store.amount(row, amounts.quantity))
      const change = isReceived(movement) ? quantity : -quantity
      begun().add({ row, micros, change, balance: this.#balance(movement) }, () => store.timeText(row))
    }
    const result = begun().result()
    return result && { asset, market, type, ...result }
  }
}
