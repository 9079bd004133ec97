import type { LiquidityProviderSla } from '../../../wire/liquidity-providers.ts'
import { formatPercent, formatReached, formatShare } from '../../format/percent.ts'
import { linkTo } from '../../router/link-to.ts'
import { MarketCell, PartyCell } from '../../entities/entity-cells.tsx'
import { Exact } from '../../ui/display/exact.tsx'
import { RowDetails, type RowDetailsProps } from '../../grid/row-details.tsx'
import { ButtonLink } from '../../ui/inputs/button.tsx'
import { BookBadge } from './columns/score-cells.tsx'
import type { ScoreRow } from './scores/rows.ts'
import { carriedPenalty, coverage } from './scores/fee-standings.ts'
import { useSlaWords } from './sla/sla-cell.tsx'
import type { SlaVerdict } from '../../../wire/sla/sla-verdict.ts'

const percent = (fraction: string | undefined, format = formatPercent): string =>
  fraction === undefined ? 'not known' : format(fraction, 2)

function VerdictFacts({ verdict, marketId }: { verdict: SlaVerdict; marketId: string }) {
  const { word, more, derived } = useSlaWords({ verdict, marketId })
  return (
    <>
      <dt>SLA this epoch</dt>
      <dd>{more === '' ? word : `${word} (${more})`}</dd>
      <dt>SLA derivation</dt>
      <dd>{derived}</dd>
    </>
  )
}

const SlaFacts = ({ sla }: { sla: LiquidityProviderSla }) => (
  <>
    <dt>Buys ÷ required</dt>
    <dd>{percent(coverage(sla.notionalVolumeBuys, sla.requiredLiquidity), formatReached)}</dd>
    <dt>Sells ÷ required</dt>
    <dd>{percent(coverage(sla.notionalVolumeSells, sla.requiredLiquidity), formatReached)}</dd>
    <dt>Average penalty</dt>
    <dd>{percent(carriedPenalty(sla.hysteresisPeriodFeePenalties))}</dd>
  </>
)

/** What the fee weight of the provider is among those of its market. */
const StandingFacts = ({ row: { standing, of } }: { row: ScoreRow }) => (
  <>
    <dt>Expected fees</dt>
    <dd>
      <Exact exact={standing?.weight}>
        {standing?.share === undefined ? 'not known' : formatShare(standing.share, standing.weight)}
      </Exact>
    </dd>
    <dt>Rank</dt>
    <dd>
      {standing?.rank ?? 'not known'}
      {of && standing?.rank !== undefined ? ` of ${of.count}` : ''}
    </dd>
    <dt>Gap to the provider above</dt>
    <dd>{standing?.rank !== undefined && standing.gap === undefined ? 'none' : percent(standing?.gap)}</dd>
  </>
)

/** One provider in full: the derived values first, then every member as received. */
export function ProviderDetails(props: RowDetailsProps<ScoreRow>) {
  const { listing, index } = props
  const row = listing.at(index)
  if (!row) return null
  const { provider, verdict } = row
  const { sla } = provider
  return (
    <RowDetails {...props}>
      <div className="row">
        <PartyCell id={provider.partyId} />
        <span className="end">
          <BookBadge row={row} />
        </span>
      </div>
      <dl className="pairs">
        <dt>Market</dt>
        <dd>
          <MarketCell id={provider.marketId} />
        </dd>
        <VerdictFacts verdict={verdict} marketId={provider.marketId} />
        {sla && <SlaFacts sla={sla} />}
        <StandingFacts row={row} />
      </dl>
      {row.received.sla !== provider.sla ? (
        <p className="quiet">
          The service level above was read for this market. The record below repeats another market's, as this node
          sends it.
        </p>
      ) : null}
      <div className="row">
        <ButtonLink href={linkTo('/parties/$partyId', { partyId: provider.partyId })} icon="party">
          Open party
        </ButtonLink>
        <ButtonLink href={linkTo('/liquidity-providers', { marketId: provider.marketId })} variant="bare">
          All of this market
        </ButtonLink>
      </div>
    </RowDetails>
  )
}
