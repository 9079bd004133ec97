import { type AccountCheck, computedClosing } from '../engine/sums/ledger-totals.ts'

/** Whether the balances that the node reports follow from the movements in the file. */
export const agrees = (account: AccountCheck): boolean =>
  account.breaks === 0 && computedClosing(account) === account.closing

/** Accounts with the most movements first, those that do not agree before all others. */
export const inOrder = (accounts: readonly AccountCheck[]): AccountCheck[] =>
  accounts.toSorted((a, b) => Number(agrees(a)) - Number(agrees(b)) || b.movements - a.movements)

export const keyOf = ({ asset, market, type }: AccountCheck): string => `${asset} ${market} ${type}`
