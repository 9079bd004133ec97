import { lazy, Suspense } from 'react'
import { FailureNotice } from '../../../ui/feedback/failure.tsx'
import { ChartSkeleton } from './chart-skeleton.tsx'
import styles from './chart-body.module.css'
import type { ChartFrameProps } from './chart-frame.tsx'
import type { SeriesState } from '../data/series-state.ts'
import type { Interval } from '../data/interval.ts'
import { NoCandles } from '../panels/no-candles.tsx'
import type { Instants } from '../data/rows-in-range.ts'
import type { CandleSubject } from '../use-candle-target.ts'
import { failureOf } from '../../../client/node-failure.ts'

/** Lazy-loaded: the chart engine is 50 kB, no other page needs it, and the page can render before it loads. */
const ChartFrame = lazy(async () => ({ default: (await import('./chart-frame.tsx')).ChartFrame }))

export interface ChartBodyProps extends ChartFrameProps {
  state: SeriesState
  /** The requested range. */
  range: Instants
  subject: CandleSubject
  onInterval: (interval: Interval) => void
  onRetry: () => void
  onLatest: () => void
}

const Loading = ({ what }: { what: string }) => (
  <div className={styles.chart}>
    <ChartSkeleton label={`Loading the ${what}`} />
  </div>
)

/** The chart, or the reason it is missing: loading, rejected request, or a market without trades. */
export function ChartBody({ state, range, subject, onInterval, onRetry, onLatest, ...frame }: ChartBodyProps) {
  const { scene, reading, title } = frame
  const { rows } = scene
  const { interval, labelling } = subject
  if (state.phase === 'refused' && state.error) {
    return (
      <div className={styles.message}>
        <FailureNotice failure={failureOf(state.error)} what={`the candles of ${title}`} onRetry={onRetry} />
      </div>
    )
  }
  if (
    labelling === 'waiting' ||
    !interval ||
    state.phase === 'waiting' ||
    (state.phase === 'opening' && rows.length === 0)
  ) {
    return <Loading what={`candles of ${title}`} />
  }
  if (rows.length === 0) {
    return (
      <div className={styles.message}>
        <NoCandles
          interval={interval}
          intervals={subject.intervals}
          marketId={subject.marketId}
          range={range}
          zone={reading.zone}
          onInterval={onInterval}
          onLatest={onLatest}
        />
      </div>
    )
  }
  return (
    <div className={styles.framed} aria-busy={state.phase === 'opening'}>
      <Suspense fallback={<Loading what={`chart of ${title}`} />}>
        <ChartFrame {...frame} />
      </Suspense>
    </div>
  )
}
