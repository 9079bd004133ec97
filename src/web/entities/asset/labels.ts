import { queryOptions } from '@tanstack/react-query'
import { listAssets, type Asset } from '../../../wire/network.ts'
import { ask } from '../../api/client.ts'
import { readableName } from '../../format/name.ts'
import { rarelyRefetched, sharedLabels, wholeList } from '../shared-labels.ts'

export interface AssetLabel {
  id: string
  symbol: string
  name: string
  decimals: number
  /** Smallest significant amount, in raw units; empty when the node does not report it. */
  quantum: string
  status: string
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

/** Every asset of the node (one page of 5,000) by id. */
export const assetsQuery = () =>
  queryOptions({
    queryKey: [listAssets.name, wholeList],
    queryFn: async ({ signal }) => {
      const { assets } = await ask(listAssets, wholeList, { signal })
      return new Map(assets.edges.map(({ node }) => [node.id, assetLabel(node)]))
    },
    ...rarelyRefetched,
  })

/** The assets for labels and pickers, or `absent` when this node does not list them. */
export const useAssets = sharedLabels(assetsQuery)
