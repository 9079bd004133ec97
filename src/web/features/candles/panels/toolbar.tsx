import type { ReactNode } from 'react'
import { Button } from '../../../ui/inputs/button.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Segmented } from '../../../ui/inputs/segmented.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import type { Patch } from '../use-candles-url.ts'
import type { Interval } from '../data/interval.ts'
import type { CandlesSearch } from '../search.ts'
import styles from './toolbar.module.css'
import { vwapLines, vwapOf } from '../indicators/vwap-choice.ts'

export interface ToolbarProps {
  intervals: readonly Interval[]
  interval: Interval | undefined
  /** Candle ids that were refused: marked, the others go on. */
  refused: ReadonlySet<string>
  search: CandlesSearch
  onInterval: (interval: Interval) => void
  onChange: (patch: Patch) => void
  /** A difference to an anchor has no logarithm. */
  logPossible: boolean
  /** Further settings of the chart. */
  options?: ReactNode
  children?: ReactNode
}

/** Interval, what is drawn, and at the right whatever the page adds. */
export function Toolbar(props: ToolbarProps) {
  const { intervals, interval, refused, search, onInterval, onChange, logPossible, options, children } = props
  const { range, bar } = vwapLines(search)
  const choose = (candleId: string) => {
    const chosen = intervals.find((entry) => entry.candleId === candleId)
    if (chosen) onInterval(chosen)
  }
  return (
    <div className={styles.toolbar}>
      {intervals.length > 1 && (
        <>
          <div className={styles.wide}>
            <Segmented
              label="Interval"
              value={interval?.candleId}
              onChange={choose}
              options={intervals.map(({ candleId, label }) => ({
                value: candleId,
                label: refused.has(candleId) ? (
                  <span className={styles.refused} title="The node refused this interval">
                    {label}
                    <Icon name="warning" />
                  </span>
                ) : (
                  label
                ),
              }))}
            />
          </div>
          <div className={styles.narrow}>
            <Select
              label="Interval"
              hideLabel
              value={interval?.candleId ?? ''}
              onChange={choose}
              options={intervals.map(({ candleId, name }) => ({
                value: candleId,
                label: refused.has(candleId) ? `${name} (refused)` : name,
              }))}
            />
          </div>
        </>
      )}
      <div className={styles.toggles}>
        <Button pressed={range} onClick={() => onChange({ vwap: vwapOf(!range, bar) })} title="VWAP from range start">
          VWAP
        </Button>
        <Button pressed={search.gaps !== 'off'} onClick={() => onChange({ gaps: search.gaps ? undefined : 'off' })}>
          Mark gaps
        </Button>
        <Button
          pressed={search.scale === 'log'}
          disabled={!logPossible || search.compare !== undefined}
          title={
            !logPossible
              ? 'The axis shows differences, which have no logarithm'
              : search.compare === undefined
                ? 'Logarithmic price scale'
                : 'Comparing needs a percent scale'
          }
          onClick={() => onChange({ scale: search.scale === 'log' ? undefined : 'log' })}
        >
          Log
        </Button>
        {options}
      </div>
      <div className={styles.end}>{children}</div>
    </div>
  )
}
