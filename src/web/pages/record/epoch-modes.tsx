import type { PartyMarginMode } from '../../../wire/margin-modes.ts'
import { MarketCell } from '../../entities/market/cell.tsx'
import { PartyCell } from '../../entities/party/cell.tsx'
import { ModeLozenge } from '../../features/margin-modes/columns.tsx'
import { plural } from '../../format/words.ts'
import { Answered, type Answer } from '../../infinite-list/query-panel.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Table } from '../../ui/display/table.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { OpenLink } from '../../ui/inputs/open-link.tsx'
import styles from './record.module.css'

const maxRows = 12

/** The margin modes of which the latest change is of this epoch, among the rows of one page. */
export function ModesCard({
  seq,
  answer,
}: {
  seq: string
  answer: Answer<{ rows: PartyMarginMode[]; complete: boolean }>
}) {
  const { data } = answer
  const set = data?.rows.filter(({ atEpoch }) => atEpoch === seq) ?? []
  const hidden = set.length - maxRows
  return (
    <Panel
      flush
      title="Margin modes set in this epoch"
      count={data && set.length > 0 ? plural(set.length, 'party and market', 'parties and markets') : undefined}
      end={<OpenLink href="/margin-modes" text="All margin modes" />}
      {...(hidden > 0 && { foot: `${hidden} more` })}
    >
      <Answered answer={answer} what="the margin modes" rows={4} columns={3} flush>
        {({ rows, complete }) => (
          <>
            <p className={styles.words}>
              Among {complete ? 'all' : 'the first'} {plural(rows.length, 'current mode')}. A mode that has changed
              since is listed under its later epoch only.
            </p>
            {set.length === 0 ? (
              <div className={styles.inside}>
                <Empty title="None seen in this epoch" />
              </div>
            ) : (
              <Table
                cards
                label="Margin modes set in this epoch"
                head={
                  <>
                    <th>Party</th>
                    <th>Market</th>
                    <th>Mode</th>
                  </>
                }
              >
                {set.slice(0, maxRows).map((row) => (
                  <tr key={`${row.partyId} ${row.marketId}`}>
                    <td>
                      <PartyCell id={row.partyId} />
                    </td>
                    <td>
                      <MarketCell id={row.marketId} />
                    </td>
                    <td>
                      <ModeLozenge {...row} />
                    </td>
                  </tr>
                ))}
              </Table>
            )}
          </>
        )}
      </Answered>
    </Panel>
  )
}
