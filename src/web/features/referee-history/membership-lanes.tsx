import { formatDuration } from '../../format/duration.ts'
import { formatInstant, toMilliseconds } from '../../format/time.ts'
import { groupDigits } from '../../format/amount.ts'
import { chainNow } from '../../client/node-status.ts'
import { useZone } from '../../preferences/use-preferences.ts'
import { Lozenge } from '../../ui/display/lozenge.tsx'
import { TeamCell } from '../../entities/value-cells.tsx'
import { SummaryBanner } from '../../ui/feedback/summary-banner.tsx'
import styles from './membership-lanes.module.css'
import { joinKey } from './query.ts'
import { joinedWords, joinTime, lengthWords, spanWords, timeWords, type Membership } from './memberships.ts'

/** Marks the current membership, and the first in its team. */
export const MembershipBadge = ({ membership: { current, first } }: { membership: Membership }) => (
  <>
    {current ? <Lozenge tone="accent">Current</Lozenge> : null}{' '}
    {first ? <Lozenge tone="line">First join</Lozenge> : null}
  </>
)

/** The opening sentence of the page: the current team and a summary of the earlier ones. */
export function HistoryVerdict({ memberships, complete }: { memberships: readonly Membership[]; complete: boolean }) {
  const zone = useZone()
  const [newest] = memberships
  if (!newest) return null
  return (
    <SummaryBanner
      state="info"
      icon="team"
      title={
        newest.current ? (
          <>
            In team <TeamCell id={newest.teamId} mark={false} /> since{' '}
            {newest.joinedAt === '0' ? (
              `epoch ${groupDigits(newest.joinedAtEpoch)}.`
            ) : (
              <>
                {joinTime(newest.joinedAt, zone)}, <em>{timeWords(newest, chainNow())}</em>.
              </>
            )}
          </>
        ) : (
          'The latest join is not loaded yet.'
        )
      }
    >
      {joinedWords(memberships)}
      {complete ? '' : ' among the loaded joins'}.
    </SummaryBanner>
  )
}

interface MembershipLanesProps {
  memberships: readonly Membership[]
  complete: boolean
}

/** One lane of time for each team, the team joined last on top, with a band for each membership; exact values as text. */
export function MembershipLanes({ memberships, complete }: MembershipLanesProps) {
  const zone = useZone()
  const now = chainNow()
  const [newest] = memberships
  if (!newest) return <p className="muted">{complete ? 'No team recorded.' : 'No join is loaded.'}</p>
  const start = BigInt(memberships.findLast(({ joinedAt }) => joinedAt !== '0')?.joinedAt ?? now)
  // Without an end, the newest membership is a mark at the end of the axis.
  const end = newest.current || newest.joinedAt === '0' ? now : BigInt(newest.joinedAt)
  const percent = (at: bigint): number =>
    end > start && at > start ? Number(((at - start) * 10_000n) / (end - start)) / 100 : 0
  const lanes = [...new Set(memberships.map(({ teamId }) => teamId))].map((team) =>
    memberships.filter(({ teamId }) => teamId === team),
  )
  const day = (at: bigint, name: boolean): string => formatInstant(at.toString(), zone, { time: false, name })
  return (
    <div className={styles.lanes}>
      <ol>
        {lanes.map((lane) => (
          <li key={lane[0]?.teamId} aria-current={lane.some(({ current }) => current) || undefined}>
            <TeamCell id={lane[0]?.teamId ?? ''} copy />
            <span className={styles.total}>{totalWords(lane, now)}</span>
            <ol className={styles.lane}>
              {lane.toReversed().map((membership) => {
                const to = membership.endedAt ?? end
                // A membership whose start is not recorded is a mark at its end.
                const from = percent(BigInt(membership.joinedAt === '0' ? to : membership.joinedAt))
                const words = `${spanWords(membership, zone)}: ${lengthWords(membership, now)}`
                return (
                  <li
                    key={joinKey(membership)}
                    title={words}
                    data-first={membership.first || undefined}
                    data-current={membership.current || undefined}
                    style={{ left: `${from}%`, width: `${percent(BigInt(to)) - from}%` }}
                  >
                    <span className="visually-hidden">
                      {words}
                      {membership.first && ', first join of this team'}
                      {membership.current && ', current'}
                    </span>
                  </li>
                )
              })}
            </ol>
          </li>
        ))}
      </ol>
      <p className={styles.axis} aria-hidden="true">
        <span>{day(start, false)}</span>
        <span>{newest.current ? 'now' : day(end, true)}</span>
      </p>
      <p className="muted">
        {memberships.some(({ first }) => first) && 'A diamond marks the first join of a team. '}
        Only joins are recorded: a membership lasts until the next join. Creating a team counts as joining it.
        {complete ? '' : ' Older or newer joins may not be loaded.'}
      </p>
    </div>
  )
}

/** How long a party was in one team, and in how many memberships. */
function totalWords(lane: readonly Membership[], now: bigint): string {
  if (lane.some(({ endedAt, current }) => endedAt === undefined && !current)) return 'end not loaded'
  if (lane.some(({ joinedAt, endedAt }) => joinedAt === '0' || endedAt === '0')) return 'length not recorded'
  const total = lane.reduce((sum, { joinedAt, endedAt }) => sum + BigInt(endedAt ?? now) - BigInt(joinedAt), 0n)
  const times = lane.length > 1 ? `${lane.length} times, ` : ''
  return `${times}${formatDuration(toMilliseconds(total))}${lane.some(({ current }) => current) ? ' so far' : ''}`
}
