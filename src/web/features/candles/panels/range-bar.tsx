import type { ReactNode } from 'react'
import { Button } from '../../../ui/inputs/button.tsx'
import type { Engine } from '../chart/chart-controller.ts'
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
        <Button
          small
          variant="bare"
          icon="chevron-left"
          aria-label="Earlier"
          title="Earlier (Shift ←)"
          disabled={off}
          onClick={() => engine?.pan(-30)}
        />
        <Button
          small
          variant="bare"
          aria-label="Show more bars"
          title="Show more bars (−)"
          disabled={off}
          onClick={() => engine?.zoom(1.4)}
        >
          −
        </Button>
        <Button
          small
          variant="bare"
          icon="plus"
          aria-label="Show fewer bars"
          title="Show fewer bars (+)"
          disabled={off}
          onClick={() => engine?.zoom(0.7)}
        />
        <Button
          small
          variant="bare"
          icon="chevron-right"
          aria-label="Later"
          title="Later (Shift →)"
          disabled={off}
          onClick={() => engine?.pan(30)}
        />
        <Button
          small
          variant="bare"
          aria-label="Wider price range"
          title="Wider price range (Shift ↓)"
          disabled={off}
          onClick={() => engine?.stretch(1.25)}
        >
          ↕−
        </Button>
        <Button
          small
          variant="bare"
          aria-label="Narrower price range"
          title="Narrower price range (Shift ↑)"
          disabled={off}
          onClick={() => engine?.stretch(0.8)}
        >
          ↕+
        </Button>
        <Button small variant="bare" title="Fit the price scale (A)" disabled={off} onClick={() => engine?.fitPrices()}>
          Fit
        </Button>
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
