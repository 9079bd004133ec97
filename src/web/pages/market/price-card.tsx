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
import { usePreference, useZone } from '../../preferences/use-preferences.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { InOrder } from '../../ui/display/in-order.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Stat, Stats } from '../../ui/display/facts.tsx'
import { OpenLink } from '../../ui/inputs/button.tsx'
import { Segmented } from '../../ui/inputs/segmented.tsx'
import styles from './page.module.css'
import { defaultRange, intervalOf, priceRanges, readMarketSearch } from './price-search.ts'

/** Lazy-loaded: the chart engine is 50 kB, and everything else on the page is read before it. */
const PriceChart = lazy(async () => ({ default: (await import('./price-chart.tsx')).PriceChart }))

/** The decimals of the market: the reader's own first, as on the page of candles. */
function useDecimals(marketId: string, label: MarketLabel | undefined) {
  const decimals = usePreference('decimals')
  const positionDecimals = usePreference('positionDecimals')
  return {
    price: decimals[marketId] ?? label?.decimals,
    size: positionDecimals[marketId] ?? label?.positionDecimals,
  }
}

function Figures({ marketId, label, day }: { marketId: string; label: MarketLabel | undefined; day: MarketDay }) {
  const zone = useZone()
  const decimals = useDecimals(marketId, label)
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
              {formatAmount(price, decimals.price)} {decimals.price === undefined && <RawBadge />}
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
            {formatAmount(volume, decimals.size)} {decimals.size === undefined && <RawBadge />}
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
  /** The node lists markets, and this one is not among them. */
  unlisted: boolean
  query: PanelQuery<MarketDay>
}

/** Price now and over a range; the link keeps the range. */
export function PriceCard({ marketId, label, unlisted, query }: PriceCardProps) {
  const { range = defaultRange } = useSearch(readMarketSearch)
  const name = label?.code || shortId(marketId)
  const candles = `${linkTo('/markets/$marketId/candles', { marketId })}${stringifySearch({ interval: intervalOf(range), range })}`
  if (unlisted && query.data && query.data.price === undefined) {
    return (
      <Panel title="Price">
        <Empty title="No such market">
          This node lists no market with the id {name}, and has no trades of it. Check the id, or pick another market.
        </Empty>
      </Panel>
    )
  }
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
