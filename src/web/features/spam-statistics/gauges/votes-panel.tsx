import { compare, groupDigits } from '../../../format/amount.ts'
import { plural } from '../../../format/words.ts'
import type { VoteSpamStatistics } from '../../../../wire/spam-statistics.ts'
import { IdChip } from '../../../ui/display/id-chip.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { Pips } from '../../../ui/display/pips.tsx'
import { StateBadge } from '../../../ui/feedback/state-badge.tsx'
import { noLimit, stateOf, type Thresholds } from '../../../../wire/spam/spam-gauges.ts'
import styles from '../page.module.css'
import { MinimumTokens } from './gauge-figure.tsx'

/** The votes on each proposal, which are limited separately, the fullest first; nothing without a vote. */
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
  if (!votes || votes.statistics.length === 0) return null
  const entries = votes.statistics.toSorted(
    (a, b) => compare(b.countForEpoch, a.countForEpoch) || (a.proposal < b.proposal ? -1 : 1),
  )
  const unlimited = BigInt(votes.maxForEpoch) >= noLimit
  return (
    <Panel
      title="Votes per proposal"
      count={unlimited ? 'no limit' : `limit ${groupDigits(votes.maxForEpoch)} each`}
      end={`${plural(entries.length, 'proposal')} voted on`}
    >
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
    </Panel>
  )
}
