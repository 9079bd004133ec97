import type { ReactNode } from 'react'
import { useEpoch } from '../../entities/use-node-status.ts'
import { groupDigits } from '../../format/amount.ts'
import { clockTime } from '../../format/time.ts'
import { plural } from '../../format/words.ts'
import { linkTo } from '../../router/link-to.ts'
import { useZone } from '../../preferences/use-preferences.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { Pips } from '../../ui/display/pips.tsx'
import { StateBadge } from '../../ui/feedback/state-badge.tsx'
import { gaugeLabels, isUnused, noLimit, type Gauge } from '../../../wire/spam/spam-gauges.ts'
import { type PanelQuery, QueryPanel } from '../../list/query-panel.tsx'
import styles from './spam-card.module.css'
import { OpenLink } from '../../ui/inputs/button.tsx'

export interface SpamFacts {
  epoch: string
  gauges: readonly Gauge[]
  /** What proof of work has room for and whether that lasts; undefined where nothing may be told. */
  work: string | undefined
}

function figures({ used, max }: Gauge): ReactNode {
  if (used === undefined || max === undefined) return <span className="muted">{'\u2013'}</span>
  if (BigInt(max) >= noLimit) return groupDigits(used)
  return (
    <>
      {groupDigits(used)} <span className="muted">/ {groupDigits(max)}</span>
    </>
  )
}

/** Nothing of it is used, whether the node knows the key or could not be asked. */
const isHidden = (gauge: Gauge): boolean => isUnused(gauge) || (gauge.used === '0' && gauge.state === 'unknown')

/** The epoch that counters are of, and when it ends, where the node says. */
function Epoch({ seq }: { seq: string }) {
  const running = useEpoch()
  const zone = useZone()
  const end = running?.seq === seq ? clockTime(running.end, zone) : undefined
  return `epoch ${groupDigits(seq)}${end === undefined ? '' : `, ends ${end}`}`
}

export function SpamCard({ partyId, query }: { partyId: string; query: PanelQuery<SpamFacts> }) {
  return (
    <Panel
      title="Spam limits"
      count={
        query.data && (
          <span className={styles.epoch}>
            <Epoch seq={query.data.epoch} />
          </span>
        )
      }
      end={<OpenLink href={linkTo('/spam/$partyId', { partyId })} text="All limits" />}
    >
      <QueryPanel query={query} what="the spam limits" rows={3} columns={3}>
        {({ gauges, work }) => {
          const unused = gauges.filter(isHidden)
          return (
            <div className={styles.body}>
              <dl className={styles.gauges}>
                {gauges
                  .filter((gauge) => !isHidden(gauge))
                  .map((gauge) => (
                    <div key={gauge.name} className={styles.gauge}>
                      <dt>{gaugeLabels[gauge.name]}</dt>
                      <dd className={styles.drawing}>
                        <Pips
                          used={gauge.used ?? ''}
                          max={gauge.max ?? ''}
                          state={gauge.state}
                          label={gaugeLabels[gauge.name]}
                          size="small"
                        />
                      </dd>
                      <dd className={styles.figures}>{figures(gauge)}</dd>
                      <dd>
                        <StateBadge state={gauge.state} />
                      </dd>
                    </div>
                  ))}
              </dl>
              {work !== undefined && <p className={styles.unused}>Proof of work: {work}.</p>}
              {unused.length > 0 && (
                <p className={styles.unused}>
                  {plural(unused.length, 'limit')} unused{unused[0]?.state === 'stale' ? ' when last read' : ''}.
                </p>
              )}
            </div>
          )
        }}
      </QueryPanel>
    </Panel>
  )
}
