import { lazy, Suspense } from 'react'
import { changeSearch } from '../../router/navigate.ts'
import { useSearch } from '../../router/use-location.ts'
import { stringifySearch } from '../../router/search.ts'
import {
  baseOf,
  changeWords,
  ChartCredit,
  ChartSkeleton,
  type MarketDay,
  otherSpan,
  useMarketDecimals,
  windowWords,
} from '../../features/candles/index.ts'
import { StoppedNote } from '../../entities/warnings.tsx'
import type { MarketLabel } from '../../entities/labels.ts'
import { MissingCell, RawBadge } from '../../entities/value-cells.tsx'
import { formatAmount } from '../../format/amount.ts'
import { shortId } from '../../format/id.ts'
import { formatInstant } from '../../format/time.ts'
import { type PanelQuery, QueryPanel } from '../../list/query-panel.tsx'
import { linkTo } from '../../router/link-to.ts'
import { useZone } from '../../preferences/use-preferences.ts'
import { InOrder } from '../../ui/display/in-order.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Stat, Stats } from '../../ui/display/facts.tsx'
import { OpenLink } from '../../ui/inputs/button.tsx'
import { Segmented } from '../../ui/inputs/segmented.tsx'
import styles from './page.module.css'
import { defaultRange, intervalOf, priceRanges, readMarketSearch } from './price-search.ts'

/** Lazy-loaded: the chart engine is 50 kB, and everything else on the page is read before it. */
const PriceChart = lazy(async () => ({ default: (await import('./price-chart.tsx')).PriceChart }))

function Figures({ marketId, label, day }: { marketId: string; label: MarketLabel | undefined; day: MarketDay }) {
  const zone = useZone()
  const { decimals, positionDecimals } = useMarketDecimals(marketId, label)
  const { price, change, direction, traded, volume, lastTrade } = day
  const base = label && baseOf(label.code, label.quote)
  return (
    <Stats>
      <Stat
        label="Last price"
        value={
          price === undefined ? (
            <MissingCell reason="no trade known" />
          ) : (
            <>
              {formatAmount(price, decimals)} {decimals === undefined && <RawBadge />}
            </>
          )
        }
        unit={label?.quote}
        exact={price === undefined ? undefined : `${price} raw`}
      />
      <Stat
        label={otherSpan(day) ?? 'Change, 24 h'}
        value={<span data-direction={direction}>{traded ? (change ?? 'unknown') : 'no trades'}</span>}
        exact={changeWords(day, zone)}
      />
      <Stat
        label="Volume, 24 h"
        value={
          <>
            {formatAmount(volume, positionDecimals)} {positionDecimals === undefined && <RawBadge />}
          </>
        }
        unit={base}
        exact={windowWords(day, zone)}
      />
      <Stat
        label="Last trade"
        value={lastTrade === undefined ? <MissingCell reason="no trade known" words /> : formatInstant(lastTrade, zone)}
        exact={lastTrade === undefined ? undefined : formatInstant(lastTrade, zone, { precision: 'nano' })}
      />
    </Stats>
  )
}

interface PriceCardProps {
  marketId: string
  label: MarketLabel | undefined
  query: PanelQuery<MarketDay>
}

/** Price now and over a range; the link keeps the range. */
export function PriceCard({ marketId, label, query }: PriceCardProps) {
  const { range = defaultRange } = useSearch(readMarketSearch)
  const name = label?.code || shortId(marketId)
  const candles = `${linkTo('/markets/$marketId/candles', { marketId })}${stringifySearch({ interval: intervalOf(range), range })}`
  return (
    <Panel
      flush
      title="Price"
      end={
        <>
          <Segmented
            label="Range of the chart"
            value={range}
            options={priceRanges.map((value) => ({ value, label: value }))}
            onChange={(value) =>
              changeSearch(readMarketSearch, { range: value === defaultRange ? undefined : value }, { replace: true })
            }
          />
          <OpenLink href={candles} text="Open candles" />
        </>
      }
      foot={
        <div className={styles.credit}>
          <ChartCredit />
        </div>
      }
    >
      <InOrder where="narrow">
        <div className={styles.figures}>
          <QueryPanel query={query} what="the last day of this market" rows={1} columns={4}>
            {(day) => (
              <div>
                <StoppedNote className="above">24 h is the day before it.</StoppedNote>
                <Figures marketId={marketId} label={label} day={day} />
              </div>
            )}
          </QueryPanel>
        </div>
        <div className={styles.chart}>
          {!(query.reportedAbove && query.data === undefined) && (
            <Suspense fallback={<ChartSkeleton label={`Loading the chart of ${name}`} />}>
              <PriceChart marketId={marketId} range={range} title={name} />
            </Suspense>
          )}
        </div>
      </InOrder>
    </Panel>
  )
}
