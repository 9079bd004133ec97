import { IdForm } from '../../entities/search/id-form.tsx'
import { useKnownParties } from '../../entities/search/suggestions.ts'
import { SubjectTitle } from '../../entities/subject-title.tsx'
import { TimeCell } from '../../entities/time-cell.tsx'
import { compare, groupDigits } from '../../format/amount.ts'
import { OddId } from '../../entities/odd-id.tsx'
import { shortId } from '../../format/id.ts'
import { plural } from '../../format/words.ts'
import { useParams } from '../../router/use-location.ts'
import { InOrder } from '../../ui/display/in-order.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Stat, Stats } from '../../ui/display/stat.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Verdict } from '../../ui/feedback/summary-banner.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import styles from './homes.module.css'
import { Joins } from './joins-table.tsx'
import { type Join, type KnownJoins, useKnownJoins } from './known-joins.ts'
import { teamSentence } from './sentences.ts'

const limits =
  'Nodes do not list the members of a team, only the teams that a party has joined. Checked here: parties you watch, have named or opened, and those this node names.'

function Sentence({ known, joins }: { known: KnownJoins; joins: readonly Join[] }) {
  const { asked, waiting, settled, answered, failed } = known
  if (!settled || (waiting && joins.length === 0))
    return (
      <Verdict waiting state="unknown" title={`Checking the teams of ${plural(asked, 'party', 'parties')}`}>
        {limits}
      </Verdict>
    )
  if (asked > 0 && failed === asked)
    return (
      <Verdict state="unknown" icon="team" title="No party could be checked for this team.">
        {limits}
      </Verdict>
    )
  return (
    <Verdict state="info" icon="team" title={teamSentence(joins, answered)}>
      {limits}
    </Verdict>
  )
}

const epochOf = ({ joinedAtEpoch }: Join) => `epoch ${groupDigits(joinedAtEpoch)}`

/** The first and the last join that were seen; a team may have others. */
function Seen({ joins }: { joins: readonly Join[] }) {
  const [newest, oldest] = [joins[0], joins.at(-1)]
  if (!newest || !oldest) return null
  return (
    <Stats>
      <Stat label="First join seen" value={<TimeCell ns={oldest.joinedAt} />} unit={epochOf(oldest)} />
      <Stat label="Last join seen" value={<TimeCell ns={newest.joinedAt} />} unit={epochOf(newest)} />
    </Stats>
  )
}

/** A team: the joins seen among the parties that are known here, and why there may be more. */
export function TeamPage() {
  const { teamId = '' } = useParams()
  const known = useKnownJoins()
  const joins = known.joins.filter((join) => join.teamId === teamId).toSorted((a, b) => compare(b.joinedAt, a.joinedAt))
  return (
    <>
      <SubjectTitle id={teamId} kind="team" name={shortId(teamId)} named={false} what="Team" freshness={known} />
      <OddId id={teamId} />
      <InOrder>
        <Panel>
          <div className={styles.sentence}>
            <Sentence known={known} joins={joins} />
          </div>
        </Panel>
        <Panel
          flush
          title="Referees seen joining"
          count={known.settled && joins.length > 0 ? plural(joins.length, 'join') : undefined}
          end={`${plural(known.answered, 'party', 'parties')} checked${known.left > 0 ? `, ${known.left} to go` : ''}`}
        >
          {known.settled && joins.length > 0 && (
            <div className={styles.inside}>
              <Seen joins={joins} />
            </div>
          )}
          <Joins
            known={known}
            joins={joins}
            label="Referees seen joining"
            empty={
              <Empty title="No joins found">
                Other parties may have joined it. Check one below: its history lists every team it has joined.
              </Empty>
            }
          />
        </Panel>
        <Panel title="Check another party">
          <IdForm
            className={styles.form}
            label="Party id"
            placeholder="64-character id, or a name"
            kind="party"
            known={useKnownParties()}
            onChoose={known.askAlso}
          >
            {(id) => (
              <Button type="submit" disabled={id === undefined}>
                Check
              </Button>
            )}
          </IdForm>
        </Panel>
      </InOrder>
    </>
  )
}
