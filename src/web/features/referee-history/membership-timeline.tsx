import { useState } from 'react'
import { formatDuration } from '../../format/duration.ts'
import { formatInstant, toMilliseconds } from '../../format/time.ts'
import { plural } from '../../format/words.ts'
import type { List } from '../../infinite-list/list.ts'
import { chainNow } from '../../client/node-status.ts'
import { useZone } from '../../preferences/use-preferences.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { TeamCell } from '../../entities/value-cells.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Timeline } from '../../ui/display/timeline.tsx'
import { SummaryBanner } from '../../ui/feedback/summary-banner.tsx'
import styles from './page.module.css'
import { lengthWords, spanWords, timeWords, countsOf, type Membership } from './memberships.ts'
import { Lozenge } from '../../ui/display/lozenge.tsx'

/** Marks a current, repeated or first membership. `single` uses one lozenge, for a cell. */
export function MembershipBadge({
  membership: { current, returned, first },
  single = false,
}: {
  membership: Membership
  single?: boolean
}) {
  if (single && current && returned) return <Lozenge tone="accent">Current, returned</Lozenge>
  return (
    <>
      {current ? <Lozenge tone="accent">Current</Lozenge> : null}
      {returned ? <Lozenge tone="line">Returned</Lozenge> : null}
      {first && !current ? <Lozenge tone="line">First team</Lozenge> : null}
    </>
  )
}

const shownAtFirst = 25

/** The sentence while the history loads, and when there is none; as tall as the one that follows. */
export function NoVerdict({ status }: { status: List<unknown>['status'] }) {
  if (status === 'waiting') {
    return (
      <SummaryBanner waiting state="unknown" icon="team" title="Loading the team history">
        One moment.
      </SummaryBanner>
    )
  }
  return status === 'failed' ? (
    <SummaryBanner state="unknown" title="Team history unavailable">
      See the reason below.
    </SummaryBanner>
  ) : (
    <SummaryBanner state="none" icon="team" title="Never in a team.">
      The node has no joins for this party.
    </SummaryBanner>
  )
}

/** The opening sentence of the page: the current team and a summary of the earlier ones. */
export function HistoryVerdict({ memberships, complete }: { memberships: readonly Membership[]; complete: boolean }) {
  const zone = useZone()
  const [newest] = memberships
  if (!newest) return null
  const { teams, returns } = countsOf(memberships)
  const known = complete ? '' : ' among the loaded joins'
  return (
    <SummaryBanner
      state="info"
      icon="team"
      title={
        newest.current ? (
          <>
            In team <TeamCell id={newest.teamId} mark={false} /> since{' '}
            {formatInstant(newest.joinedAt, zone, { precision: 'minute' })}, <em>{timeWords(newest, chainNow())}</em>.
          </>
        ) : (
          'The latest join is not loaded yet.'
        )
      }
    >
      {plural(memberships.length, 'join')} of {plural(teams, 'team')},{' '}
      {returns === 0 ? 'no return' : plural(returns, 'return')}
      {known}. {longest(memberships)}
    </SummaryBanner>
  )
}

function longest(memberships: readonly Membership[]): string {
  const lengths = memberships.flatMap(({ joinedAt, endedAt }) =>
    endedAt === undefined ? [] : [toMilliseconds(BigInt(endedAt) - BigInt(joinedAt))],
  )
  return lengths.length === 0 ? '' : `Longest ended membership: ${formatDuration(Math.max(...lengths))}.`
}

interface MembershipTimelineProps {
  memberships: readonly Membership[]
  complete: boolean
}

/** The memberships, newest first, and a note on what the network does not record. */
export function MembershipTimeline({ memberships, complete }: MembershipTimelineProps) {
  const zone = useZone()
  const [all, setAll] = useState(false)
  const shown = all ? memberships : memberships.slice(0, shownAtFirst)
  const now = chainNow()
  return (
    <div className={styles.timeline}>
      <Timeline
        items={shown.map((membership) => ({
          title: <TeamCell id={membership.teamId} copy />,
          badge: <MembershipBadge membership={membership} />,
          detail: spanWords(membership, zone),
          end: lengthWords(membership, now),
          current: membership.current,
        }))}
      />
      {shown.length < memberships.length ? (
        <Button variant="bare" onClick={() => setAll(true)}>
          Show {plural(memberships.length - shown.length, 'earlier membership')}
        </Button>
      ) : null}
      <Notice>
        The network records joins only: a membership lasts until the next join, and the current one until now. Creating
        a team counts as joining it.{complete ? '' : ' Older or newer joins may not be loaded.'}
      </Notice>
    </div>
  )
}
