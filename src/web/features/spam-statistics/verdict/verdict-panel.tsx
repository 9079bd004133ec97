import { groupDigits } from '../../../format/amount.ts'
import { formatDuration } from '../../../format/duration.ts'
import { formatInstant, toMilliseconds } from '../../../format/time.ts'
import { elapsedWords, useEpoch, useStoppedAt } from '../../../entities/use-node-status.ts'
import { chainNow } from '../../../client/node-status.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { ScaleBar } from '../../../ui/display/scale-bar.tsx'
import { SummaryBanner } from '../../../ui/feedback/summary-banner.tsx'
import { ButtonLink } from '../../../ui/inputs/button.tsx'
import { type Entry, Explain } from '../../../ui/overlays/explain.tsx'
import { NodeCountdown } from '../node-countdown.tsx'
import styles from '../page.module.css'
import { verdictWords } from './use-verdict.ts'
import { terms } from '../../../entities/terms.ts'
import type { SpamVerdict } from '../../../../wire/spam/spam-verdict.ts'

/** Progress of the epoch, at whose end counters reset. Only its number when the node does not list epochs. */
export function EpochRule({ seq, stale = false }: { seq: string; stale?: boolean }) {
  const epoch = useEpoch()
  const zone = useZone()
  const stopped = useStoppedAt() !== undefined
  const number = (entry: Entry) => (
    <span>
      Epoch <b>{groupDigits(seq)}</b> <Explain entry={entry} />
    </span>
  )
  if (epoch?.seq !== seq) return <div className={styles['epoch']}>{number(terms.epoch)}</div>
  const { start, end } = epoch
  const elapsed = end > start ? Number(((chainNow() - start) * 1000n) / (end - start)) / 10 : 100
  return (
    <div className={styles['epoch']}>
      <div>
        {number({ ...terms.epoch, usual: `This one lasts ${formatDuration(toMilliseconds(end - start))}.` })}
        {/* A chain that has stopped produces no block, so the next epoch has no time. */}
        {stopped || stale ? (
          <span>Counters reset with the next epoch</span>
        ) : (
          <span>
            Counters reset in{' '}
            <b>
              <NodeCountdown until={end} silent />
            </b>
          </span>
        )}
      </div>
      <ScaleBar percent={elapsed} label={`Epoch ${seq}, ${elapsedWords(epoch)} elapsed`} />
      <div>
        <span>{formatInstant(start, zone, { name: false })}</span>
        <span>{formatInstant(end, zone)}</span>
      </div>
    </div>
  )
}

/** The worst state, one sentence with the ban’s countdown, and when counters reset. */
export function VerdictPanel({ verdict, seq }: { verdict: SpamVerdict; seq: string }) {
  const zone = useZone()
  const { ban } = verdict
  const banned = ban !== undefined || verdict.gauges.some(({ endedBan }) => endedBan !== undefined)
  return (
    <Panel>
      <div className={styles['verdict']}>
        <SummaryBanner
          state={verdict.worst}
          waiting={verdict.checking}
          title={verdictWords(verdict, zone)}
          action={verdict.worst === 'unrecorded' ? <ButtonLink href="/spam">Enter another key</ButtonLink> : undefined}
        >
          {ban && (
            <>
              <NodeCountdown until={ban.until} silent unlabelled /> left.{' '}
            </>
          )}
          {verdict.context}{' '}
          <Explain
            entry={banned ? terms.ban : terms.states}
            words={banned ? 'What a ban is' : 'What the states mean'}
          />
        </SummaryBanner>
        <EpochRule seq={seq} stale={verdict.stale !== undefined} />
      </div>
    </Panel>
  )
}
