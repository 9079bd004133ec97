import { IdForm } from '../../entities/search/id-form.tsx'
import { useKnownParties } from '../../entities/search/resolve-search.ts'
import { InvalidIdWarning } from '../../entities/warnings.tsx'
import { SubjectTitle } from '../../entities/subject-title.tsx'
import { shortId } from '../../format/id.ts'
import { linkTo } from '../../router/link-to.ts'
import { go } from '../../router/navigate.ts'
import { useParams } from '../../router/use-location.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { AssetRecord } from './asset-record.tsx'
import { BlockRecord } from './block-record.tsx'
import { EpochRecord } from './epoch-record.tsx'
import { RecordView } from './record-view.tsx'
import styles from './record.module.css'

const teamWords = 'Nodes report the teams that a party has joined, not the members of a team.'

/** A team: no node says more of one than who has joined it, party by party. */
const TeamRecord = ({ id }: { id: string }) => (
  <RecordView
    head={
      <>
        <SubjectTitle id={id} kind="team" name={shortId(id)} named={false} what="Team" />
        <InvalidIdWarning id={id} />
      </>
    }
    about="this team"
    icon="team"
    presence="absent"
    title={{ known: '', waiting: '', failed: '', unknown: '', absent: teamWords }}
    context="The team history of a party says when it joined and left this one."
  >
    <Panel title="Team history of a party">
      <IdForm
        className={styles.form}
        label="Party id"
        placeholder="64-character id, or a name"
        kind="party"
        known={useKnownParties()}
        onChoose={(referee) => go(linkTo('/teams/referees/$referee', { referee }))}
      />
    </Panel>
  </RecordView>
)

/** One asset, team, epoch or block: what the node says of it, and where to go from it. */
export function RecordPage() {
  const { assetId, teamId, epoch, height } = useParams()
  if (assetId !== undefined) return <AssetRecord key={assetId} id={assetId} />
  if (teamId !== undefined) return <TeamRecord key={teamId} id={teamId} />
  return epoch === undefined ? <BlockRecord text={height ?? ''} /> : <EpochRecord text={epoch} />
}
