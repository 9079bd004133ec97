import { useMarkets } from '../../../entities/market/labels.ts'
import { shortId } from '../../../format/id.ts'
import { typeWords } from '../../../ledger/rows/groups.ts'
import type { AccountCurve } from '../../../ledger/store/balances.ts'

type Account = Pick<AccountCurve, 'type' | 'market'>

/** The name of an account: its type, and its market where it has one. */
export function useAccountNames(): (account: Account) => string {
  const { byId } = useMarkets()
  return ({ type, market }) =>
    market === '' ? typeWords(type) : `${typeWords(type)} ${byId.get(market)?.code || shortId(market)}`
}

export const accountKey = ({ market, type }: Account): string => `${market} ${type}`
