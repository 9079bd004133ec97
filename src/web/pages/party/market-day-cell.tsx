import { useQuery } from '@tanstack/react-query'
import { candleIdOf } from '../../../wire/candles.ts'
import { MissingCell } from '../../listing/cells.tsx'
import { failureOf } from '../../listing/failure-of.ts'
import { useStoppedAt } from '../../listing/use-node-state.ts'
import { serverNow } from '../../node/clock.ts'
import { usePreferences } from '../../preferences/use-preferences.ts'
import { failureWords } from '../../ui/failure-view.ts'
import { Sparkline } from '../../ui/sparkline.tsx'
import { candlesQuery } from '../candles/query.ts'
import { dayRange, marketDay } from '../overview/market-day.ts'
import styles from './market-day-cell.module.css'

const minute = 60_000

/** The last day of a market: its hourly closes and the change by time, which is unknown where the candles do not reach. */
export function MarketDayCell({ marketId, name }: { marketId: string; name: string }) {
  const { live } = usePreferences()
  const now = useStoppedAt() ?? serverNow()
  // The same question as on the overview, so that going from one to the other asks nothing.
  const query = useQuery({
    ...candlesQuery(candleIdOf('1 hour', marketId), dayRange(now)),
    staleTime: minute,
    refetchInterval: live ? minute : false,
    placeholderData: (before) => before, // another hour is another question: the cell keeps what it shows meanwhile
  })
  const day = query.data && marketDay(query.data, now)
  if (!day) {
    if (query.error)
      return <MissingCell reason={failureWords(failureOf(query.error), `the candles of ${name}`).title} />
    return <span className="visually-hidden">Loading</span>
  }
  if (day.lastTrade === undefined) return <span className="muted">no trades</span>
  const { change = 'unknown', closes, direction } = day
  return (
    <span className={styles.day}>
      <Sparkline values={closes} tone={direction} label={`${name}, hourly closes of the last day, ${change}`} />
      {day.change === undefined ? (
        <span className="muted" title="No trade is known from a day ago">
          unknown
        </span>
      ) : (
        <span data-direction={direction}>{change}</span>
      )}
    </span>
  )
}
