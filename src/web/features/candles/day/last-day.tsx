import { useStoppedAt } from '../../../entities/use-node-status.ts'
import { failureLine } from '../../../ui/feedback/failure-view.ts'
import { Exact } from '../../../ui/display/exact.tsx'
import styles from './last-day.module.css'
import { useMarketDay } from './market-day-query.ts'
import { changeWords, windowLabel, windowWords } from './market-day.ts'
import { roundFraction, type Reading, volumeText } from '../data/bar-format.ts'
import { failureOf } from '../../../client/node-failure.ts'

export interface LastDayProps {
  marketId: string
  reading: Reading
  /** True once the chart has its candles, which are requested first. */
  enabled: boolean
}

/** Change and volume of the market's last 24 hours, independent of the chart's range; the same figures as the overview. */
export function LastDay({ marketId, reading, enabled }: LastDayProps) {
  const { data: day, error } = useMarketDay(marketId, enabled)
  const stopped = useStoppedAt() !== undefined
  if (!day) {
    if (!error) return <span className={styles.day} />
    const title = failureLine(failureOf(error), 'its candles')
    return (
      <span className="muted" title={title}>
        24 h not loaded
      </span>
    )
  }
  const { zone, base } = reading
  const volume = volumeText(day.volume, reading)
  return (
    <span className={styles.day}>
      {windowLabel(day, zone, stopped)}{' '}
      <b className={styles.change} data-direction={day.direction}>
        <Exact exact={changeWords(day, zone)}>{day.traded ? (day.change ?? 'unknown') : 'no trades'}</Exact>
      </b>
      {day.traded && (
        <span className={styles.volume}>
          {' '}
          volume{' '}
          <b>
            <Exact exact={`${volume}, ${windowWords(day, zone)}`}>{roundFraction(volume, 4)}</Exact>
          </b>{' '}
          {base}
        </span>
      )}
    </span>
  )
}
