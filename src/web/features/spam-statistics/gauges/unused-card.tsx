import { Explain } from '../../../ui/overlays/explain.tsx'
import { riskWords } from '../../../../wire/spam/risk-state.ts'
import { terms } from '../../../entities/terms.ts'
import { counterEntries } from '../counter-entries.ts'
import { type Gauge, gaugeLabels, type Thresholds } from '../../../../wire/spam/spam-gauges.ts'
import styles from './gauge-card.module.css'
import { UsedOfLimit } from './gauge-figure.tsx'
import { Meter } from './meter.tsx'
import { MinimumTokens } from './tokens.tsx'

/** Whether nothing is used of a limit and nothing else is to be said of it. Proof of work always has advice. */
export const isUnused = ({ name, state, used, endedBan, unreadableBan }: Gauge): boolean =>
  name !== 'pow' && state === 'ok' && used === '0' && endedBan === undefined && unreadableBan === undefined

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
