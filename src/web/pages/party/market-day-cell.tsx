import { MissingCell } from '../../entities/value-cells.tsx'
import { failureOf } from '../../infinite-list/error-view.ts'
import { useZone } from '../../preferences/use-preferences.ts'
import { failureWords } from '../../ui/feedback/failure-view.ts'
import { Sparkline } from '../../ui/display/sparkline.tsx'
import { useMarketDay } from '../../features/candles/day/market-day-query.ts'
import { changeWords, otherSpan } from '../../features/candles/day/market-day.ts'
import { Exact } from '../../ui/display/exact.tsx'
import styles from './market-day-cell.module.css'

/** The last day of a market: hourly closes and change. */
export function MarketDayCell({ marketId, name }: { marketId: string; name: string }) {
  const query = useMarketDay(marketId)
  const zone = useZone()
  const day = query.data
  if (!day) {
    if (query.error)
      return <MissingCell reason={failureWords(failureOf(query.error), `the candles of ${name}`).title} />
    return <span className="visually-hidden">Loading</span>
  }
  if (!day.traded) return <span className="muted">no trades</span>
  const { change = 'unknown', closes, direction } = day
  const span = otherSpan(day)
  return (
    <span className={styles.day}>
      <Sparkline values={closes} tone={direction} label={`${name}, hourly closes of the last day, ${change}`} />
      <Exact
        className={day.change === undefined ? 'muted' : undefined}
        data-direction={day.change === undefined ? undefined : direction}
        exact={changeWords(day, zone)}
      >
        {change}
        {day.change !== undefined && span !== undefined && <small> in {span}</small>}
      </Exact>
    </span>
  )
}
