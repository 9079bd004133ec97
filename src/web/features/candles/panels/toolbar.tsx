import type { ReactNode } from 'react'
import { Button } from '../../../ui/inputs/button.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Segmented } from '../../../ui/inputs/segmented.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import type { Patch } from '../use-candles-url.ts'
import type { Interval } from '../data/interval.ts'
import type { CandleSubject } from '../use-candle-target.ts'
import type { CandlesSearch } from '../search.ts'
import styles from './toolbar.module.css'
import { vwapLines, vwapOf } from '../indicators/vwap-choice.ts'

export interface ToolbarProps {
  subject: Pick<CandleSubject, 'intervals' | 'interval'>
  /** Candle ids the node rejected: marked as such, the others remain usable. */
  refused: ReadonlySet<string>
  search: CandlesSearch
  onInterval: (interval: Interval) => void
  onChange: (patch: Patch) => void
  /** False when prices are drawn as differences to an anchor, which have no logarithm. */
  logPossible: boolean
  /** Additional chart settings. */
  options?: ReactNode
  children?: ReactNode
}

/** Toolbar with interval and display options; the page's additions are on the right. */
export function Toolbar(props: ToolbarProps) {
  const { subject, refused, search, onInterval, onChange, logPossible, options, children } = props
  const { intervals, interval } = subject
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
