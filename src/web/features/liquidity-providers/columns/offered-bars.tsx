import type { LiquidityProviderSla } from '../../../../wire/liquidity-providers.ts'
import { MissingCell } from '../../../entities/value-cells.tsx'
import { isDecimal } from '../../../format/amount.ts'
import { formatAgainst, formatShare } from '../../../format/percent.ts'
import { Exact } from '../../../ui/display/exact.tsx'
import { TwinBars } from '../../../ui/display/twin-bars.tsx'
import { coverage, type FeeStanding } from '../scores/fee-standings.ts'

/** What a provider offers now on both sides, against what is required of it. */
export const OfferedBars = ({ sla }: { sla: LiquidityProviderSla }) => (
  <TwinBars
    buys={coverage(sla.notionalVolumeBuys, sla.requiredLiquidity)}
    sells={coverage(sla.notionalVolumeSells, sla.requiredLiquidity)}
  />
)

/** A fraction of an epoch, rounded so that it does not seem to reach a minimum that it misses. */
export const TimeFraction = ({ fraction, minimum }: { fraction: string; minimum: string | undefined }) =>
  isDecimal(fraction) ? (
    <Exact exact={fraction}>{formatAgainst(fraction, minimum)}</Exact>
  ) : (
    <MissingCell reason="not recorded" />
  )

interface FeeRankProps {
  standing: FeeStanding | undefined
  /** How many providers are ranked. */
  of: number | undefined
  /** Why there is no share. */
  missing: string
}

/** Expected share of the fees of a market, with its rank. */
export function FeeRank({ standing, of, missing }: FeeRankProps) {
  if (standing?.share === undefined) return <MissingCell reason={missing} />
  return (
    <>
      <Exact exact={standing.weight}>{formatShare(standing.share, standing.weight)}</Exact>
      <br />
      <small>
        rank {standing.rank} of {of}
      </small>
    </>
  )
}
