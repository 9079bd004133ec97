import { groupDigits, shiftDecimals, trimZeros } from '../../../format/amount.ts'
import { nounFor } from '../../../format/words.ts'
import { useAssets } from '../../../entities/asset/labels.ts'
import { Exact } from '../../../ui/display/exact.tsx'

/** Stakes are in the network's own token, which has 18 decimals on every network of this kind. */
const stakingDecimals = 18
const stakingSymbol = 'VEGA'

/** The minimum stake for a type of transaction, in whole tokens; the title holds the smallest units. */
export function MinimumTokens({ raw }: { raw: string | undefined }) {
  const assets = useAssets()
  if (raw === undefined) return <span>Required stake: not reported</span>
  if (raw === '0') return <span>Required stake: none</span>
  if (!/^\d+$/.test(raw)) return <span title={raw}>Required stake: {raw || 'not reported'}</span>
  const asset = [...assets.byId.values()].find(({ symbol }) => symbol === stakingSymbol)
  const amount = groupDigits(trimZeros(shiftDecimals(raw, asset?.decimals ?? stakingDecimals)))
  return (
    <Exact exact={`${raw} smallest units, staked by the party`}>
      Required stake: <b>{amount}</b> {asset?.symbol ?? nounFor(amount, 'token')}
    </Exact>
  )
}
