import type { ReactNode } from 'react'
import { useObservable } from '../../../use-observable.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { useShownChoice } from '../../../ui/inputs/use-shown-choice.ts'
import type { View } from '../chart/viewport-store.ts'
import { candleWords, type Interval } from '../data/interval.ts'
import type { SeriesState } from '../data/series-state.ts'
import styles from './range-bar.module.css'
import { intervalFor, type RangeName, type TimeRange, timeRanges } from './time-range.ts'

interface LeftEdgeProps {
  state: SeriesState
  view: View
  interval: Interval | undefined
}

/** What is beyond the oldest loaded candle, while that candle is in view. */
export function LeftEdgeNote({ state: { older, candles }, view, interval }: LeftEdgeProps) {
  const atStart = useObservable(view.visible, (range) => (range?.before ?? 0) < 1)
  if (older.loading) return 'Loading older candles'
  return !older.more && atStart && candles.length > 0 && interval && `Start of ${candleWords(interval)} candles`
}

export interface RangeChoiceProps {
  /** None while they are loading: a range cannot be chosen before, since it chooses its interval. */
  intervals: readonly Interval[]
  /** The range that is shown; none once the view has moved. */
  current: RangeName | undefined
  onRange: (range: TimeRange) => void
}

/** What a range button does: `Show one day of 5 min candles`. */
export function rangeWords(range: TimeRange, intervals: readonly Interval[]): string {
  const interval = range.span === undefined ? undefined : intervalFor(range, intervals)
  if (range.span === undefined) return `Show ${range.words}`
  return interval ? `Show ${range.words} of ${candleWords(interval)} candles` : `Show ${range.words}`
}

/** Bar below the chart: time ranges, a note with room of its own, and the view's buttons. */
export function RangeBar(props: RangeChoiceProps & { note: ReactNode; children: ReactNode }) {
  const { intervals, current, onRange, note, children } = props
  const [shown, choose] = useShownChoice(current)
  return (
    <div className={styles.bar}>
      <fieldset className={styles.group} aria-label="Range">
        <span className={styles.name} aria-hidden="true">
          Range
        </span>
        {timeRanges.map((range) => (
          <Button
            key={range.name}
            small
            variant="bare"
            pressed={range.name === shown}
            disabled={intervals.length === 0}
            onClick={() => {
              choose(range.name)
              onRange(range)
            }}
            aria-label={`${range.name}: ${rangeWords(range, intervals).toLowerCase()}`}
            title={rangeWords(range, intervals)}
          >
            {range.name}
          </Button>
        ))}
      </fieldset>
      <span className={styles.note}>{note}</span>
      {children}
    </div>
  )
}
