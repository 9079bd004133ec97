import type { SpamStatistics } from '../../../wire/spam-statistics.ts'
import { serverNow } from '../../client/server-clock.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import { useNow } from '../../ui/use-now.ts'
import { banOf } from '../../../wire/spam/spam-gauges.ts'
import { blocksSince, blockTime } from './block-time.ts'
import { BurnRatePanel } from './burn-rate/burn-rate-panel.tsx'
import { InOrder } from '../../ui/display/in-order.tsx'
import { allGauges } from '../../../wire/spam/spam-gauges.ts'
import { GaugeCard } from './gauges/gauge-card.tsx'
import { isUnused, UnusedCard } from './gauges/unused-card.tsx'
import styles from './page.module.css'
import { ProofOfWorkPanel } from './proof-of-work/proof-of-work-panel.tsx'
import type { History } from './history/history.ts'
import type { SpamVerdict } from '../../../wire/spam/spam-verdict.ts'
import { VerdictPanel } from './verdict/verdict-panel.tsx'
import { VotesPanel } from './gauges/votes-panel.tsx'
import { adviceOf } from './proof-of-work/work-advice.ts'

interface LimitsProps {
  history: History
  verdict: SpamVerdict
  statistics: SpamStatistics
}

/** Advice for the next transaction of a bot: hashes expire while it is read. */
function NextStep({ pow, answeredAt }: Pick<SpamStatistics, 'pow'> & Pick<SpamVerdict, 'answeredAt'>) {
  useNow()
  if (!pow) return <p>This node sent no proof-of-work statistics.</p>
  const { bannedUntil, endedBan } = banOf(pow.bannedUntil, serverNow())
  if (bannedUntil !== undefined)
    return <p>Nothing this party sends is accepted until the ban ends. Proofs made before then are wasted.</p>
  if (endedBan !== undefined) return <p>The end of the ban is not confirmed yet. Wait until the node agrees.</p>
  return <p>{adviceOf(pow, blockTime(), blocksSince(answeredAt))}</p>
}

/** A party's limits: the verdict, a card for each limit in use and a line for each other, proof of work, burn rates, votes. */
export function Limits({ history, verdict, statistics }: LimitsProps) {
  const thresholds = usePreference('spam')
  const epoch = statistics.epochSeq
  const byRisk = thresholds.order === 'risk'
  // In the fixed order each limit keeps its place, so that a reader finds it without looking.
  const gauges = byRisk
    ? verdict.gauges.filter((gauge) => !isUnused(gauge))
    : verdict.gauges.toSorted((a, b) => allGauges.indexOf(a.name) - allGauges.indexOf(b.name))
  const unused = byRisk ? verdict.gauges.filter(isUnused) : []
  return (
    <InOrder narrow>
      <VerdictPanel verdict={verdict} seq={epoch} />
      <section className={styles['limits']} aria-label="Limits">
        <div className={styles['gauges']}>
          {gauges.map((gauge) => (
            <GaugeCard
              key={gauge.name}
              gauge={gauge}
              thresholds={thresholds}
              history={history}
              epoch={epoch}
              answeredAt={verdict.answeredAt}
            >
              {gauge.name === 'pow' && !verdict.stale && (
                <NextStep pow={statistics.pow} answeredAt={verdict.answeredAt} />
              )}
            </GaugeCard>
          ))}
        </div>
        {unused.length > 0 && (
          <>
            <h2 className={styles['quiet']}>Unused this epoch</h2>
            <div className={styles['unused']}>
              {unused.map((gauge) => (
                <UnusedCard key={gauge.name} gauge={gauge} thresholds={thresholds} />
              ))}
            </div>
          </>
        )}
      </section>
      <div className={styles['columns']}>
        <ProofOfWorkPanel pow={statistics.pow} answeredAt={verdict.answeredAt} stale={verdict.stale !== undefined} />
        <div className={styles['aside']}>
          <BurnRatePanel gauges={verdict.gauges} history={history} epoch={epoch} nearAt={thresholds.nearAt} />
          <VotesPanel votes={statistics.votes} thresholds={thresholds} stale={verdict.stale !== undefined} />
        </div>
      </div>
    </InOrder>
  )
}
