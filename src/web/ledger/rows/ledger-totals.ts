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
  /** Rows whose amounts or balances could not be read; they are in no sum. */
  unread: number
}

/** What is told of an account of which some movements cannot be read. */
export const unknownAccount = { opening: '', in: '', out: '', closing: '', breaks: 0, firstBreak: undefined }

export const noTotals: LedgerTotals = { rows: 0, cells: [], accounts: [], unread: 0 }

/** The closing balance that follows from the opening balance and the movements. */
export const computedClosing = (account: Pick<AccountCheck, 'opening' | 'in' | 'out'>): string =>
  (BigInt(account.opening) + BigInt(account.in) - BigInt(account.out)).toString()
