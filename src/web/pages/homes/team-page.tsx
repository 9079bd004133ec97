import { IdForm } from '../../entities/search/id-form.tsx'
import { useKnownParties } from '../../entities/search/suggestions.ts'
import { SubjectTitle } from '../../entities/subject-title.tsx'
import { TimeCell } from '../../entities/time-cell.tsx'
import { useNodeState } from '../../entities/use-node-status.ts'
import { compare, groupDigits } from '../../format/amount.ts'
import { isId, shortId } from '../../format/id.ts'
import { plural } from '../../format/words.ts'
import { useParams } from '../../router/use-location.ts'
import { InOrder } from '../../ui/display/in-order.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Stat, Stats } from '../../ui/display/stat.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Verdict } from '../../ui/feedback/summary-banner.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import styles from './homes.module.css'
import { Joins } from './joins-table.tsx'
import { type Join, type KnownJoins, useKnownJoins } from './known-joins.ts'
import { teamSentence } from './sentences.ts'

const limits =
  'A node lists neither teams nor their members: it only says which teams one party has joined. Asked here are the parties that you watch, name or have opened, and those that this node names.'

function Sentence({ known, joins }: { known: KnownJoins; joins: readonly Join[] }) {
  const { asked, waiting, settled, answered, failed } = known
  if (!settled || (waiting && joins.length === 0))
    return (
      <Verdict waiting state="unknown" title={`Asking ${plural(asked, 'party', 'parties')} about their teams`}>
        {limits}
      </Verdict>
    )
  if (asked > 0 && failed === asked)
    return (
      <Verdict state="unknown" icon="team" title="No party could be asked about this team.">
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
  const epoch = useNodeState().epoch?.seq
  const joins = known.joins.filter((join) => join.teamId === teamId).toSorted((a, b) => compare(b.joinedAt, a.joinedAt))
  return (
    <>
      <SubjectTitle id={teamId} kind="team" name={shortId(teamId)} named={false} what="Team" freshness={known} />
      {!isId(teamId) && (
        <Notice state="near">This is not a 64-character id. Here is what the parties asked have joined.</Notice>
      )}
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
          end={`${plural(known.answered, 'party', 'parties')} asked${known.left > 0 ? `, ${known.left} not yet` : ''}`}
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
            epoch={epoch}
            empty={
              <Empty title="No join seen">
                Other parties may have joined it. Ask about one below: its history names every team it has been in.
              </Empty>
            }
          />
        </Panel>
        <Panel title="Ask about another party">
          <IdForm
            className={styles.form}
            label="Party id"
            placeholder="64-character id, or a name"
            kind="party"
            known={useKnownParties()}
            warning="Not a 64-character id. Press Enter to try it anyway."
            onChoose={known.askAlso}
          >
            {(id) => (
              <Button type="submit" disabled={id === undefined}>
                Ask
              </Button>
            )}
          </IdForm>
        </Panel>
      </InOrder>
    </>
  )
}
