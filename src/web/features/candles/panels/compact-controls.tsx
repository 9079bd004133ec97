import type { ReactNode } from 'react'
import { Select } from '../../../ui/inputs/select.tsx'
import type { RangeChoiceProps } from '../ranges/range-bar.tsx'
import { timeRanges } from '../ranges/time-range.ts'
import { type IntervalChoiceProps, IntervalSelect } from './toolbar.tsx'
import styles from './toolbar.module.css'

const none = ''

function RangeSelect({ intervals, current, onRange }: RangeChoiceProps) {
  return (
    <Select
      label="Range"
      hideLabel
      disabled={intervals.length === 0}
      value={current ?? none}
      options={[
        ...(current === undefined ? [{ value: none, label: 'Range' }] : []),
        ...timeRanges.map((range) => ({ value: range.name, label: `${range.name}: ${range.words}` })),
      ]}
      onChange={(name) => {
        const range = timeRanges.find((one) => one.name === name)
        if (range) onRange(range)
      }}
    />
  )
}

export interface CompactControlsProps {
  interval: IntervalChoiceProps
  range: RangeChoiceProps
  /** The button of the sheet with everything else. */
  children: ReactNode
}

/** One row of controls where there is no room for more: interval, range, and a sheet with the others. */
export function CompactControls({ interval, range, children }: CompactControlsProps) {
  return (
    <div className={styles.compact}>
      {interval.subject.intervals.length === 0 ? <span /> : <IntervalSelect {...interval} />}
      <RangeSelect {...range} />
      {children}
    </div>
  )
}
