import { failureOf } from '../../listing/failure-of.ts'
import { failureWords } from '../../ui/failure-view.ts'
import { Stat } from '../../ui/stat.tsx'
import { useMarketDay } from './market-day-query.ts'
import { changeWords, otherSpan, windowWords } from './market-day-words.ts'
import styles from './range-statistics.module.css'
import { cutFraction, type Reading, volumeText } from './reading.ts'

export interface DayStatsProps {
  marketId: string
  reading: Reading
  /** The chart has its candles: it is asked for first. */
  enabled: boolean
}

/** Change and volume of the market's last 24 hours, whatever the chart shows: the numbers of the overview. */
export function DayStats({ marketId, reading, enabled }: DayStatsProps) {
  const { data: day, error } = useMarketDay(marketId, enabled)
  if (!day) {
    return (
      <Stat
        label="24 h"
        value={error ? 'not read' : '–'}
        {...(error && { title: failureWords(failureOf(error), 'its candles').title })}
      />
    )
  }
  const span = otherSpan(day) ?? '24 h'
  const volume = volumeText(day.volume, reading)
  return (
    <>
      <Stat
        label={span}
        title={changeWords(day, reading.zone)}
        value={
          <span className={styles.change} data-direction={day.direction}>
            {day.traded ? (day.change ?? 'unknown') : 'no trades'}
          </span>
        }
      />
      <Stat
        label={`${span} volume`}
        value={cutFraction(volume, 4)}
        unit={reading.base}
        title={`${volume}, ${windowWords(day, reading.zone)}`}
      />
    </>
  )
}
