import type { SettlementAsset } from '../../../wire/sla/sla-verdict.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import { useAssets } from '../asset/labels.ts'
import { useMarkets } from './labels.ts'

/** Decimals of a market's settlement asset, by the node or else by the reader, and its symbol where the node has it. */
export function useSettlement(marketId: string): SettlementAsset {
  const assetId = useMarkets().byId.get(marketId)?.settlementAsset
  const asset = useAssets().byId.get(assetId ?? '')
  const decimals = usePreference('decimals')
  return { decimals: asset?.decimals ?? decimals[assetId ?? marketId] ?? decimals[marketId], symbol: asset?.symbol }
}
