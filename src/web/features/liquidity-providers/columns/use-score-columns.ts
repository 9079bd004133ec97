import { useMemo } from 'react'
import { useAssets } from '../../../entities/asset/labels.ts'
import { useMarkets } from '../../../entities/market/labels.ts'
import { useNames } from '../../../entities/use-names.ts'
import { usePreference } from '../../../preferences/use-preferences.ts'
import { scoreColumns } from './columns.tsx'

/** Columns with each market's decimals. `decimalsKey` is the id under which the reader may set missing ones. */
export function useScoreColumns(about: 'market' | 'party', marketId: string | undefined, top: string | undefined) {
  const { byId: markets, state: marketsState } = useMarkets()
  const { byId: assets, state: assetsState } = useAssets()
  const decimals = usePreference('decimals')
  const names = useNames()
  return useMemo(() => {
    const assetIdOf = (id: string) => markets.get(id)?.settlementAsset
    const assetOf = (id: string) => assets.get(assetIdOf(id) ?? '')
    const decimalsOf = (id: string) => assetOf(id)?.decimals ?? decimals[assetIdOf(id) ?? id] ?? decimals[id]
    const settled = marketsState !== 'waiting' && assetsState !== 'waiting'
    return {
      columns: scoreColumns({
        about,
        decimalsOf,
        symbol: marketId === undefined ? undefined : assetOf(marketId)?.symbol,
        top,
        names,
      }),
      decimalsKey: (id: string) => (settled && decimalsOf(id) === undefined ? (assetIdOf(id) ?? id) : undefined),
    }
  }, [about, marketId, top, markets, assets, decimals, names, marketsState, assetsState])
}
