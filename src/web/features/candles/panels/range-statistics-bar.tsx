import { useMemo } from 'react'
import { serverNow } from '../../../client/server-clock.ts'
import { groupDigits } from '../../../format/amount.ts'
import { changeDirection, formatChange } from '../../../format/percent.ts'
import { Stat, Stats } from '../../../ui/display/facts.tsx'
import { type ChartView, useVisible } from '../chart/chart-view.ts'
import {
  candleZone,
  compactText,
  differenceText,
  notionalText,
  priceText,
  rangeText,
  type BarFormat,
  volumeText,
  vwapText,
} from '../data/bar-format.ts'
import type { Row } from '../data/candle-rows.ts'
import { rangeStatistics, type RangeStatistics as Statistics } from '../data/range-statistics.ts'
import styles from './range-statistics.module.css'

interface RangeStatisticsProps {
  view: ChartView
  format: BarFormat
  /** Candles without trades are not in the rows, so candles are counted by time. */
  skipped: boolean
  /** Why there are no figures, in a sentence, where there are none and none are on their way. */
  absent?: string | undefined
}

const none = '–'

/** Change from the first open to the last close, in percent where that is defined. */
function RangeChange({ traded, format }: { traded: Statistics['traded']; format: BarFormat }) {
  if (!traded) return <Stat label="Range change" value={none} />
  const { text, direction } = differenceText(traded.open, traded.close, format)
  const percent = formatChange(traded.open, traded.close)
  return (
    <Stat
      label="Range change"
      value={
        <span data-direction={percent === undefined ? direction : changeDirection(percent)}>{percent ?? text}</span>
      }
      exact={`${text}, from the first open to the last close of the range`}
    />
  )
}

type Ends = readonly (Row | undefined)[]

const TimeRange = ({ ends: [first, last], format }: { ends: Ends; format: BarFormat }) => (
  <Stat
    label="Range"
    value={first && last ? rangeText(first, last, serverNow(), format) : none}
    unit={last && candleZone(format)}
    title="End exclusive"
  />
)

/** Numbers of candles and of those without trades; counted by time where the latter are not in the rows. */
function countsOf({ periods, empty }: Statistics, [first, last]: Ends, length: bigint | undefined) {
  if (length === undefined || !first || !last) return { candles: periods, empty }
  const candles = Number((BigInt(last.start) - BigInt(first.start)) / length) + 1
  return { candles, empty: empty + candles - periods }
}

const prices = [
  ['Open', 'open'],
  ['High', 'high'],
  ['Low', 'low'],
  ['Close', 'close'],
] as const

export function RangeStatisticsBar({ view, format, skipped, absent }: RangeStatisticsProps) {
  const seen = useVisible(view)
  const statistics = useMemo(() => seen && rangeStatistics(seen.rows, seen.first, seen.last), [seen])
  const traded = statistics?.traded
  const volume = statistics ? volumeText(String(statistics.volume), format) : none
  const ends: Ends = seen && seen.first <= seen.last ? [seen.rows[seen.first], seen.rows[seen.last]] : []
  const counts = statistics && countsOf(statistics, ends, skipped ? format.length : undefined)
  const notional = statistics ? notionalText(String(statistics.notional), format) : none
  if (absent !== undefined) {
    return (
      <section className={styles.statistics} aria-label="Statistics of the range">
        <p className="muted">{absent}</p>
      </section>
    )
  }
  return (
    // A row that scrolls must be reached by keys.
    <section className={styles.statistics} aria-label="Statistics of the range" tabIndex={0}>
      <Stats>
        {prices.map(([label, name]) => (
          <Stat key={name} label={label} value={traded ? priceText(traded[name], format) : none} />
        ))}
        <RangeChange traded={traded} format={format} />
        <Stat label="VWAP" value={statistics ? vwapText(statistics.notional, statistics.volume, format) : none} />
        <Stat label="Range volume" value={compactText(volume)} unit={statistics && format.base} exact={volume} />
        <Stat label="Notional" value={compactText(notional)} unit={statistics && format.quote} exact={notional} />
        <Stat
          label="Candles"
          value={counts ? groupDigits(String(counts.candles)) : none}
          unit={counts && counts.empty > 0 ? `${groupDigits(String(counts.empty))} empty` : undefined}
        />
        {/* Last, since its width changes most. */}
        <TimeRange ends={ends} format={format} />
      </Stats>
    </section>
  )
}
