/** Movements of one transfer type and asset within one UTC month. Amounts are raw integers as text. */
export interface TotalsCell {
  /** `2024-03`, UTC. */
  month: string
  asset: string
  /** As in the file, such as `TRANSFER_TYPE_MTM_WIN`; empty where the network recorded none. */
  type: string
  rows: number
  in: string
  out: string
}

/** A movement after which an account does not hold what it held before plus or minus the movement. */
export interface Break {
  /** As it stands in the file. */
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
  firstBreak: Break | undefined
}

/** Sums of a ledger export, exact. Can be added up with `mergeTotals`. */
export interface LedgerTotals {
  rows: number
  cells: TotalsCell[]
  accounts: AccountCheck[]
  /** Rows whose amounts or balances could not be read; they are in no sum. */
  unread: number
}

export const noTotals: LedgerTotals = { rows: 0, cells: [], accounts: [], unread: 0 }

const plus = (a: string, b: string): string => (BigInt(a) + BigInt(b)).toString()

/** What the account must hold at the end by its opening balance and its movements. */
export const computedClosing = (account: Pick<AccountCheck, 'opening' | 'in' | 'out'>): string =>
  (BigInt(account.opening) + BigInt(account.in) - BigInt(account.out)).toString()

const cellKey = ({ month, asset, type }: TotalsCell): string => `${month} ${asset} ${type}`
const accountKey = ({ asset, market, type }: AccountCheck): string => `${asset} ${market} ${type}`

/** The later part opens where the earlier closed, or the balance broke between them. */
function join(earlier: AccountCheck, later: AccountCheck): AccountCheck {
  const broke = earlier.closing !== later.opening
  const between: Break = { time: '', computed: earlier.closing, reported: later.opening }
  return {
    ...earlier,
    movements: earlier.movements + later.movements,
    in: plus(earlier.in, later.in),
    out: plus(earlier.out, later.out),
    closing: later.closing,
    breaks: earlier.breaks + later.breaks + (broke ? 1 : 0),
    firstBreak: earlier.firstBreak ?? (broke ? between : later.firstBreak),
  }
}

function merged<Item>(
  earlier: readonly Item[],
  later: readonly Item[],
  key: (item: Item) => string,
  both: (earlier: Item, later: Item) => Item,
): Item[] {
  const all = new Map(earlier.map((item) => [key(item), item]))
  for (const item of later) {
    const before = all.get(key(item))
    all.set(key(item), before ? both(before, item) : item)
  }
  return [...all.values()]
}

/** The totals of two exports of which the second follows the first, as if they were one. */
export const mergeTotals = (earlier: LedgerTotals, later: LedgerTotals): LedgerTotals => ({
  rows: earlier.rows + later.rows,
  unread: earlier.unread + later.unread,
  cells: merged(earlier.cells, later.cells, cellKey, (a, b) => ({
    ...a,
    rows: a.rows + b.rows,
    in: plus(a.in, b.in),
    out: plus(a.out, b.out),
  })),
  accounts: merged(earlier.accounts, later.accounts, accountKey, join),
})
