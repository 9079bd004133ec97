/** Movements of one transfer type, asset and market within one UTC month. Amounts are raw integers as text. */
export interface TotalsCell {
  /** `2024-03`, UTC. */
  month: string
  asset: string
  /** As in the file, such as `TRANSFER_TYPE_MTM_WIN`; empty where the network recorded none. */
  type: string
  /** Of the account that sent, else of the one that received; empty where neither belongs to a market. */
  market: string
  rows: number
  in: string
  out: string
}

/** A movement after which an account does not hold what it held before plus or minus the movement. */
export interface Break {
  /** As in the file. */
  time: string
  computed: string
  reported: string
}

/** One account of the party through the whole file. Balances are raw integers as text. */
export interface AccountCheck {
  asset: string
  /** Empty for an account without market. */
  market: string
  /** As in the file, such as `GENERAL`. */
  type: string
  movements: number
  /** Before its first movement: the balance reported after it, without the movement. */
  opening: string
  in: string
  out: string
  /** Reported after its last movement. */
  closing: string
  breaks: number
  /** Rows of it whose amounts or place in time are not known: it cannot be checked, and its balances are not known. */
  unread: number
  firstBreak: Break | undefined
}

/** Sums of a ledger export, exact. */
export interface LedgerTotals {
  rows: number
  cells: TotalsCell[]
  accounts: AccountCheck[]
  /** Rows whose amount could not be read; they are in no sum. One whose balance alone is unreadable is in the cells. */
  unread: number
}

/** The totals of an account with movements that cannot be read. */
export const unknownAccount = { opening: '', in: '', out: '', closing: '', breaks: 0, firstBreak: undefined }

export const noTotals: LedgerTotals = { rows: 0, cells: [], accounts: [], unread: 0 }

/** The closing balance that follows from the opening balance and the movements. */
export const computedClosing = (account: Pick<AccountCheck, 'opening' | 'in' | 'out'>): string =>
  (BigInt(account.opening) + BigInt(account.in) - BigInt(account.out)).toString()

/** The longest amount that is read, in digits; a balance of a real network has at most some forty. */
const maxDigits = 255

/** Decimal digits alone, as a node writes quantities and balances. */
export const isAmount = (text: string): boolean => text.length <= maxDigits && /^\d+$/.test(text)

/**
 * Whether a row credits the party (1), debits it (-1) or moves between its own accounts (0): its effect is the quantity, the
 * quantity with a minus, or 0 (wire.md 5.2). Undefined for anything else, whose amount is then not known.
 */
export function signOf(quantity: string, effect: string): 1 | 0 | -1 | undefined {
  if (!isAmount(quantity)) return undefined
  if (effect === '0') return 0
  if (effect === quantity) return 1
  return effect === `-${quantity}` ? -1 : undefined
}

type CellKey = Pick<TotalsCell, 'month' | 'asset' | 'type' | 'market'>
type OpenCell = Omit<TotalsCell, 'in' | 'out'> & { in: bigint; out: bigint }

/** The one adder of what comes in and goes out, by UTC month, asset, transfer type and market. Nothing is rounded. */
export class CellSums {
  readonly #cells: OpenCell[] = []
  readonly #byMonth = new Map<string, Map<string, Map<string, Map<string, OpenCell>>>>()

  /** Adds a row that changes what the party holds by `effect`. */
  add({ month, asset, type, market }: CellKey, effect: bigint): void {
    const byAsset = itemOf(this.#byMonth, month, () => new Map<string, Map<string, Map<string, OpenCell>>>())
    const byType = itemOf(byAsset, asset, () => new Map<string, Map<string, OpenCell>>())
    const byMarket = itemOf(byType, type, () => new Map<string, OpenCell>())
    const cell = itemOf(byMarket, market, () => this.#open({ month, asset, type, market }))
    cell.rows++
    if (effect > 0n) cell.in += effect
    else if (effect < 0n) cell.out -= effect
  }

  /** The sums so far, in the order of their first rows. */
  cells(): TotalsCell[] {
    return this.#cells.map((cell) => ({ ...cell, in: String(cell.in), out: String(cell.out) }))
  }

  #open(key: CellKey): OpenCell {
    const cell = { ...key, rows: 0, in: 0n, out: 0n }
    this.#cells.push(cell)
    return cell
  }
}

export function itemOf<Key, Item>(items: Map<Key, Item>, key: Key, make: () => Item): Item {
  const existing = items.get(key)
  if (existing !== undefined) return existing
  const made = make()
  items.set(key, made)
  return made
}

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
