import { memo, useMemo } from 'react'
import type { PartyMarginMode } from '../../../wire/margin-modes.ts'
import { divide, groupDigits } from '../../format/amount.ts'
import { formatShare } from '../../format/percent.ts'
import { MarketCell, PartyCell } from '../../listing/cells.tsx'
import type { Listing, Placed } from '../../listing/listing.ts'
import { BarList } from '../../ui/bar-list.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stat, Stats } from '../../ui/stat.tsx'
import { formatLeverage } from './leverage.ts'
import styles from './side.module.css'
import { join, leverageSteps, meanLeverage, medianLeverage, nothing, summarisePage, type Summary } from './summary.ts'
import { WaitingSide } from './waiting-side.tsx'

const known = new WeakMap<object, Summary>()

/** Each page is added up once, however often the page is drawn. */
function summaryOf(page: Placed<PartyMarginMode>): Summary {
  const before = known.get(page.edges)
  if (before) return before
  const summary = summarisePage(page)
  known.set(page.edges, summary)
  return summary
}

const count = (value: number): string => groupDigits(String(value))

/** What the loaded rows add up to: share of each mode, leverage in steps, the highest leverages, and what modes mean. */
export function MarginModesSide({ listing, market }: { listing: Listing<PartyMarginMode>; market: boolean }) {
  const chunks = listing.chunks as readonly Placed<PartyMarginMode>[]
  const summary = useMemo(() => chunks.map(summaryOf).reduce(join, nothing), [chunks])
  if (listing.status === 'waiting') return <WaitingSide />
  const scope = listing.end === 'complete' ? `all ${count(summary.total)}` : `of ${count(summary.total)} loaded`
  return (
    <div className={styles.side}>
      {summary.total === 0 ? null : (
        <>
          <ModeShare summary={summary} scope={scope} />
          {summary.isolated === 0 ? null : <Leverage summary={summary} scope={scope} market={market} />}
        </>
      )}
      <Explained />
    </div>
  )
}

/** The words stay while rows come. */
const Explained = memo(() => (
  <>
    <Panel title="What the modes mean">
      <div className={styles.words}>
        <p>
          <b>Cross</b> draws on the general account: all free funds of the asset are at risk.
        </p>
        <p>
          <b>Isolated</b> sets margin aside when trading, never tops it up, and closes out at maintenance. Its leverage
          is 1 / factor.
        </p>
        <p>
          <b>No row</b> for a market means not recorded: the party has neither traded nor chosen there, and cross is the
          default.
        </p>
        <p>
          Each row is the latest mode only. <b>Epoch</b> is when it was recorded.
        </p>
      </div>
    </Panel>
    <Panel title="How these are worked out">
      <div className={styles.words}>
        <p>
          <b>Shares</b>: rows of a mode / all loaded rows, cut, never rounded up.
        </p>
        <p>
          <b>Leverage</b>: 1 / factor of an isolated row. A row without a factor is counted, but in no step and no mean.
          A step leaves its upper end to the next.
        </p>
        <p>
          <b>Median</b>: the leverage in the middle, or the mean of the two there. <b>Mean</b>: sum of leverages /
          isolated rows with a factor.
        </p>
      </div>
    </Panel>
  </>
))

interface PartProps {
  summary: Summary
  scope: string
}

const ModeShare = memo(({ summary, scope }: PartProps) => {
  const { total, cross, isolated, other } = summary
  const share = (part: number) => formatShare(String(part), String(total)) ?? '–'
  const percent = (part: number) => Number(divide(String(part * 100), String(total), 3))
  return (
    <Panel title="Modes" end={scope}>
      <div className={styles.bar} aria-hidden="true">
        <i style={{ width: `${percent(cross)}%` }} data-kind="cross" />
        <i style={{ width: `${percent(isolated)}%` }} data-kind="isolated" />
        <i style={{ width: `${percent(other)}%` }} data-kind="other" />
      </div>
      <p className={styles.legend}>
        <span>
          <b>{share(cross)}</b> cross, {count(cross)}
        </span>
        <span>
          <b>{share(isolated)}</b> isolated, {count(isolated)}
        </span>
        {other === 0 ? null : (
          <span>
            <b>{share(other)}</b> other, {count(other)}
          </span>
        )}
      </p>
    </Panel>
  )
})

const Leverage = memo(({ summary, scope, market }: PartProps & { market: boolean }) => {
  const { steps, highest, isolated, withoutFactor } = summary
  const most = Math.max(...steps)
  const [median, mean] = [medianLeverage(summary), meanLeverage(summary)]
  const first = highest[0]
  return (
    <Panel title="Leverage" end={`isolated, ${scope}`}>
      <BarList
        rows={leverageSteps.map((label, step) => ({
          label,
          value: count(steps[step] ?? 0),
          share: most === 0 ? 0 : (steps[step] ?? 0) / most,
        }))}
      />
      <div className={styles.figures}>
        <Stats>
          <Stat
            label="Median"
            value={median === undefined ? '–' : `${median}x`}
            title="The leverage in the middle of all isolated rows with a factor"
          />
          <Stat
            label="Mean"
            value={mean === undefined ? '–' : `${mean}x`}
            title="Sum of leverages / isolated rows with a factor"
          />
          <Stat label="Highest" value={first ? formatLeverage(first.leverage) : '–'} />
          {withoutFactor === 0 ? null : <Stat label="No factor" value={count(withoutFactor)} />}
        </Stats>
      </div>
      {isolated > 1 && highest.length > 1 ? (
        <>
          <h3 className={styles.title}>Highest leverages</h3>
          <ol className={styles.highest}>
            {highest.map(({ partyId, marketId, leverage }) => (
              <li key={`${marketId}.${partyId}`}>
                <PartyCell id={partyId} />
                {market ? null : (
                  <span className={styles.market}>
                    <MarketCell id={marketId} />
                  </span>
                )}
                <b>{formatLeverage(leverage)}</b>
              </li>
            ))}
          </ol>
        </>
      ) : null}
    </Panel>
  )
})
