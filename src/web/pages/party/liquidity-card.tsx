import { linkTo } from '../../router/link-to.ts'
import { plural } from '../../format/words.ts'
import { MarketCell } from '../../entities/entity-cells.tsx'
import { MissingCell } from '../../entities/value-cells.tsx'
import { useMarkets } from '../../entities/labels.ts'
import { StateBadge } from '../../ui/feedback/state-badge.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { ColumnTable, type PlainColumn } from '../../ui/display/table.tsx'
import {
  FeeRank,
  OfferedBars,
  type Position,
  type Positions,
  TimeFraction,
  VerdictBadge,
} from '../../features/liquidity-providers/index.ts'
import { onBook } from '../../../wire/sla/sla-verdict.ts'
import { type PanelQuery, QueryPanel } from '../../list/query-panel.tsx'
import { OpenLink } from '../../ui/inputs/button.tsx'

function TimeOnBook({ sla, marketId }: Position['provider']) {
  const minimum = useMarkets().byId.get(marketId)?.minTimeOnBook
  if (!sla) return <MissingCell reason="not reported" />
  return (
    <>
      <TimeFraction fraction={sla.currentEpochFractionOfTimeOnBook} minimum={minimum} />
      <br />
      <small>
        last <TimeFraction fraction={sla.lastEpochFractionOfTimeOnBook} minimum={minimum} />
      </small>
    </>
  )
}

const columnsOf = (stale: boolean): readonly PlainColumn<Position>[] => [
  { head: 'Market', cell: ({ provider }) => <MarketCell id={provider.marketId} /> },
  {
    head: 'Requirement now',
    cell: ({ provider: { sla } }) =>
      stale ? <StateBadge state="stale">Stale</StateBadge> : <VerdictBadge verdict={onBook(sla)} />,
  },
  {
    head: 'Offered against required',
    cell: ({ provider: { sla } }) => (sla ? <OfferedBars sla={sla} /> : <MissingCell reason="not reported" words />),
  },
  {
    head: 'Time on book',
    align: 'right',
    cell: ({ provider }) => <TimeOnBook {...provider} />,
  },
  {
    head: 'Expected fees',
    align: 'right',
    cell: ({ standing, providers, failure }) => (
      <FeeRank
        standing={standing}
        of={providers}
        missing={failure ? 'the market could not be loaded' : 'unknown for this market'}
      />
    ),
  },
]

interface LiquidityCardProps {
  partyId: string
  query: PanelQuery<Positions>
  /** Too old to say whether a requirement is met now. */
  stale: boolean
}

export function LiquidityCard({ partyId, query, stale }: LiquidityCardProps) {
  const data = query.data
  const hidden = data ? data.total - data.rows.length : 0
  return (
    <Panel
      flush
      title="Liquidity positions"
      count={data && data.total > 0 ? plural(data.total, 'market') : undefined}
      end={<OpenLink href={linkTo('/liquidity-providers', { partyId })} text="All positions" />}
      {...(hidden > 0 && { foot: `${hidden} more in the list` })}
    >
      <QueryPanel query={query} what="the liquidity positions" rows={3} columns={4} flush>
        {({ rows }) => (
          <ColumnTable
            cards
            rowLines={2}
            label="Liquidity positions"
            columns={columnsOf(stale)}
            rows={rows}
            rowKey={({ provider }) => provider.marketId}
          />
        )}
      </QueryPanel>
    </Panel>
  )
}
