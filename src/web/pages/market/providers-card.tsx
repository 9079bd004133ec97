import { plural } from '../../format/words.ts'
import { linkTo } from '../../router/link-to.ts'
import { PartyCell } from '../../entities/entity-cells.tsx'
import { MissingCell } from '../../entities/value-cells.tsx'
import { useNames } from '../../entities/labels.ts'
import { Term } from '../../entities/term.tsx'
import {
  BookBadge,
  FeeRank,
  liquiditySentence,
  OfferedBars,
  type ScoreRow,
  SlaCell,
  TimeFraction,
} from '../../features/liquidity-providers/index.ts'
import { isJudged } from '../../../wire/sla/sla-verdict.ts'
import { type PanelQuery, QueryPanel } from '../../list/query-panel.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { ColumnTable, type PlainColumn } from '../../ui/display/table.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { OpenLink } from '../../ui/inputs/button.tsx'
import styles from './page.module.css'

const maxRows = 8

const columns: readonly PlainColumn<ScoreRow>[] = [
  {
    head: 'Provider',
    cell: ({ provider }) => (
      <div className={styles.provider}>
        <PartyCell id={provider.partyId} stacked />
      </div>
    ),
  },
  { head: <Term of="requirement">Requirement now</Term>, cell: (row) => <BookBadge row={row} /> },
  {
    head: 'Offered against required',
    cell: ({ provider: { sla } }) => (sla ? <OfferedBars sla={sla} /> : <MissingCell reason="not reported" words />),
  },
  {
    head: <Term of="sla">SLA</Term>,
    cell: ({ verdict, provider }) => <SlaCell verdict={verdict} marketId={provider.marketId} />,
  },
  {
    head: <Term of="timeOnBook">Time on book</Term>,
    align: 'right',
    cell: ({ provider: { sla }, verdict }) => (
      <TimeFraction
        fraction={sla?.currentEpochFractionOfTimeOnBook ?? ''}
        minimum={isJudged(verdict) ? verdict.minimum : undefined}
      />
    ),
  },
  {
    head: <Term of="feeWeight">Expected fees</Term>,
    align: 'right',
    cell: ({ standing, of }) => <FeeRank standing={standing} of={of?.count} missing="unknown for this provider" />,
  },
]

interface LiquidityCardProps {
  marketId: string
  query: PanelQuery<{ rows: readonly ScoreRow[]; complete: boolean }>
}

/** The providers of this market: the verdict first, then who meets what is required and for how long. */
export function ProvidersCard({ marketId, query }: LiquidityCardProps) {
  const rows = query.data?.rows ?? []
  const names = useNames()
  const hidden = rows.length - maxRows
  return (
    <Panel
      flush
      title="Liquidity"
      count={rows.length > 0 ? plural(rows.length, 'provider') : undefined}
      end={<OpenLink href={linkTo('/liquidity-providers', { marketId })} text="All providers" />}
      {...(hidden > 0 && { foot: `${hidden} more in the list` })}
    >
      <QueryPanel query={query} what="the liquidity providers" rows={6} columns={5} flush>
        {() =>
          rows.length === 0 ? (
            <div className="inside">
              <Empty title="No liquidity providers here">
                Only active providers with a share of the fees are listed.
              </Empty>
            </div>
          ) : (
            <>
              <p className={styles.words}>{liquiditySentence(rows, 'market', names)}</p>
              <ColumnTable
                cards
                rowLines={2}
                label="Liquidity providers"
                columns={columns}
                rows={rows.slice(0, maxRows)}
                rowKey={({ provider }) => provider.partyId}
              />
            </>
          )
        }
      </QueryPanel>
    </Panel>
  )
}
