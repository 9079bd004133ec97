import { type ReactNode, useMemo } from 'react'
import type { PartyMarginMode } from '../../../wire/margin-modes.ts'
import { divide, groupDigits } from '../../format/amount.ts'
import { formatPercent, formatShare, wholeShares } from '../../format/percent.ts'
import type { List, ListPage } from '../../list/list.ts'
import { BarList } from '../../ui/display/bars.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Stat, Stats } from '../../ui/display/facts.tsx'
import { formatLeverage } from './leverage.ts'
import styles from './side.module.css'
import { leverageSteps, summarise, type ModeSummary } from './summary.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

function WaitingSide() {
  return (
    <div className={styles.side}>
      <Panel title="Modes">
        <Skeleton rows={2} />
      </Panel>
      <Panel title="Leverage">
        <Skeleton rows={8} columns={2} />
      </Panel>
    </div>
  )
}

const count = (value: number): string => groupDigits(String(value))

/** Totals over the loaded rows: share of each mode, and a leverage histogram. */
export function MarginModesSide({ listing }: { listing: List<PartyMarginMode> }) {
  const pages = listing.pages as readonly ListPage<PartyMarginMode>[]
  const summary = useMemo(() => summarise(pages), [pages])
  if (listing.status === 'waiting') return <WaitingSide />
  const scope = listing.end === 'complete' ? `all ${count(summary.total)}` : `${count(summary.total)} loaded`
  return (
    <div className={styles.side}>
      {summary.total === 0 ? null : (
        <>
          <ModeShare summary={summary} scope={scope} />
          {summary.isolated === 0 ? null : <Leverage summary={summary} scope={scope} />}
        </>
      )}
    </div>
  )
}

interface PartProps {
  summary: ModeSummary
  /** At the right of the header: what the figures are of. */
  scope: ReactNode
}

export function ModeShare({ summary, scope }: PartProps) {
  const { total, cross, isolated, other } = summary
  const counts = [cross, isolated, other]
  const [ofCross = '', ofIsolated = '', ofOther = ''] = wholeShares(counts.map(String)).map((share, at) =>
    total === 0 ? formatPercent(share) : formatShare(share, divide(String(counts[at]), String(total), 18)),
  )
  const percent = (part: number) => (part / total) * 100
  return (
    <Panel title="Modes" end={scope}>
      <div className={styles.bar} aria-hidden="true">
        <i style={{ width: `${percent(cross)}%` }} data-kind="cross" />
        <i style={{ width: `${percent(isolated)}%` }} data-kind="isolated" />
        <i style={{ width: `${percent(other)}%` }} data-kind="other" />
      </div>
      <p className={styles.legend}>
        <span>
          <b>{ofCross}</b> cross, {count(cross)}
        </span>
        <span>
          <b>{ofIsolated}</b> isolated, {count(isolated)}
        </span>
        {other === 0 ? null : (
          <span>
            <b>{ofOther}</b> other, {count(other)}
          </span>
        )}
      </p>
    </Panel>
  )
}

/** Histogram, median and highest leverage of the isolated rows. Steps below the lowest and above the highest are left out. */
export function Leverage({ summary, scope }: PartProps) {
  const { steps, highest, isolated, withoutFactor, median } = summary
  const largest = Math.max(1, ...steps)
  const [first] = highest
  return (
    <Panel
      title="Leverage"
      end={
        <>
          {count(isolated)} isolated of {scope}
        </>
      }
    >
      <BarList
        rows={leverageSteps
          .map((label, step) => ({ label, value: count(steps[step] ?? 0), share: (steps[step] ?? 0) / largest }))
          .slice(
            Math.max(
              0,
              steps.findIndex((rows) => rows > 0),
            ),
            steps.findLastIndex((rows) => rows > 0) + 1,
          )}
      />
      <div className={styles.figures}>
        <Stats>
          <Stat
            label="Median"
            value={median === undefined ? '–' : formatLeverage(median)}
            title="The leverage in the middle of all isolated rows with a factor"
          />
          <Stat
            label="Highest"
            value={first ? formatLeverage(first.leverage) : '–'}
            exact={first && `${first.leverage}x`}
          />
          {withoutFactor === 0 ? null : <Stat label="No factor" value={count(withoutFactor)} />}
        </Stats>
      </div>
    </Panel>
  )
}
