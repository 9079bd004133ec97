import { queryOptions, useQuery } from '@tanstack/react-query'
import { listMarkets, type Market } from '../../../wire/network.ts'
import { slaTermsOf, type SettlementAsset } from '../../../wire/sla/sla-verdict.ts'
import { ask } from '../../client/request.ts'
import { readableName } from '../../format/name.ts'
import { labelsOf, rarelyRefetched, retryOnMount, wholeList } from '../shared-labels.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import { useAssets } from '../asset/labels.ts'

/** What the dashboard shows of a market; `positionDecimals` may be negative. */
export interface MarketLabel {
  id: string
  code: string
  name: string
  product: 'perpetual' | 'future' | 'spot' | 'unknown'
  decimals: number
  positionDecimals: number
  quote?: string
  settlementAsset?: string
  /** The fraction of an epoch during which a liquidity provider must meet its requirement. */
  minTimeOnBook?: string
  state: string
}

/** Names and decimals of a market from its record (wire.md 11.1). A spot market settles in its quote asset. */
export function marketLabel(market: Market): MarketLabel {
  const { code, name, perpetual, future, spot } = market.tradableInstrument.instrument
  const derivative = perpetual ?? future
  const quote = readableName(derivative?.quoteName ?? '')
  return {
    id: market.id,
    code: readableName(code),
    name: readableName(name),
    product: perpetual ? 'perpetual' : future ? 'future' : spot ? 'spot' : 'unknown',
    decimals: Number(market.decimalPlaces),
    positionDecimals: Number(market.positionDecimalPlaces),
    ...(quote === '' ? {} : { quote }),
    ...slaTermsOf(market),
    state: market.state,
  }
}

export const marketsQuery = () =>
  queryOptions({
    queryKey: [listMarkets.name, wholeList],
    queryFn: async ({ signal }) => {
      const { markets } = await ask(listMarkets, wholeList, { signal })
      return new Map(markets.edges.map(({ node }) => [node.id, marketLabel(node)]))
    },
    ...rarelyRefetched,
  })

export const useMarkets = () => labelsOf(useQuery({ ...marketsQuery(), retryOnMount }))

/** Decimals of a market's settlement asset, by the node or else by the reader, and its symbol where the node has it. */
export function useSettlement(marketId: string): SettlementAsset {
  const assetId = useMarkets().byId.get(marketId)?.settlementAsset
  const asset = useAssets().byId.get(assetId ?? '')
  const decimals = usePreference('decimals')
  return { decimals: asset?.decimals ?? decimals[assetId ?? marketId] ?? decimals[marketId], symbol: asset?.symbol }
}
