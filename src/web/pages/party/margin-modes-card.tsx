import type { PartyMarginMode } from '../../../wire/margin-modes.ts'
import { compare, groupDigits } from '../../format/amount.ts'
import { shortId } from '../../format/id.ts'
import { linkTo } from '../../router/link-to.ts'
import { plural } from '../../format/words.ts'
import { EpochTime } from '../../entities/epoch/epoch-time.tsx'
import { MarketCell } from '../../entities/market/cell.tsx'
import { MissingCell } from '../../entities/value-cells.tsx'
import { useMarkets } from '../../entities/market/labels.ts'
import { useZone } from '../../preferences/use-preferences.ts'
import { Term } from '../../entities/term.tsx'
import { StoppedNote } from '../../entities/stopped-note.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { failureLine } from '../../ui/feedback/failure-view.ts'
import { Sparkline } from '../../ui/display/sparkline.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Table } from '../../ui/display/table.tsx'
import { changeWords, otherSpan, useMarketDay } from '../../features/candles/day/market-day.ts'
import { Fraction, ModeLozenge } from '../../features/margin-modes/columns.tsx'
import { leverageOf } from '../../features/margin-modes/leverage.ts'
import { Answered, type Answer } from '../../infinite-list/query-panel.tsx'
import { Exact } from '../../ui/display/exact.tsx'
import dayStyles from './market-day-cell.module.css'
import styles from './page.module.css'
import { OpenLink } from '../../ui/inputs/open-link.tsx'
import { failureOf } from '../../client/node-failure.ts'

const maxRows = 6

const byLeverage = (a: PartyMarginMode, b: PartyMarginMode): number =>
  compare(leverageOf(b.marginFactor) ?? '0', leverageOf(a.marginFactor) ?? '0')

export function MarketDayCell({ marketId, name }: { marketId: string; name: string }) {
  const query = useMarketDay(marketId)
  const zone = useZone()
  const day = query.data
  if (!day) {
    if (query.error) return <MissingCell reason={failureLine(failureOf(query.error), `the candles of ${name}`)} />
    return (
      <span className={dayStyles.day}>
        <span className="visually-hidden">Loading</span>
      </span>
    )
  }
  if (!day.traded) return <span className="muted">no trades</span>
  const { change = 'unknown', closes, direction } = day
  const span = otherSpan(day)
  return (
    <span className={dayStyles.day}>
      <Sparkline values={closes} tone={direction} label={`${name}, hourly closes of the last day, ${change}`} />
      <Exact
        className={day.change === undefined ? 'muted' : undefined}
        data-direction={day.change === undefined ? undefined : direction}
        exact={changeWords(day, zone)}
      >
        {change}
        {day.change !== undefined && span !== undefined && <small> in {span}</small>}
      </Exact>
    </span>
  )
}

export function MarginModesCard(props: {
  partyId: string
  answer: Answer<{ rows: PartyMarginMode[]; complete: boolean }>
}) {
  const { partyId, answer } = props
  const data = answer.data
  const markets = useMarkets()
  const href = linkTo('/margin-modes', { partyId })
  const hidden = data ? data.rows.length - maxRows : 0
  return (
    <Panel
      flush
      title="Margin modes"
      count={data && `${data.complete ? '' : 'over '}${plural(data.rows.length, 'market')}`}
      end={<OpenLink href={href} text="Open table" />}
      {...(hidden > 0 && { foot: `${groupDigits(String(hidden))} more in the table` })}
    >
      <Answered answer={answer} what="the margin modes" rows={5} columns={5} flush>
        {({ rows }) =>
          rows.length === 0 ? (
            <div className={styles.inside}>
              <Empty title="No margin modes recorded">
                A mode is recorded once a party trades or chooses one; until then cross is the default.
              </Empty>
            </div>
          ) : (
            <>
              <StoppedNote className={styles.inside}>24 h is the day before it.</StoppedNote>
              <Table
                cards
                label="Margin modes"
                head={
                  <>
                    <th>Market</th>
                    <th data-align="right">24 h</th>
                    <th>Mode</th>
                    <th data-align="right">
                      <Term of="factor">Factor</Term>
                    </th>
                    <th data-align="right">
                      <Term of="epoch">Set</Term>, about
                    </th>
                  </>
                }
              >
                {rows
                  .toSorted(byLeverage)
                  .slice(0, maxRows)
                  .map((row) => (
                    <tr key={row.marketId}>
                      <td>
                        <MarketCell id={row.marketId} />
                      </td>
                      <td data-align="right">
                        <MarketDayCell
                          marketId={row.marketId}
                          name={markets.byId.get(row.marketId)?.code || shortId(row.marketId)}
                        />
                      </td>
                      <td>
                        <ModeLozenge {...row} />
                      </td>
                      <td data-align="right">
                        {row.marginFactor === undefined ? (
                          <MissingCell reason="not recorded" />
                        ) : (
                          <Fraction value={row.marginFactor} />
                        )}
                      </td>
                      <td data-align="right">
                        <EpochTime epoch={row.atEpoch} bare />
                      </td>
                    </tr>
                  ))}
              </Table>
            </>
          )
        }
      </Answered>
    </Panel>
  )
}
