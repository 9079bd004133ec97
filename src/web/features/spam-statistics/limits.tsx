import { useState, type ReactNode } from 'react'
import type { SpamStatistics, VoteSpamStatistics } from '../../../wire/spam-statistics.ts'
import { serverNow } from '../../client/server-clock.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import { useNow } from '../../ui/use-now.ts'
import { blocksSince, blockTime } from './block-time.ts'
import { BurnRatePanel } from './burn-rate/burn-rate-panel.tsx'
import { InOrder } from '../../ui/display/in-order.tsx'
import {
  allGauges,
  banOf,
  type Gauge,
  isUnused,
  noLimit,
  stateOf,
  type Thresholds,
} from '../../../wire/spam/spam-gauges.ts'
import { GaugeCard, UnusedCard } from './gauges/gauge-card.tsx'
import styles from './page.module.css'
import { ProofOfWorkPanel } from './proof-of-work/proof-of-work-panel.tsx'
import type { History } from './history/history.ts'
import type { SpamVerdict } from '../../../wire/spam/spam-verdict.ts'
import { VerdictPanel } from './verdict/verdict-panel.tsx'
import { adviceOf } from './proof-of-work/work-advice.ts'
import { unusedWords } from './sendable-names.ts'
import { compare, groupDigits } from '../../format/amount.ts'
import { plural } from '../../format/words.ts'
import { IdChip } from '../../ui/display/id-chip.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Pips } from '../../ui/display/pips.tsx'
import { StateBadge } from '../../ui/feedback/state-badge.tsx'
import { ShowMore, shownAtFirst } from './show-more.tsx'
import { MinimumTokens } from './gauges/gauge-figure.tsx'

/** The votes on each proposal, which are limited separately, the fullest first; nothing without a vote. */
export function VotesPanel(props: {
  votes: VoteSpamStatistics | null | undefined
  thresholds: Thresholds
  stale: boolean
}) {
  const { votes, thresholds, stale } = props
  const [shown, setShown] = useState(shownAtFirst)
  if (!votes || votes.statistics.length === 0) return null
  const entries = votes.statistics.toSorted(
    (a, b) => compare(b.countForEpoch, a.countForEpoch) || (a.proposal < b.proposal ? -1 : 1),
  )
  const max = votes.maxForEpoch
  const unlimited = BigInt(max) >= noLimit
  return (
    <Panel
      title="Votes per proposal"
      count={unlimited ? 'no limit' : `limit ${groupDigits(max)} each`}
      end={`${plural(entries.length, 'proposal')} voted on`}
    >
      <ul className={styles['votes']}>
        {entries.slice(0, shown).map(({ proposal, countForEpoch: used, minTokensRequired }) => {
          const state = stale ? 'stale' : stateOf(used, max, thresholds)
          return (
            <li key={proposal}>
              <p>
                <IdChip id={proposal} mark={false} />
                <StateBadge state={state} />
              </p>
              <Pips used={used} max={max} state={state} label={`Votes on proposal ${proposal}`} />
              <p>
                <span>
                  {groupDigits(used)} {unlimited ? 'sent' : `of ${groupDigits(max)} used`}
                </span>
                <MinimumTokens raw={minTokensRequired} />
              </p>
            </li>
          )
        })}
      </ul>
      <ShowMore shown={shown} of={entries.length} noun="proposal" onShown={setShown} />
    </Panel>
  )
}

interface LimitsProps {
  history: History
  verdict: SpamVerdict
  statistics: SpamStatistics
}

/** Advice for the next transaction of a bot: hashes expire while it is read. */
function nextStep({ pow, answeredAt }: Pick<SpamStatistics, 'pow'> & Pick<SpamVerdict, 'answeredAt'>): string {
  if (!pow) return 'This node sent no proof-of-work statistics.'
  const { bannedUntil, endedBan } = banOf(pow.bannedUntil, serverNow())
  if (bannedUntil !== undefined)
    return 'Nothing this party sends is accepted until the ban ends. Proofs made before then are wasted.'
  if (endedBan !== undefined) return 'The end of the ban is not confirmed yet. Wait until the node agrees.'
  return adviceOf(pow, blockTime(), blocksSince(answeredAt))
}

const NextStep = (props: Parameters<typeof nextStep>[0]) => <p>{useNow(() => nextStep(props))}</p>

/** A party's limits: the verdict, a card for each limit in use, one line for the others, proof of work; burn rates and votes where there are any. */
export function Limits({ history, verdict, statistics }: LimitsProps) {
  const thresholds = usePreference('spam')
  const epoch = statistics.epochSeq
  const byRisk = thresholds.order === 'risk'
  const counters = verdict.gauges.filter(({ name }) => name !== 'pow')
  // In the fixed order each limit keeps its place, so that a reader finds it without looking.
  const gauges = byRisk
    ? counters.filter((gauge) => !isUnused(gauge))
    : counters.toSorted((a, b) => allGauges.indexOf(a.name) - allGauges.indexOf(b.name))
  const unused = byRisk ? counters.filter(isUnused) : []
  const card = (gauge: Gauge, advice?: ReactNode) => (
    <GaugeCard
      key={gauge.name}
      gauge={gauge}
      thresholds={thresholds}
      history={history}
      epoch={epoch}
      answeredAt={verdict.answeredAt}
    >
      {advice}
    </GaugeCard>
  )
  return (
    <InOrder where="narrow">
      <VerdictPanel verdict={verdict} seq={epoch} />
      <section className={styles['limits']} aria-label="Limits">
        <div className={styles['gauges']}>{gauges.map((gauge) => card(gauge))}</div>
        {unused.length > 0 && (
          <details className={styles['fold']}>
            <summary>
              {verdict.stale ? 'Unused when last read' : 'Unused this epoch'}: {unusedWords(unused)}.
            </summary>
            <div className={styles['unused']}>
              {unused.map((gauge) => (
                <UnusedCard key={gauge.name} gauge={gauge} thresholds={thresholds} />
              ))}
            </div>
          </details>
        )}
      </section>
      <ProofOfWorkPanel pow={statistics.pow} answeredAt={verdict.answeredAt} stale={verdict.stale !== undefined}>
        {verdict.gauges
          .filter(({ name }) => name === 'pow')
          .map((gauge) =>
            card(gauge, !verdict.stale && <NextStep pow={statistics.pow} answeredAt={verdict.answeredAt} />),
          )}
      </ProofOfWorkPanel>
      <div className={styles['columns']}>
        <BurnRatePanel gauges={verdict.gauges} history={history} epoch={epoch} nearAt={thresholds.nearAt} />
        <VotesPanel votes={statistics.votes} thresholds={thresholds} stale={verdict.stale !== undefined} />
      </div>
    </InOrder>
  )
}
