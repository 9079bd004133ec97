import { queryOptions, useQuery } from '@tanstack/react-query'
import { listAssets, type Asset } from '../../../wire/network.ts'
import { ask } from '../../client/request.ts'
import { readableName } from '../../format/name.ts'
import { labelsOf, rarelyRefetched, retryOnMount, wholeList } from '../shared-labels.ts'

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
