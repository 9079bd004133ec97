import { useAssets } from '../../../entities/asset/labels.ts'
import { shortId } from '../../../format/id.ts'

export type Decimals = Readonly<Record<string, number>>

/** What an asset is called, and that its amounts are raw where its decimals are not known. */
export function useAssetNames(decimals: Decimals): (asset: string) => string {
  const { byId } = useAssets()
  return (asset) => `${byId.get(asset)?.symbol ?? shortId(asset)}${decimals[asset] === undefined ? ' (raw)' : ''}`
}
