import { usePreference } from '../../preferences/use-preferences.ts'
import { useAssets } from '../asset/labels.ts'
import { useMarkets } from './labels.ts'

/** How amounts in a settlement asset are shown, as far as it is known. */
export interface Settlement {
  decimals: number | undefined
  symbol: string | undefined
}

/** Decimals of a market's settlement asset, by the node or else by the reader, and its symbol where the node has it. */
export function useSettlement(marketId: string): Settlement {
  const assetId = useMarkets().byId.get(marketId)?.settlementAsset
  const asset = useAssets().byId.get(assetId ?? '')
  const decimals = usePreference('decimals')
  return { decimals: asset?.decimals ?? decimals[assetId ?? marketId] ?? decimals[marketId], symbol: asset?.symbol }
}
