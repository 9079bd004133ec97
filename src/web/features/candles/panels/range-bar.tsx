import type { ReactNode } from 'react'
import { Button, type ButtonProps } from '../../../ui/inputs/button.tsx'
import type { Engine } from '../chart/chart-controller.ts'
import { candleWords, type Interval } from '../data/interval.ts'
import type { SeriesState } from '../data/series-state.ts'
import { useObservable } from '../../../use-observable.ts'
import type { View } from '../chart/viewport-store.ts'
import styles from './range-bar.module.css'

const day = 86_400_000_000_000n

/** Selectable time ranges; `all` goes back to the market's first candle. */
export const reaches = [
  { label: '1D', words: 'one day', span: day },
  { label: '1W', words: 'one week', span: 7n * day },
  { label: '1M', words: 'one month', span: 30n * day },
  { label: '3M', words: 'three months', span: 91n * day },
  { label: '1Y', words: 'one year', span: 365n * day },
  { label: 'All', words: 'everything', span: undefined },
] as const

export type Reach = (typeof reaches)[number]

export interface ReachBarProps {
  engine: Engine | undefined
  onReach: (reach: Reach) => void
  onLatest: () => void
  /** The newest bar is in view. */
  atLatest: boolean
  measuring: boolean
  onMeasure: () => void
  children?: ReactNode
}

interface LeftEdgeProps {
  state: SeriesState
  view: View
  interval: Interval | undefined
}

/** What is beyond the oldest loaded bar, while that bar is in view. */
export function LeftEdgeNote({ state: { older, candles }, view, interval }: LeftEdgeProps) {
  const atStart = useObservable(view.visible, (range) => (range?.before ?? 0) < 1)
  if (older.loading) return 'Loading older bars'
  return !older.more && atStart && candles.length > 0 && interval && `Start of ${candleWords(interval)} candles`
}

type Look = Pick<ButtonProps, 'icon' | 'children' | 'aria-label'>

/** Changes of the view by name: the key, what the button shows, and what it does; by the same steps as the keyboard. */
const viewButtons: readonly (readonly [name: string, key: string, look: Look, act: (engine: Engine) => void])[] = [
  ['Earlier', 'Shift ←', { icon: 'chevron-left' }, (engine) => engine.pan(-30)],
  ['Show more bars', '−', { children: '−' }, (engine) => engine.zoom(1.4)],
  ['Show fewer bars', '+', { icon: 'plus' }, (engine) => engine.zoom(0.7)],
  ['Later', 'Shift →', { icon: 'chevron-right' }, (engine) => engine.pan(30)],
  ['Wider price range', 'Shift ↓', { children: '↕−' }, (engine) => engine.stretch(1.25)],
  ['Narrower price range', 'Shift ↑', { children: '↕+' }, (engine) => engine.stretch(0.8)],
  ['Fit the price scale', 'A', { children: 'Fit', 'aria-label': undefined }, (engine) => engine.fitPrices()],
]

/** Bar below the chart: time ranges, and a button for each pointer gesture. */
export function ReachBar(props: ReachBarProps) {
  const { engine, onReach, onLatest, atLatest, measuring, onMeasure, children } = props
  const off = !engine
  return (
    <div className={styles.bar}>
      <fieldset className={styles.group} aria-label="Range">
        {reaches.map((reach) => (
          <Button
            key={reach.label}
            small
            variant="bare"
            onClick={() => onReach(reach)}
            aria-label={`${reach.label}: show ${reach.words}`}
            title={`Show ${reach.words}`}
          >
            {reach.label}
          </Button>
        ))}
      </fieldset>
      <span className={styles.note}>{children}</span>
      <fieldset className={styles.group} aria-label="View">
        <Button
          small
          variant="bare"
          pressed={measuring}
          title="Measure between two points (M)"
          disabled={off}
          onClick={onMeasure}
        >
          Measure
        </Button>
        {viewButtons.map(([name, key, look, act]) => (
          <Button
            key={name}
            small
            variant="bare"
            aria-label={name}
            title={`${name} (${key})`}
            {...look}
            disabled={off}
            onClick={() => engine && act(engine)}
          />
        ))}
        <Button
          small
          {...(atLatest ? { variant: 'bare' } : {})}
          icon="arrow-right"
          disabled={off || atLatest}
          onClick={onLatest}
        >
          Jump to latest
        </Button>
      </fieldset>
    </div>
  )
}
