import { linkTo } from '../../router/link-to.ts'
import { plural } from '../../format/words.ts'
import { MarketCell } from '../../entities/market/cell.tsx'
import { MissingCell } from '../../entities/value-cells.tsx'
import { Term } from '../../entities/term.tsx'
import { useMarkets } from '../../entities/market/labels.ts'
import { StateBadge } from '../../ui/feedback/state-badge.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Table } from '../../ui/display/table.tsx'
import {
  FeeRank,
  OfferedBars,
  type Position,
  type Positions,
  TimeFraction,
  VerdictBadge,
} from '../../features/liquidity-providers/index.ts'
import { onBook } from '../../../wire/sla/sla-verdict.ts'
import { type PanelQuery, QueryPanel } from '../../infinite-list/query-panel.tsx'
import { OpenLink } from '../../ui/inputs/button.tsx'

function PositionRow({ position, stale }: { position: Position; stale: boolean }) {
  const { provider, standing, providers, failure } = position
  const { marketId, sla } = provider
  const minimum = useMarkets().byId.get(marketId)?.minTimeOnBook
  return (
    <tr>
      <td>
        <MarketCell id={marketId} />
      </td>
      <td>{stale ? <StateBadge state="stale">Stale</StateBadge> : <VerdictBadge verdict={onBook(sla)} />}</td>
      <td>{sla ? <OfferedBars sla={sla} /> : <MissingCell reason="not reported" words />}</td>
      <td data-align="right">
        {sla ? (
          <>
            <TimeFraction fraction={sla.currentEpochFractionOfTimeOnBook} minimum={minimum} />
            <br />
            <small>
              last <TimeFraction fraction={sla.lastEpochFractionOfTimeOnBook} minimum={minimum} />
            </small>
          </>
        ) : (
          <MissingCell reason="not reported" />
        )}
      </td>
      <td data-align="right">
        <FeeRank
          standing={standing}
          of={providers}
          missing={failure ? 'the market could not be loaded' : 'unknown for this market'}
        />
      </td>
    </tr>
  )
}

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
          <Table
            cards
            label="Liquidity positions"
            tall
            head={
              <>
                <th>Market</th>
                <th>
                  <Term of="requirement">Requirement now</Term>
                </th>
                <th>Offered against required</th>
                <th data-align="right">
                  <Term of="timeOnBook">Time on book</Term>
                </th>
                <th data-align="right">
                  <Term of="feeWeight">Expected fees</Term>
                </th>
              </>
            }
          >
            {rows.map((position) => (
              <PositionRow key={position.provider.marketId} position={position} stale={stale} />
            ))}
          </Table>
        )}
      </QueryPanel>
    </Panel>
  )
}
