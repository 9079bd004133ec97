import type { ReactNode } from 'react'
import { chainNow } from '../../api/status/node-status.ts'
import { EpochCell } from '../../entities/epoch/cell.tsx'
import { PartyCell } from '../../entities/party/cell.tsx'
import { TimeCell } from '../../entities/time-cell.tsx'
import { MissingCell } from '../../entities/value-cells.tsx'
import { MembershipBadge } from '../../features/referee-history/membership-badge.tsx'
import { lengthWords } from '../../features/referee-history/membership-words.ts'
import { plural } from '../../format/words.ts'
import { Table } from '../../ui/display/table.tsx'
import { FailureNotice } from '../../ui/feedback/failure.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import styles from './homes.module.css'
import type { Join, KnownJoins } from './known-joins.ts'

interface JoinsProps {
  known: KnownJoins
  /** Those of the page, newest first. */
  joins: readonly Join[]
  label: string
  /** The team of each join, where the page is about an epoch and not about a team. */
  renderTeam?: (teamId: string) => ReactNode
  empty: ReactNode
}

/** Joins of the parties that were read: their rows, failures, and the parties not read yet. */
export function Joins({ known, joins, label, renderTeam, empty }: JoinsProps) {
  const { failure, failed, asked, waiting, settled, left, askMore, refetch } = known
  return (
    <>
      {failure && (
        <div className={styles.inside}>
          <FailureNotice
            failure={failure}
            what={`the teams of ${failed === asked ? 'the parties checked' : plural(failed, 'party', 'parties')}`}
            onRetry={refetch}
          />
        </div>
      )}
      {settled && joins.length > 0 ? (
        <Table
          cards
          label={label}
          head={
            <>
              <th>Party</th>
              {renderTeam && <th>Team</th>}
              <th>Joined</th>
              {!renderTeam && <th data-align="right">Epoch</th>}
              <th>Left</th>
              <th data-align="right">Length</th>
              <th>Kind</th>
            </>
          }
        >
          {joins.map((join) => (
            <tr key={`${join.partyId} ${join.joinedAt}`}>
              <td>
                <PartyCell id={join.partyId} />
              </td>
              {renderTeam && <td>{renderTeam(join.teamId)}</td>}
              <td>
                <TimeCell ns={join.joinedAt} />
              </td>
              {!renderTeam && (
                <td data-align="right">
                  <EpochCell epoch={join.joinedAtEpoch} />
                </td>
              )}
              <td>
                {join.endedAt === undefined ? (
                  <MissingCell reason={join.current ? 'ongoing' : 'not loaded'} words />
                ) : (
                  <TimeCell ns={join.endedAt} />
                )}
              </td>
              <td data-align="right">{lengthWords(join, chainNow())}</td>
              <td>
                <MembershipBadge membership={join} single />
              </td>
            </tr>
          ))}
        </Table>
      ) : waiting ? (
        <div className={styles.inside}>
          <Skeleton rows={5} columns={5} />
        </div>
      ) : failed === asked && failure ? null : (
        <div className={styles.inside}>{empty}</div>
      )}
      {left > 0 && (
        <div className={styles.inside}>
          <Button small onClick={askMore}>
            Ask {plural(Math.min(left, 20), 'more party', 'more parties')}
          </Button>
        </div>
      )}
    </>
  )
}
