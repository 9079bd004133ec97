import { groupDigits } from '../../../format/amount.ts'
import { formatSpan } from '../../../format/duration.ts'
import { formatInstant, toMilliseconds } from '../../../format/time.ts'
import { useEpoch } from '../../../entities/epoch/use-epoch.ts'
import { useStoppedAt } from '../../../entities/use-node-status.ts'
import { chainNow } from '../../../api/status/node-status.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { Rule } from '../../../ui/display/scale-bar.tsx'
import { Verdict } from '../../../ui/feedback/summary-banner.tsx'
import { Explain } from '../explain.tsx'
import { NodeCountdown } from '../node-countdown.tsx'
import styles from '../page.module.css'
import { type Entry, wordEntries } from '../spam-glossary.ts'
import type { SpamVerdict } from './verdict.ts'

/** How far the epoch has come: counters start over when it ends. Its number alone when the node does not list epochs. */
export function EpochRule({ seq, onEpochEnd }: { seq: string; onEpochEnd: () => void }) {
  const epoch = useEpoch()
  const zone = useZone()
  const stopped = useStoppedAt() !== undefined
  const number = (entry: Entry) => (
    <span>
      Epoch <b>{groupDigits(seq)}</b> <Explain entry={entry} />
    </span>
  )
  if (!epoch || epoch.seq !== seq) return <div className={styles['epoch']}>{number(wordEntries.epoch)}</div>
  const start = BigInt(epoch.timestamps.startTime)
  const end = BigInt(epoch.timestamps.expiryTime)
  const left = end - chainNow()
  const gone = end > start ? Number(((end - start - left) * 1000n) / (end - start)) / 10 : 100
  return (
    <div className={styles['epoch']}>
      <p>
        {number({ ...wordEntries.epoch, usual: `This one lasts ${formatSpan(toMilliseconds(end - start))}.` })}
        {/* No block comes on a chain that has stopped, and so no next epoch. */}
        {stopped ? (
          <span>Counters reset with the next epoch</span>
        ) : (
          <span>
            Counters reset in{' '}
            <b>
              <NodeCountdown until={end} onEnd={onEpochEnd} silent />
            </b>
          </span>
        )}
      </p>
      <Rule
        percent={gone}
        ticks={48}
        every={8}
        label={`Epoch ${seq}, ${Math.min(100, Math.max(0, Math.floor(gone)))} % elapsed`}
      />
      <p>
        <span>{formatInstant(start, zone, { name: false })}</span>
        <span>{formatInstant(end, zone)}</span>
      </p>
    </div>
  )
}

/** The answer first: worst state, one sentence with the ban’s countdown, and when counters start over. */
export function VerdictPanel(props: { told: SpamVerdict; seq: string; onEnd: () => void; onEpochEnd: () => void }) {
  const { told, seq, onEnd, onEpochEnd } = props
  const zone = useZone()
  const { ban } = told
  const banned = ban !== undefined || told.gauges.some(({ endedBan }) => endedBan !== undefined)
  return (
    <Panel>
      <div className={styles['verdict']}>
        <Verdict
          state={told.worst}
          title={
            ban ? (
              <>
                {ban.subject}{' '}
                <em>
                  banned{ban.several && ', the last'} for{' '}
                  <NodeCountdown until={ban.until} onEnd={onEnd} silent unlabelled />
                </em>
                .{told.rest}
              </>
            ) : (
              told.sentence
            )
          }
        >
          {ban && `Until ${formatInstant(ban.until, zone)}. `}
          {told.context}{' '}
          <Explain
            entry={banned ? wordEntries.ban : wordEntries.states}
            words={banned ? 'What a ban is' : 'What the states mean'}
          />
        </Verdict>
        <EpochRule seq={seq} onEpochEnd={onEpochEnd} />
      </div>
    </Panel>
  )
}
