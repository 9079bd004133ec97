import { compare, groupDigits } from '../../../format/amount.ts'
import { plural } from '../../../format/words.ts'
import type { VoteSpamStatistics } from '../../../../wire/spam-statistics.ts'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { IdChip } from '../../../ui/display/id-chip.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { Pips } from '../../../ui/display/pips.tsx'
import { StateBadge } from '../../../ui/feedback/state-badge.tsx'
import { noLimit, stateOf, type Thresholds } from '../../../../wire/spam/spam-gauges.ts'
import styles from '../page.module.css'
import { MinimumTokens } from './tokens.tsx'

/** The votes on each proposal, which are limited separately, the fullest first. */
export function VotesPanel({
  votes,
  thresholds,
  stale,
}: {
  votes: VoteSpamStatistics | null | undefined
  thresholds: Thresholds
  stale: boolean
}) {
  const stateNow = (used: string, max: string) => (stale ? 'stale' : stateOf(used, max, thresholds))
  if (!votes) {
    return (
      <Panel title="Votes per proposal">
        <Empty title="Votes not reported">This node sent no vote statistics for the party.</Empty>
      </Panel>
    )
  }
  const entries = votes.statistics.toSorted(
    (a, b) => compare(b.countForEpoch, a.countForEpoch) || (a.proposal < b.proposal ? -1 : 1),
  )
  const number = entries.length
  const unlimited = BigInt(votes.maxForEpoch) >= noLimit
  return (
    <Panel
      title="Votes per proposal"
      count={unlimited ? 'no limit' : `limit ${groupDigits(votes.maxForEpoch)} each`}
      {...(number > 0 && { end: `${plural(number, 'proposal')} voted on` })}
    >
      {number === 0 ? (
        <Empty title="No votes this epoch" />
      ) : (
        <ul className={styles['votes']}>
          {entries.map((entry) => (
            <li key={entry.proposal}>
              <p>
                <IdChip id={entry.proposal} mark={false} />
                <StateBadge state={stateNow(entry.countForEpoch, votes.maxForEpoch)} />
              </p>
              <Pips
                used={entry.countForEpoch}
                max={votes.maxForEpoch}
                state={stateNow(entry.countForEpoch, votes.maxForEpoch)}
                label={`Votes on proposal ${entry.proposal}`}
              />
              <p>
                <span>
                  {unlimited
                    ? `${groupDigits(entry.countForEpoch)} sent`
                    : `${groupDigits(entry.countForEpoch)} of ${groupDigits(votes.maxForEpoch)} used`}
                </span>
                <MinimumTokens raw={entry.minTokensRequired} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
