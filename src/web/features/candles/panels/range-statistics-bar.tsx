import { useMemo } from 'react'
import { groupDigits } from '../../../format/amount.ts'
import { changeDirection, formatChange } from '../../../format/percent.ts'
import { Term } from '../../../entities/term.tsx'
import { serverNow } from '../../../client/server-clock.ts'
import { Stat, Stats } from '../../../ui/display/stat.tsx'
import styles from './range-statistics.module.css'
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
import { type ChartView, useVisible, type Visible } from '../chart/chart-view.ts'

interface RangeStatisticsProps {
  view: ChartView
  format: BarFormat
  /** Candles without trades are not in the rows, so candles are counted by time. */
  skipped: boolean
}

const none = '–'

/** Number of candles between two rows by time, both included; undefined without a fixed length. */
const periodsByTime = (first: Row, last: Row, length: bigint | undefined): number | undefined =>
  length === undefined ? undefined : Number((BigInt(last.start) - BigInt(first.start)) / length) + 1

function TimeRange({ seen, format }: { seen: Visible | undefined; format: BarFormat }) {
  const [first, last] = [seen?.rows[seen.first], seen?.rows[seen.last]]
  const known = seen !== undefined && first !== undefined && last !== undefined
  return (
    <Stat
      label="Range"
      value={known && seen.first <= seen.last ? rangeText(first, last, serverNow(), format) : none}
      unit={known ? candleZone(format, BigInt(last.start)) : undefined}
      title="End excluded"
    />
  )
}

/** Change from the first open to the last close, in percent where that is defined. */
function RangeChange({ traded, format }: { traded: Statistics['traded']; format: BarFormat }) {
  if (!traded) return <Stat label="Range change" value={none} />
  const { text, direction } = differenceText(traded.open, traded.close, format)
  const percent = formatChange(traded.open, traded.close)
  return (
    <Stat
      label="Range change"
      value={
        <span className={styles.change} data-direction={percent === undefined ? direction : changeDirection(percent)}>
          {percent ?? text}
        </span>
      }
      exact={`${text}, from the first open to the last close of the range`}
    />
  )
}

function CandleCount({
  seen,
  statistics,
  length,
}: {
  seen: Visible
  statistics: Statistics
  length: bigint | undefined
}) {
  const [first, last] = [seen.rows[seen.first], seen.rows[seen.last]]
  const periods = (first && last && periodsByTime(first, last, length)) ?? statistics.periods
  const empty = statistics.empty + periods - statistics.periods
  return (
    <Stat
      label="Candles"
      value={groupDigits(String(periods))}
      unit={empty > 0 ? `${groupDigits(String(empty))} empty` : undefined}
    />
  )
}

const prices = [
  ['Open', 'open'],
  ['High', 'high'],
  ['Low', 'low'],
  ['Close', 'close'],
] as const

export function RangeStatisticsBar({ view, format, skipped }: RangeStatisticsProps) {
  const seen = useVisible(view)
  const statistics = useMemo(() => seen && rangeStatistics(seen.rows, seen.first, seen.last), [seen])
  const traded = statistics?.traded
  const volume = statistics ? volumeText(String(statistics.volume), format) : none
  const notional = statistics ? notionalText(String(statistics.notional), format) : none
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
        <Stat
          label={<Term of="notional">Notional</Term>}
          value={compactText(notional)}
          unit={statistics && format.quote}
          exact={notional}
        />
        {seen && statistics ? (
          <CandleCount seen={seen} statistics={statistics} length={skipped ? format.length : undefined} />
        ) : (
          <Stat label="Candles" value={none} />
        )}
        {/* Last, since its width changes most. */}
        <TimeRange seen={seen} format={format} />
      </Stats>
    </section>
  )
}
