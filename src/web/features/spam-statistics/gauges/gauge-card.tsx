import type { ReactNode } from 'react'
import { roughDuration } from '../../../format/duration.ts'
import { formatInstant, toMilliseconds } from '../../../format/time.ts'
import { useEpoch } from '../../../entities/use-node-status.ts'
import { serverNow } from '../../../client/server-clock.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import { Sparkline } from '../../../ui/display/sparkline.tsx'
import { StateBadge } from '../../../ui/feedback/state-badge.tsx'
import { isConfirming, type Gauge, gaugeLabels, type Thresholds } from '../../../../wire/spam/spam-gauges.ts'
import { jumpOf, paceOf, inEpoch } from '../../../../wire/spam/spam-pace.ts'
import { jumpWords } from '../burn-rate/burn-rate-words.ts'
import { Explain } from '../../../ui/overlays/explain.tsx'
import { type History, sourceWords, valuesAt } from '../history/history.ts'
import { NodeCountdown } from '../node-countdown.tsx'
import { terms } from '../../../entities/terms.ts'
import { counterEntries } from '../counter-entries.ts'
import styles from './gauge-card.module.css'
import { Figure, scaleWords, MinimumTokens, UsedOfLimit } from './gauge-figure.tsx'
import { Meter } from './meter.tsx'
import { riskWords } from '../../../../wire/spam/risk-state.ts'

export interface GaugeCardProps {
  gauge: Gauge
  thresholds: Thresholds
  history: History
  epoch: string
  /** When the node sent the gauge: Unix nanoseconds of its clock. */
  answeredAt: bigint
  /** Below the figure, for a card that takes a whole row. */
  children?: ReactNode
}

/** When the limit is reached, or when it resets. Proof of work has no forecast: it resets with each block. */
function Forecast({ gauge, history, epoch }: Pick<GaugeCardProps, 'gauge' | 'history' | 'epoch'>): ReactNode {
  const zone = useZone()
  const running = useEpoch()
  const end = running?.seq === epoch ? running.end : undefined
  if (gauge.bannedUntil !== undefined) return formatInstant(gauge.bannedUntil, zone, { time: false })
  if (gauge.name === 'pow' || gauge.max === undefined) return null
  if (gauge.state === 'limit') {
    if (end === undefined) return 'resets with the next epoch'
    return (
      <>
        resets in <NodeCountdown until={end} silent />
      </>
    )
  }
  if (!['ok', 'watch', 'near'].includes(gauge.state)) return null
  const pace = paceOf(history[gauge.name], epoch, gauge.max)
  const jump = jumpOf(history[gauge.name], epoch)
  if (pace?.runsOutIn === undefined) return jump ? jumpWords(jump, zone) : null
  const lasts = end !== undefined && pace.runsOutIn > toMilliseconds(end - serverNow())
  return lasts ? 'lasts the epoch at this rate' : `limit in ${roughDuration(pace.runsOutIn)}`
}

/** A ban time that cannot be trusted. */
function DoubtfulBan({ gauge, answeredAt }: Pick<GaugeCardProps, 'gauge' | 'answeredAt'>): ReactNode {
  const zone = useZone()
  const { unreadableBan, endedBan } = gauge
  if (unreadableBan !== undefined)
    return <p className={styles['odd']}>Unreadable ban time from the node: “{unreadableBan}”.</p>
  if (endedBan === undefined || isConfirming(endedBan, answeredAt)) return null
  return <p className={styles['odd']}>The node still reports the ban that ended {formatInstant(endedBan, zone)}.</p>
}

/** One limit: its state, figure, meter, share, forecast, the transactions it counts, minimum stake and history. */
export function GaugeCard({ gauge, thresholds, history, epoch, answeredAt, children }: GaugeCardProps) {
  const label = gaugeLabels[gauge.name]
  const { counts, ...entry } = counterEntries[gauge.name]
  const runs = inEpoch(history[gauge.name], epoch)
  const values = valuesAt(runs, 32)
  const wide = gauge.name === 'pow'
  return (
    <article className={styles['gauge']} data-state={gauge.state} data-wide={wide || undefined} aria-label={label}>
      <header>
        <h3>{label}</h3>
        <Explain entry={{ title: label, ...entry }} also={gauge.minTokens === undefined ? undefined : terms.minimum} />
        <span>
          <StateBadge state={gauge.state} />
        </span>
      </header>
      <div className={styles['body']}>
        {wide && <Meter gauge={gauge} thresholds={thresholds} shape="radial" />}
        <div className={styles['numbers']}>
          <div className={styles['figure']}>
            <Figure gauge={gauge} answeredAt={answeredAt} />
          </div>
          <div>
            {!wide && <Meter gauge={gauge} thresholds={thresholds} />}
            <div className={styles['scale']}>
              <span>{scaleWords(gauge)}</span>
              <span>
                <Forecast gauge={gauge} history={history} epoch={epoch} />
              </span>
            </div>
          </div>
        </div>
        {wide && <div className={styles['said']}>{children}</div>}
        <footer>
          <span className={styles['facts']}>
            {!wide && <MinimumTokens raw={gauge.minTokens} />}
            {!wide && <small>{counts}</small>}
          </span>
          {values.length > 0 && gauge.state !== 'denied' && (
            <Sparkline
              step
              values={values}
              label={`${label} used ${wide ? 'over the window of blocks' : 'in this epoch'}, ${sourceWords(runs)}`}
            />
          )}
        </footer>
      </div>
      <DoubtfulBan gauge={gauge} answeredAt={answeredAt} />
    </article>
  )
}

/** A limit of which nothing is used: its size and minimum stake in two short lines. */
export function UnusedCard({ gauge, thresholds }: { gauge: Gauge; thresholds: Thresholds }) {
  const { name, used = '', max = '', minTokens } = gauge
  const label = gaugeLabels[name]
  return (
    <article className={styles['unused']} aria-label={label}>
      <header>
        <h3>{label}</h3>
        <Explain
          entry={{ title: label, ...counterEntries[name] }}
          also={minTokens === undefined ? undefined : terms.minimum}
        />
        <span className="visually-hidden">{riskWords[gauge.state]}</span>
        <UsedOfLimit used={used} max={max} />
      </header>
      <footer>
        <MinimumTokens raw={minTokens} />
        <Meter gauge={gauge} thresholds={thresholds} />
      </footer>
    </article>
  )
}
