import { type ReactNode, useMemo } from 'react'
import type { PartyMarginMode } from '../../../wire/margin-modes.ts'
import { divide, groupDigits } from '../../format/amount.ts'
import { formatPercent, formatShare, wholeShares } from '../../format/percent.ts'
import { MarketCell } from '../../entities/market/cell.tsx'
import { PartyCell } from '../../entities/party/cell.tsx'
import { terms } from '../../entities/terms.ts'
import type { List, ListPage } from '../../infinite-list/list.ts'
import { BarList } from '../../ui/display/bar-list.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Stat, Stats } from '../../ui/display/stat.tsx'
import { formatLeverage } from './leverage.ts'
import { Exact } from '../../ui/display/exact.tsx'
import styles from './side.module.css'
import { leverageSteps, summarise, type ModeSummary } from './summary.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

/** A placeholder for the first two panels; the explanations below load with the rows, so that they do not move. */
function WaitingSide() {
  return (
    <div className={styles.side}>
      <Panel title="Modes">
        <Skeleton rows={2} />
      </Panel>
      <Panel title="Leverage">
        <Skeleton rows={11} columns={2} />
      </Panel>
    </div>
  )
}

const count = (value: number): string => groupDigits(String(value))

/** Totals over the loaded rows: share of each mode, a leverage histogram, the highest leverages; then what modes mean. */
export function MarginModesSide({ listing, market }: { listing: List<PartyMarginMode>; market: boolean }) {
  const pages = listing.pages as readonly ListPage<PartyMarginMode>[]
  const summary = useMemo(() => summarise(pages), [pages])
  if (listing.status === 'waiting') return <WaitingSide />
  const scope = listing.end === 'complete' ? `all ${count(summary.total)}` : `${count(summary.total)} loaded`
  return (
    <div className={styles.side}>
      {summary.total === 0 ? null : (
        <>
          <ModeShare summary={summary} scope={scope} />
          {summary.isolated === 0 ? null : <Leverage summary={summary} scope={scope} market={market} />}
        </>
      )}
      <Explanations />
    </div>
  )
}

const Explanations = () => (
  <>
    <Panel title="What the modes mean">
      <div className={styles.words}>
        {[terms.cross, terms.isolated, terms.factor].map(({ title, text }) => (
          <p key={title}>
            <b>{title}</b>: {text.replace(/^./, (letter) => letter.toLowerCase())}
          </p>
        ))}
        <p>
          <b>No row</b> for a market means not recorded: the party has neither traded nor chosen there, and cross is the
          default.
        </p>
        <p>
          Each row is the latest mode only. <b>Set</b> is when it was recorded: the node reports the epoch; its time is
          estimated.
        </p>
      </div>
    </Panel>
    <Panel title="How these are calculated">
      <div className={styles.words}>
        <p>
          <b>Share</b> = rows in a mode ÷ loaded rows, rounded to add up to 100 %.
        </p>
        <p>
          <b>Leverage</b>: 1 / factor of an isolated row. Rows without a factor are left out of the histogram and the
          median. Ranges exclude their upper end.
        </p>
        <p>
          <b>Median</b>: the leverage in the middle, or the mean of the two there.
        </p>
      </div>
    </Panel>
  </>
)

interface PartProps {
  summary: ModeSummary
  /** At the right of the header: what the figures are of. */
  scope: ReactNode
}

/** How many rows are in each mode. */
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

/** Histogram, median and highest leverages of the isolated rows; `market` leaves out the market of each. */
export function Leverage({ summary, scope, market }: PartProps & { market: boolean }) {
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
        rows={leverageSteps.map((label, step) => ({
          label,
          value: count(steps[step] ?? 0),
          share: (steps[step] ?? 0) / largest,
        }))}
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
      {isolated > 1 && highest.length > 1 ? (
        <>
          <h3 className={styles.title}>Highest leverages</h3>
          <ol className={styles.highest}>
            {highest.map(({ partyId, marketId, leverage }) => (
              <li key={`${marketId}.${partyId}`}>
                <PartyCell id={partyId} stacked />
                <span>
                  <b>
                    <Exact exact={`${leverage}x`}>{formatLeverage(leverage)}</Exact>
                  </b>
                  {market ? null : (
                    <small className="muted">
                      <MarketCell id={marketId} />
                    </small>
                  )}
                </span>
              </li>
            ))}
          </ol>
        </>
      ) : null}
    </Panel>
  )
}
