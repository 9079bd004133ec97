import { queryOptions } from '@tanstack/react-query'
import { useMemo } from 'react'
import * as v from 'valibot'
import { listAssets, listMarkets, type Asset, type Epoch, type Market } from '../../wire/network.ts'
import { maximumPageSize } from '../../wire/page.ts'
import { readableName } from '../format/name.ts'
import { ask } from '../api/client.ts'
import { nodeState } from '../api/status/node-status.ts'
import { useObservable } from '../use-observable.ts'
import { sharedLabels } from './shared-query.ts'

/** What the dashboard says about a market. Places are counts of decimals; `positionDecimals` may be negative. */
export interface MarketLabel {
  id: string
  code: string
  name: string
  product: 'perpetual' | 'future' | 'spot' | 'unknown'
  decimals: number
  positionDecimals: number
  quote?: string
  settlementAsset?: string
  /** The part of an epoch that a liquidity provider must meet its requirement, when the record has one. */
  minTimeOnBook?: string
  state: string
}

export interface AssetLabel {
  id: string
  symbol: string
  name: string
  decimals: number
  /** Smallest amount that matters, in raw units; empty when the node does not say. */
  quantum: string
  status: string
}

const MinTime = v.object({ commitmentMinTimeFraction: v.pipe(v.string(), v.decimal()) })

/** Names and decimals of a market from its record (wire.md 11.1). A spot market settles in its quote asset. */
export function marketLabel(market: Market): MarketLabel {
  const { code, name, perpetual, future, spot } = market.tradableInstrument.instrument
  const derivative = perpetual ?? future
  const quote = readableName(derivative?.quoteName ?? '')
  const rules = v.safeParse(MinTime, market['liquiditySlaParams'])
  const settlementAsset = derivative?.settlementAsset ?? spot?.quoteAsset
  return {
    id: market.id,
    code: readableName(code),
    name: readableName(name),
    product: perpetual ? 'perpetual' : future ? 'future' : spot ? 'spot' : 'unknown',
    decimals: Number(market.decimalPlaces),
    positionDecimals: Number(market.positionDecimalPlaces),
    ...(quote === '' ? {} : { quote }),
    ...(settlementAsset ? { settlementAsset } : {}),
    ...(rules.success ? { minTimeOnBook: rules.output.commitmentMinTimeFraction } : {}),
    state: market.state,
  }
}

/** Names and decimals of an asset from its record (wire.md 11.2). */
export const assetLabel = ({ id, status, details }: Asset): AssetLabel => ({
  id,
  symbol: readableName(details.symbol),
  name: readableName(details.name),
  decimals: Number(details.decimals),
  quantum: details.quantum,
  status,
})

const seldom = { staleTime: 10 * 60_000, refetchOnWindowFocus: false, structuralSharing: false } as const
const whole = { pagination: { first: maximumPageSize } }

/** Every market of the node (one page of 5,000) by id. */
export const marketsQuery = () =>
  queryOptions({
    queryKey: [listMarkets.name, whole],
    queryFn: async ({ signal }) => {
      const { markets } = await ask(listMarkets, whole, { signal })
      return new Map(markets.edges.map(({ node }) => [node.id, marketLabel(node)]))
    },
    ...seldom,
  })

/** Every asset of the node (one page of 5,000) by id. */
export const assetsQuery = () =>
  queryOptions({
    queryKey: [listAssets.name, whole],
    queryFn: async ({ signal }) => {
      const { assets } = await ask(listAssets, whole, { signal })
      return new Map(assets.edges.map(({ node }) => [node.id, assetLabel(node)]))
    },
    ...seldom,
  })

/** The markets for labels and pickers, or `absent` when this node does not list them. */
export const useMarkets = sharedLabels(marketsQuery)

/** The assets for labels and pickers, or `absent` when this node does not list them. */
export const useAssets = sharedLabels(assetsQuery)

/** The running epoch in the words of the wire: number, and start and expected end in Unix nanoseconds. */
export type RunningEpoch = Pick<Epoch, 'seq'> & { timestamps: Pick<Epoch['timestamps'], 'startTime' | 'expiryTime'> }

/** The running epoch as the heartbeat last heard it, or undefined when this node does not say. */
export function useEpoch(): RunningEpoch | undefined {
  const epoch = useObservable(nodeState, ({ epoch }) => epoch)
  return useMemo(
    () => epoch && { seq: epoch.seq, timestamps: { startTime: String(epoch.start), expiryTime: String(epoch.end) } },
    [epoch],
  )
}
