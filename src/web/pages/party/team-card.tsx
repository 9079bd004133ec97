import type { TeamRefereeHistory } from '../../../wire/referee-history.ts'
import { linkTo } from '../../router/link-to.ts'
import { plural } from '../../format/words.ts'
import { chainNow } from '../../client/node-status.ts'
import { useZone } from '../../preferences/use-preferences.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { TeamCell } from '../../entities/team-cell.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Timeline } from '../../ui/display/timeline.tsx'
import { MembershipBadge } from '../../features/referee-history/membership-badge.tsx'
import { lengthWords, spanWords } from '../../features/referee-history/membership-words.ts'
import { countsOf, membershipsOf } from '../../features/referee-history/memberships.ts'
import { Answered, type Answer } from '../../infinite-list/query-panel.tsx'
import { OpenLink } from '../../ui/inputs/open-link.tsx'

const maxStays = 5

export function TeamCard(props: {
  partyId: string
  answer: Answer<{ rows: TeamRefereeHistory[]; complete: boolean }>
}) {
  const { partyId, answer } = props
  const zone = useZone()
  const history = linkTo('/teams/referees/$referee', { referee: partyId })
  const stays = answer.data && membershipsOf(answer.data.rows, { newestFirst: true, complete: answer.data.complete })
  const counts = stays && countsOf(stays)
  const hidden = stays ? stays.length - maxStays : 0
  const returns = counts && counts.returns > 0 ? `, ${plural(counts.returns, 'return')}` : ''
  return (
    <Panel
      title="Team history"
      count={counts && counts.teams > 0 ? `${plural(counts.teams, 'team')}${returns}` : undefined}
      end={<OpenLink href={history} text="Open history" />}
      {...(hidden > 0 && { foot: `${hidden} earlier in the history` })}
    >
      <Answered answer={answer} what="the team history" rows={4}>
        {() =>
          !stays || stays.length === 0 ? (
            <Empty title="This party has never joined a team" />
          ) : (
            <Timeline
              items={stays.slice(0, maxStays).map((stay) => ({
                title: <TeamCell id={stay.teamId} />,
                badge: <MembershipBadge membership={stay} />,
                detail: spanWords(stay, zone),
                end: lengthWords(stay, chainNow()),
                current: stay.current,
              }))}
            />
          )
        }
      </Answered>
    </Panel>
  )
}
