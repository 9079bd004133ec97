import type { ReactNode } from 'react'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Segmented } from '../../../ui/inputs/segmented.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Toggle } from '../../../ui/inputs/toggle.tsx'
import type { Patch } from '../use-candles-url.ts'
import type { Interval } from '../data/interval.ts'
import type { CandleSubject } from '../use-candle-target.ts'
import type { CandlesSearch } from '../search.ts'
import styles from './toolbar.module.css'
import { vwapLines, vwapOf } from '../indicators/vwap-choice.ts'

export interface IntervalChoiceProps {
  subject: Pick<CandleSubject, 'intervals' | 'interval'>
  /** Candle ids the node rejected: marked as such, the others remain usable. */
  refused: ReadonlySet<string>
  onInterval: (interval: Interval) => void
}

/** The intervals as a list: where there is no room for a button each. */
export function IntervalSelect({ subject: { intervals, interval }, refused, onInterval }: IntervalChoiceProps) {
  if (intervals.length < 2) return null
  return (
    <Select
      label="Interval"
      hideLabel
      value={interval?.candleId ?? ''}
      onChange={(candleId) => {
        const chosen = intervals.find((entry) => entry.candleId === candleId)
        if (chosen) onInterval(chosen)
      }}
      options={intervals.map(({ candleId, name }) => ({
        value: candleId,
        label: refused.has(candleId) ? `${name} (refused)` : name,
      }))}
    />
  )
}

function IntervalButtons({ subject: { intervals, interval }, refused, onInterval }: IntervalChoiceProps) {
  if (intervals.length < 2) return null
  return (
    <Segmented
      label="Interval"
      value={interval?.candleId}
      onChange={(candleId) => {
        const chosen = intervals.find((entry) => entry.candleId === candleId)
        if (chosen) onInterval(chosen)
      }}
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
  )
}

export interface TogglesProps {
  search: CandlesSearch
  onChange: (patch: Patch) => void
  /** False when prices are drawn as differences to an anchor, which have no logarithm. */
  logPossible: boolean
}

/** Marks candles without trades. */
export function GapsToggle({ search, onChange }: Omit<TogglesProps, 'logPossible'>) {
  return (
    <Toggle on={search.gaps !== 'off'} onToggle={() => onChange({ gaps: search.gaps ? undefined : 'off' })}>
      Mark gaps
    </Toggle>
  )
}

/** The display options that are changed most. */
export function Toggles({ search, onChange, logPossible }: TogglesProps) {
  const { range, bar } = vwapLines(search)
  return (
    <>
      <Toggle
        on={range}
        onToggle={() => onChange({ vwap: vwapOf(!range, bar) })}
        title="Anchored VWAP, from the start of the range"
      >
        VWAP
      </Toggle>
      <GapsToggle search={search} onChange={onChange} />
      <Toggle
        on={search.scale === 'log'}
        disabled={!logPossible || search.compare !== undefined}
        title={
          !logPossible
            ? 'The axis shows differences, which have no logarithm'
            : search.compare === undefined
              ? 'Logarithmic price scale'
              : 'Comparing uses a percent scale'
        }
        onToggle={() => onChange({ scale: search.scale === 'log' ? undefined : 'log' })}
      >
        Log
      </Toggle>
    </>
  )
}

export interface ToolbarProps extends IntervalChoiceProps {
  /** Display options. */
  toggles: ReactNode
  children?: ReactNode
}

/** Toolbar with interval and display options; the page's additions are on the right. */
export function Toolbar({ toggles, children, ...intervals }: ToolbarProps) {
  const waiting = intervals.subject.intervals.length === 0 || undefined
  return (
    <div className={styles.toolbar}>
      <div className={styles.wide} data-waiting={waiting}>
        <IntervalButtons {...intervals} />
      </div>
      <div className={styles.narrow} data-waiting={waiting}>
        <IntervalSelect {...intervals} />
      </div>
      <div className={styles.toggles}>{toggles}</div>
      <div className={styles.end}>{children}</div>
    </div>
  )
}
