import { isDecimal } from '../../format/amount.ts'
import { formatAgainst, formatPercent } from '../../format/percent.ts'
import { plural } from '../../format/words.ts'
import { linkTo } from '../../link-to.ts'
import { PartyCell } from '../../entities/party/cell.tsx'
import { Term } from '../../entities/term.tsx'
import { MissingCell } from '../../entities/value-cells.tsx'
import { BookBadge } from '../../features/liquidity-providers/columns/book-badge.tsx'
import { slaSentence, summaryWords } from '../../features/liquidity-providers/scorecard/scorecard-words.ts'
import type { ScoreRow } from '../../features/liquidity-providers/scores/rows.ts'
import { coverage } from '../../features/liquidity-providers/scores/score.ts'
import { isJudged } from '../../features/liquidity-providers/sla/sla.ts'
import { SlaCell } from '../../features/liquidity-providers/sla/sla-cell.tsx'
import { Answered, type Answer } from '../../infinite-list/query-panel.tsx'
import { Exact } from '../../ui/display/exact.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Table } from '../../ui/display/table.tsx'
import { TwinBars } from '../../ui/display/twin-bars.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { OpenLink } from '../../ui/inputs/open-link.tsx'
import styles from './page.module.css'

const maxRows = 8

function ProviderRow({ row }: { row: ScoreRow }) {
  const { provider, standing, of, verdict } = row
  const { sla, partyId } = provider
  const minimum = isJudged(verdict) ? verdict.minimum : undefined
  const fraction = sla?.currentEpochFractionOfTimeOnBook ?? ''
  return (
    <tr>
      <td>
        <div className={styles.provider}>
          <PartyCell id={partyId} stacked />
        </div>
      </td>
      <td>
        <BookBadge row={row} />
      </td>
      <td>
        {sla ? (
          <TwinBars
            buys={coverage(sla.notionalVolumeBuys, sla.requiredLiquidity)}
            sells={coverage(sla.notionalVolumeSells, sla.requiredLiquidity)}
          />
        ) : (
          <MissingCell reason="not reported" words />
        )}
      </td>
      <td>
        <SlaCell verdict={verdict} />
      </td>
      <td data-align="right">
        {isDecimal(fraction) ? (
          <Exact exact={fraction}>{formatAgainst(fraction, minimum)}</Exact>
        ) : (
          <MissingCell reason="not recorded" />
        )}
      </td>
      <td data-align="right">
        {standing?.share === undefined ? (
          <MissingCell reason="unknown for this provider" />
        ) : (
          <>
            <Exact exact={standing.weight}>{formatPercent(standing.share)}</Exact>
            <br />
            <small>
              rank {standing.rank} of {of?.count}
            </small>
          </>
        )}
      </td>
    </tr>
  )
}

interface LiquidityCardProps {
  marketId: string
  answer: Answer<{ rows: readonly ScoreRow[]; complete: boolean }>
}

/** The providers of this market: the verdict first, then who meets what is required and for how long. */
export function LiquidityCard({ marketId, answer }: LiquidityCardProps) {
  const rows = answer.data?.rows ?? []
  const hidden = rows.length - maxRows
  return (
    <Panel
      flush
      title="Liquidity"
      count={rows.length > 0 ? plural(rows.length, 'provider') : undefined}
      end={<OpenLink href={linkTo('/liquidity-providers', { marketId })} text="All providers" />}
      {...(hidden > 0 && { foot: `${hidden} more in the list` })}
    >
      <Answered answer={answer} what="the liquidity providers" rows={6} columns={5} flush>
        {() =>
          rows.length === 0 ? (
            <div className={styles.inside}>
              <Empty title="No liquidity providers here">
                Only active providers with a share of the fees are listed.
              </Empty>
            </div>
          ) : (
            <>
              <p className={styles.words}>
                Now: {summaryWords(rows, 'market')} {slaSentence(rows)}
              </p>
              <Table
                tall
                cards
                label="Liquidity providers"
                head={
                  <>
                    <th>Provider</th>
                    <th>
                      <Term of="requirement">Requirement now</Term>
                    </th>
                    <th>Offered against required</th>
                    <th>
                      <Term of="sla">SLA</Term>
                    </th>
                    <th data-align="right">
                      <Term of="timeOnBook">Time on book</Term>
                    </th>
                    <th data-align="right">
                      <Term of="feeWeight">Expected fees</Term>
                    </th>
                  </>
                }
              >
                {rows.slice(0, maxRows).map((row) => (
                  <ProviderRow key={row.provider.partyId} row={row} />
                ))}
              </Table>
            </>
          )
        }
      </Answered>
    </Panel>
  )
}
