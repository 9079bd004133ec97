import type { ReactNode } from 'react'
import { failureOf } from '../../../format/failure.ts'
import { FailureNotice } from '../../../ui/feedback/failure.tsx'
import type { Row } from '../data/candle-rows.ts'
import type { CandleSeries, SeriesState } from '../data/candle-series.ts'
import type { Interval } from '../data/interval.ts'
import type { CandleSubject } from '../use-candle-subject.ts'
import styles from './chart.module.css'

const bars = 96

/** Deterministic, so that the placeholder does not flicker between renders. */
const wave = (index: number): number => 0.5 + 0.28 * Math.sin(index / 9) + 0.12 * Math.sin(index / 2.7)

/** One path for all bars: an element per bar would cost more to render than the chart itself. */
const pathOf = (bar: (index: number) => { bottom: number; height: number }): string =>
  Array.from({ length: bars }, (_, index) => {
    const { bottom, height } = bar(index)
    return `M${index + 0.2} ${(100 - bottom).toFixed(1)}v${(-height).toFixed(1)}h.6v${height.toFixed(1)}z`
  }).join('')

const prices = pathOf((index) => ({ bottom: wave(index) * 70, height: 8 + (index % 5) * 3 }))
const volumes = pathOf((index) => ({ bottom: 0, height: 20 + 60 * Math.abs(Math.sin(index * 1.9)) }))

export function ChartSkeleton({ label }: { label: string }) {
  return (
    <output className={styles.skeleton} aria-label={label}>
      {[prices, volumes].map((path) => (
        <span key={path} className={styles.pane}>
          <svg className="breathes" viewBox={`0 0 ${bars} 100`} preserveAspectRatio="none" aria-hidden="true">
            <path d={path} />
          </svg>
        </span>
      ))}
    </output>
  )
}

interface ChartOrReasonProps {
  subject: Pick<CandleSubject, 'interval' | 'labelling'>
  series: CandleSeries
  state: SeriesState
  rows: readonly Row[]
  title: string
  /** Of the place of a failure. */
  className: string | undefined
  /** What candles or their absence look like, once they have been read. */
  children: (interval: Interval) => ReactNode
}

/** A chart, or the reason it is missing: its candles are loading, or their request was refused. */
export function ChartOrReason(props: ChartOrReasonProps) {
  const { subject, series, state, rows, title, className, children } = props
  const { interval, labelling } = subject
  const { phase, error } = state
  if (phase === 'refused' && error)
    return (
      <div className={className}>
        <FailureNotice failure={failureOf(error)} what={`the candles of ${title}`} onRetry={series.retry} />
      </div>
    )
  const isOpening = phase === 'waiting' || (phase === 'opening' && rows.length === 0)
  if (labelling === 'waiting' || !interval || isOpening)
    return <ChartSkeleton label={`Loading the candles of ${title}`} />
  return children(interval)
}

/** The chart library asks for a link to its makers; here it does not cover the chart. */
export const ChartCredit = () => (
  <p className="muted">
    Charts by{' '}
    <a className="link" href="https://www.tradingview.com/" target="_blank" rel="noopener">
      TradingView
    </a>
  </p>
)
