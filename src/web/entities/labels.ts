import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listAssets, type Asset, listMarkets, type Market } from '../../wire/network.ts'
import { ask } from '../client/request.ts'
import { readableName } from '../format/name.ts'
import { maximumPageSize } from '../../wire/protocol/page.ts'
import { isAbsentRoute } from '../client/node-failure.ts'
import type { Presence } from '../format/failure.ts'
import { slaTermsOf } from '../../wire/sla/sla-terms.ts'
import type { SettlementAsset } from '../../wire/sla/sla-verdict.ts'
import { usePreference } from '../preferences/use-preferences.ts'
import { usePartyNames } from '../preferences/party-names.ts'

export interface Labels<Label> {
  byId: ReadonlyMap<string, Label>
  /** Without the list cells show ids and raw numbers. */
  state: Exclude<Presence, 'unknown'>
}

const noLabels: ReadonlyMap<string, never> = new Map<string, never>()
const minRetryMs = 60_000

/** The parameters of a label list: one page of 5,000 records. */
export const wholeList = { pagination: { first: maximumPageSize } }

export const rarelyRefetched = {
  staleTime: 10 * 60_000,
  refetchOnWindowFocus: false,
  structuralSharing: false,
} as const

/** For the hundreds of cells that read a list: otherwise each mounted cell would retry a failed one. */
export const retryOnMount = ({ state }: { state: { error: Error | null; errorUpdatedAt: number } }): boolean =>
  !isAbsentRoute(state.error) && Date.now() - state.errorUpdatedAt > minRetryMs

/** Why there is no list; undefined while it loads or is known. */
export const noListWords = (state: Presence, of: 'markets' | 'assets'): string | undefined =>
  state === 'absent'
    ? `This node does not list its ${of}.`
    : state === 'failed'
      ? `The list of ${of} could not be loaded.`
      : undefined

export const labelsOf = <Label>({ data, error }: UseQueryResult<Map<string, Label>>): Labels<Label> => ({
  byId: data ?? noLabels,
  state: data ? 'known' : !error ? 'waiting' : isAbsentRoute(error) ? 'absent' : 'failed',
})

/** Names and decimals of an asset from its record (wire.md 11.2). */
export const assetLabel = ({ id, status, details }: Asset) => ({
  id,
  symbol: readableName(details.symbol),
  name: readableName(details.name),
  decimals: Number(details.decimals),
  /** Smallest significant amount, in raw units; empty when the node does not report it. */
  quantum: details.quantum,
  status,
})

export type AssetLabel = ReturnType<typeof assetLabel>

export const assetsQuery = () =>
  queryOptions({
    queryKey: [listAssets.name, wholeList],
    queryFn: async ({ signal }) => {
      const { assets } = await ask(listAssets, wholeList, { signal })
      return new Map(assets.edges.map(({ node }) => [node.id, assetLabel(node)]))
    },
    ...rarelyRefetched,
  })

export const useAssets = () => labelsOf(useQuery({ ...assetsQuery(), retryOnMount }))

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

/** What ids are called, for sorting and finding; an id without a name is its own. */
export interface Names {
  readonly market: (id: string) => string
  readonly party: (id: string) => string
}

/** Names by id; the same object until a name changes. */
export function useNames(): Names {
  const { byId } = useMarkets()
  const names = usePartyNames()
  return useMemo(
    () => ({
      market: (id) => byId.get(id)?.code || byId.get(id)?.name || id,
      party: (id) => names[id] ?? id,
    }),
    [byId, names],
  )
}
