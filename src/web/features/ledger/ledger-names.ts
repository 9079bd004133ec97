import { useMemo } from 'react'
import { useMarkets, useAssets } from '../../entities/labels.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import { shortId } from '../../format/id.ts'
import type { AssetScale } from '../../ledger/rows/accounting.ts'
import { typeWords } from '../../ledger/rows/groups.ts'
import type { AccountCurve } from '../../ledger/store/balances.ts'

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
  const listed = useAssets().byId.get(asset)?.decimals
  const decimals = usePreference('decimals')
  return listed ?? decimals[asset]
}

/** What files need to know of assets and markets. */
export interface Scales {
  assets: Readonly<Record<string, AssetScale>>
  /** Codes of markets by id. */
  markets: Readonly<Record<string, string>>
}

/** Symbols and decimals of all known assets, and the codes of all known markets. */
export function useScales(): Scales {
  const assets = useAssets().byId
  const markets = useMarkets().byId
  const set = usePreference('decimals')
  return {
    assets: Object.fromEntries([
      ...Object.entries(set).map(([id, decimals]): [string, AssetScale] => [id, { symbol: '', decimals }]),
      ...[...assets.values()].map(({ id, symbol, decimals }): [string, AssetScale] => [id, { symbol, decimals }]),
    ]),
    markets: Object.fromEntries([...markets.values()].map(({ id, code }) => [id, code])),
  }
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
