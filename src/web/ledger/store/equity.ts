import { resultKindOf } from '../rows/groups.ts'
import { itemOf } from '../rows/ledger-totals.ts'
import type { Stretch } from './balances.ts'
import { type Amount, amounts, inBlock, signs } from './row-block.ts'
import type { RowStore } from './row-store.ts'

/** What the party held at the end of a step, by the balances that the node reported. Amounts are raw integers as text. */
export interface EquityPoint {
  /** From 0; only steps in which an account of the asset moved. */
  step: number
  /** Unix microseconds of the last movement. */
  micros: number
  /** Of all accounts together; of one that has not moved yet, what it held before it did. */
  equity: string
  /** The deepest that results were below their highest so far, within the step; transfers are left out. */
  drawdown: string
  /** Transfers in, less those out. */
  transferred: string
  /** Since the point before, a balance did not follow from the entries. */
  gap: boolean
}

export interface Equity {
  asset: string
  opening: string
  closing: string
  points: EquityPoint[]
  /** Rows that cannot be read: the asset's equity is then not known, and the rest is empty. */
  unread: number
  /**
   * The deepest fall of the results without transfers, from a highest to a lowest (Unix microseconds, at the ends of blocks), and
   * what the party held at that highest. Undefined where they never fell.
   */
  deepest: { amount: string; held: string; from: number; to: number } | undefined
}

/** What is told of an asset whose rows are not in the order of time, or cannot be read. */
export const unknownEquity = { opening: '', closing: '', points: [], deepest: undefined }

interface Movement {
  micros: number
  account: string
  change: bigint
  after: bigint
}

/** One asset as its rows pass. Amounts count from the opening, which is known only at the end. */
class EquityTally {
  readonly #stretch: Stretch
  readonly #held = new Map<string, bigint>()
  readonly #points: (Omit<EquityPoint, 'equity' | 'drawdown' | 'transferred'> &
    Record<'equity' | 'drawdown' | 'transferred', bigint>)[] = []
  #opening = 0n
  #equity = 0n
  #made = 0n
  #peak = 0n
  #peakAt: number
  #heldAtPeak = 0n
  #deepest: { amount: bigint; held: bigint; from: number; to: number } | undefined
  #transferred = 0n
  #gap = false
  #micros = Number.NaN
  unread = 0

  constructor(stretch: Stretch) {
    this.#stretch = stretch
    this.#peakAt = stretch.start
  }

  /** Begins a row; what the block before made is settled when its time is over. */
  begin(micros: number): void {
    if (micros !== this.#micros && !Number.isNaN(this.#micros)) this.#settle()
    this.#micros = micros
  }

  move({ account, change, after }: Movement): void {
    const held = this.#held.get(account)
    if (held === undefined) this.#opening += after - change
    else if (held + change !== after) this.#gap = true
    this.#equity += after - (held ?? after - change)
    this.#held.set(account, after)
  }

  made(effect: bigint, isTransfer: boolean): void {
    if (isTransfer) this.#transferred += effect
    else this.#made += effect
  }

  result(asset: string): Equity {
    if (!Number.isNaN(this.#micros)) this.#settle()
    const { unread } = this
    if (unread > 0) return { asset, ...unknownEquity, unread }
    const [opening, deepest] = [this.#opening, this.#deepest]
    return {
      asset,
      opening: String(opening),
      closing: String(opening + this.#equity),
      points: this.#points.map((point) => ({
        ...point,
        equity: String(opening + point.equity),
        drawdown: String(point.drawdown),
        transferred: String(point.transferred),
      })),
      unread,
      deepest: deepest && { ...deepest, amount: String(deepest.amount), held: String(opening + deepest.held) },
    }
  }

  /** Ends a block: within one, results have no order in time. */
  #settle(): void {
    const [made, micros] = [this.#made, this.#micros]
    // A fall begins where results were last at their highest.
    if (made >= this.#peak) [this.#peak, this.#peakAt, this.#heldAtPeak] = [made, micros, this.#equity]
    const drawdown = this.#peak - made
    if (drawdown > (this.#deepest?.amount ?? 0n))
      this.#deepest = { amount: drawdown, held: this.#heldAtPeak, from: this.#peakAt, to: micros }
    const { start, end, steps } = this.#stretch
    const step = Math.max(0, Math.min(steps - 1, Math.floor(((micros - start) * steps) / (end - start))))
    const [equity, transferred, gap] = [this.#equity, this.#transferred, this.#gap]
    const last = this.#points.at(-1)
    if (last?.step === step) {
      Object.assign(last, { micros, equity, gap: last.gap || gap, transferred: last.transferred + transferred })
      if (drawdown > last.drawdown) last.drawdown = drawdown
    } else this.#points.push({ step, micros, equity, drawdown, transferred, gap })
    this.#transferred = 0n
    this.#gap = false
  }
}

/** What the party held in each asset, in the order of first entries. The stretch is all that was read. */
export function equityOf(store: RowStore, party: string, stretch: Stretch): Equity[] {
  const tallies = new Map<string, EquityTally>()
  const names = new Map<number, string | undefined>()
  const nameOf = (id: number): string | undefined => {
    if (!names.has(id)) {
      const { market, party: owner, type } = store.account(id)
      names.set(id, owner === party ? `${market} ${type}` : undefined)
    }
    return names.get(id)
  }
  const transfers: boolean[] = []
  const isTransfer = (type: number): boolean => (transfers[type] ??= resultKindOf(store.type(type)) === 'transfers')
  for (let row = 0; row < store.count; row++) {
    const [block, at] = [store.block(row), row & inBlock]
    const tally = itemOf(tallies, store.asset(block.asset[at]!), () => new EquityTally(stretch))
    const micros = block.time[at]!
    const sides: [string | undefined, Amount, bigint][] = [
      [nameOf(block.from[at]!), amounts.fromBalance, -1n],
      [nameOf(block.to[at]!), amounts.toBalance, 1n],
    ]
    const owned = sides.filter(([account]) => account !== undefined)
    const readable = (which: Amount) => block.lengthOf(at, which) > 0
    if (Number.isNaN(micros) || !readable(amounts.quantity) || owned.some(([, balance]) => !readable(balance))) {
      tally.unread++
      continue
    }
    tally.begin(micros)
    const quantity = block.value(at, amounts.quantity)
    for (const [account = '', balance, sign] of owned)
      tally.move({ micros, account, change: sign * quantity, after: block.value(at, balance) })
    const sign = block.sign[at]
    const effect = sign === signs.credit ? quantity : sign === signs.debit ? -quantity : 0n
    tally.made(effect, isTransfer(block.type[at]!))
  }
  return [...tallies].map(([asset, tally]) => tally.result(asset))
}
