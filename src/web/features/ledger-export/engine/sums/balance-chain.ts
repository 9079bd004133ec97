import { ExactSum, bigOf, isSum, type Limbs, newLimbs } from './decimal-accumulator.ts'
import type { AccountCheck, Break } from './ledger-totals.ts'

/** One account through a file: each balance that is reported must follow from the one before and the movement. */
export class AccountChain {
  /** Numbers under which the texts are kept elsewhere. */
  readonly asset: number
  readonly market: number
  readonly type: number
  readonly #in = new ExactSum()
  readonly #out = new ExactSum()
  /** The balance after the latest movement. */
  readonly #held = newLimbs()
  #movements = 0
  #opening = 0n
  #breaks = 0
  #firstBreak: Break | undefined

  constructor(asset: number, market: number, type: number) {
    this.asset = asset
    this.market = market
    this.type = type
  }

  /** A movement and the balance reported after it; false, with nothing counted, when the two do not agree. */
  move(quantity: Limbs, balance: Limbs, out: boolean): boolean {
    if (this.#movements === 0) this.#opening = bigOf(balance) + (out ? bigOf(quantity) : -bigOf(quantity))
    else if (!(out ? isSum(this.#held, balance, quantity) : isSum(balance, this.#held, quantity))) return false
    this.#count(quantity, balance, out)
    return true
  }

  /** Counts a movement with which the balance reported after it does not agree; `time` as in the file. */
  broke(quantity: Limbs, balance: Limbs, out: boolean, time: string): void {
    const computed = bigOf(this.#held) + (out ? -bigOf(quantity) : bigOf(quantity))
    this.#breaks++
    this.#firstBreak ??= { time, computed: computed.toString(), reported: bigOf(balance).toString() }
    this.#count(quantity, balance, out)
  }

  result(): Omit<AccountCheck, 'asset' | 'market' | 'type'> {
    return {
      movements: this.#movements,
      opening: this.#opening.toString(),
      in: this.#in.value().toString(),
      out: this.#out.value().toString(),
      closing: bigOf(this.#held).toString(),
      breaks: this.#breaks,
      firstBreak: this.#firstBreak,
    }
  }

  #count(quantity: Limbs, balance: Limbs, out: boolean): void {
    this.#movements++
    if (out) this.#out.add(quantity)
    else this.#in.add(quantity)
    this.#held.set(balance)
  }
}
