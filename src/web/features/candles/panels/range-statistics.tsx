import { useMemo } from 'react'
import { groupDigits } from '../../../format/amount.ts'
import { changeDirection, formatChange } from '../../../format/percent.ts'
import { zoneName } from '../../../format/time.ts'
import { serverNow } from '../../../api/status/server-clock.ts'
import { Stat, Stats } from '../../../ui/display/stat.tsx'
import styles from './range-statistics.module.css'
import {
  roundFraction,
  differenceText,
  notionalText,
  priceText,
  rangeText,
  type Reading,
  volumeText,
  vwapText,
} from '../data/bar-format.ts'
import type { Row } from '../data/fill-gaps.ts'
import { rangeStatistics } from '../data/range-statistics.ts'
import { useSettled } from '../use-throttled-value.ts'
import type { View } from '../chart/viewport-store.ts'

export interface RangeStatisticsProps {
  view: View
  reading: Reading
  /** Periods without trades are not in the rows, so periods are counted by time. */
  skipped: boolean
}

/** Number of periods between two rows by time, both included; undefined without a fixed length. */
const periodsByTime = (first: Row, last: Row, length: bigint | undefined): number | undefined =>
  length === undefined ? undefined : Number((BigInt(last.start) - BigInt(first.start)) / length) + 1

/** Exact statistics of the visible range. */
export function RangeStatistics({ view, reading, skipped }: RangeStatisticsProps) {
  const seen = useSettled(view.visible, view.pace)
  const statistics = useMemo(() => seen && rangeStatistics(seen.rows, seen.first, seen.last), [seen])
  const [first, last] = [seen?.rows[seen.first], seen?.rows[seen.last]]
  const none = '–'
  const periods =
    (skipped && first && last ? periodsByTime(first, last, reading.length) : undefined) ?? statistics?.periods ?? 0
  const empty = statistics ? statistics.empty + periods - statistics.periods : 0
  const traded = statistics?.traded
  const change = traded && differenceText(traded.open, traded.close, reading)
  const percent = traded && formatChange(traded.open, traded.close)
  const volume = statistics ? volumeText(String(statistics.volume), reading) : none
  const notional = statistics ? notionalText(String(statistics.notional), reading) : none
  const price = (value: string | undefined): string => (value === undefined ? none : priceText(value, reading))
  return (
    <div className={styles.statistics}>
      <Stats>
        <Stat
          label="Range"
          value={first && last && seen && seen.first <= seen.last ? rangeText(first, last, serverNow(), reading) : none}
          unit={first && last && zoneName(reading.zone, BigInt(last.start))}
          title="The end is not included"
        />
        <Stat label="Open" value={price(traded?.open)} />
        <Stat label="High" value={price(traded?.high)} />
        <Stat label="Low" value={price(traded?.low)} />
        <Stat label="Close" value={price(traded?.close)} />
        <Stat
          label="Range change"
          value={
            traded && change ? (
              <span
                className={styles.change}
                data-direction={percent === undefined ? change.direction : changeDirection(percent)}
              >
                {percent ?? change.text}
              </span>
            ) : (
              none
            )
          }
          exact={change && `${change.text}, from the first open to the last close of the range`}
        />
        <Stat label="VWAP" value={statistics ? vwapText(statistics.notional, statistics.volume, reading) : none} />
        <Stat label="Range volume" value={roundFraction(volume, 4)} unit={statistics && reading.base} exact={volume} />
        <Stat label="Notional" value={roundFraction(notional, 0)} unit={statistics && reading.quote} exact={notional} />
        <Stat
          label="Periods"
          value={statistics ? groupDigits(String(periods)) : none}
          unit={empty > 0 ? `${groupDigits(String(empty))} empty` : undefined}
        />
      </Stats>
    </div>
  )
}
