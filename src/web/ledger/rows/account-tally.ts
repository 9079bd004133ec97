import { type AccountCheck, unknownAccount } from './ledger-totals.ts'

/** Follows one account of the party and checks that each balance follows from the one before it and the movement. */
export class AccountTally {
  #opening: bigint | undefined
  #held: bigint | undefined
  #movements = 0
  #in = 0n
  #out = 0n
  #breaks = 0
  #firstBreak: AccountCheck['firstBreak']
  /** Rows of the account that cannot be read. */
  unread = 0

  /** `held` is the balance before the first movement, where it is known. */
  constructor(held?: bigint) {
    this.#opening = held
    this.#held = held
  }

  /** The balance after the last movement. */
  get held(): bigint | undefined {
    return this.#held
  }

  /** Adds a movement and the balance that was reported after it; true when that does not follow. */
  add(change: bigint, after: bigint, timeText: () => string): boolean {
    const computed = (this.#held ?? after - change) + change
    const isBreak = computed !== after
    this.#opening ??= after - change
    if (isBreak) {
      this.#breaks++
      this.#firstBreak ??= { time: timeText(), computed: String(computed), reported: String(after) }
    }
    if (change < 0n) this.#out -= change
    else this.#in += change
    this.#movements++
    this.#held = after
    return isBreak
  }

  /** What the movements add up to; balances are left out where a row cannot be read. */
  result(): Omit<AccountCheck, 'asset' | 'market' | 'type'> {
    return {
      movements: this.#movements,
      opening: String(this.#opening ?? ''),
      in: String(this.#in),
      out: String(this.#out),
      closing: String(this.#held ?? ''),
      breaks: this.#breaks,
      unread: this.unread,
      firstBreak: this.#firstBreak,
      ...(this.unread > 0 && unknownAccount),
    }
  }
}
