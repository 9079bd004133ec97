import { type AccountCheck, AccountTally } from '../rows/ledger-totals.ts'

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
export class CurveWriter {
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
