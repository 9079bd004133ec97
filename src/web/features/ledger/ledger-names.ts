import { useMemo } from 'react'
import { useMarkets } from '../../entities/market/labels.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import { shortId } from '../../format/id.ts'
import { typeWords } from '../../ledger/rows/groups.ts'
import type { AccountCurve } from '../../ledger/store/balances.ts'
import { useAssets } from '../../entities/asset/labels.ts'

type Account = Pick<AccountCurve, 'type' | 'market'>

/** The name of an account: its type, and its market where it has one. */
export function useAccountNames(): (account: Account) => string {
  const { byId } = useMarkets()
  return ({ type, market }) =>
    market === '' ? typeWords(type) : `${typeWords(type)} ${byId.get(market)?.code || shortId(market)}`
}

export const accountKey = ({ market, type }: Account): string => `${market} ${type}`

export type Decimals = Readonly<Record<string, number>>

/** What an asset is called, and that its amounts are raw where its decimals are not known. */
export function useAssetNames(decimals: Decimals): (asset: string) => string {
  const { byId } = useAssets()
  return (asset) => `${byId.get(asset)?.symbol ?? shortId(asset)}${decimals[asset] === undefined ? ' (raw)' : ''}`
}

/** Decimals of an asset from the node, or from the settings. */
export function useDecimals(asset: string): number | undefined {
  const known = useAssets().byId.get(asset)?.decimals
  const decimals = usePreference('decimals')
  return known ?? decimals[asset]
}

/** Decimals of each asset: from the node, else from the settings. */
export function useAllDecimals(): Decimals {
  const { byId } = useAssets()
  const decimals = usePreference('decimals')
  return useMemo(
    () => ({ ...decimals, ...Object.fromEntries([...byId.values()].map(({ id, decimals: own }) => [id, own])) }),
    [byId, decimals],
  )
}
