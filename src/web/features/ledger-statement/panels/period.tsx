import { chainNow } from '../../../client/node-status.ts'
import { useStoppedAt } from '../../../entities/use-node-status.ts'
import {
  besideRange,
  type Preset,
  presetName,
  presetOf,
  presetRange,
  presets,
  rangeLabel,
} from '../../../ledger/range.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import type { InstantRange } from '../../../ui/calendar/day-range.ts'
import { RangePicker } from '../../../ui/calendar/range-picker.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Segmented } from '../../../ui/inputs/segmented.tsx'
import styles from '../page.module.css'

interface PeriodProps {
  range: InstantRange
  onChange: (range: InstantRange) => void
  /** The presets that are offered; all of them without it. */
  offered?: readonly Preset[]
}

/** A stretch of time: presets, the period before and after it, and any dates. */
export function Period({ range, onChange, offered }: PeriodProps) {
  const zone = useZone()
  const stopped = useStoppedAt() !== undefined
  const now = chainNow()
  const [before, after] = [besideRange(range, -1, zone), besideRange(range, 1, zone)]
  const isFuture = after !== undefined && BigInt(after.from) > now
  return (
    <div className={styles.period}>
      <span className={styles.picked}>
        <Button
          icon="chevron-left"
          aria-label="Period before"
          title="Period before"
          disabled={!before}
          onClick={() => before && onChange(before)}
        />
        <b>{rangeLabel(range, zone)}</b>
        <Button
          icon="chevron-right"
          aria-label="Period after"
          title="Period after"
          disabled={!after || isFuture}
          onClick={() => after && onChange(after)}
        />
      </span>
      <Segmented
        label="Range"
        value={presetOf(range, now, zone)}
        options={presets
          .filter(({ value }) => !offered || offered.includes(value))
          .map(({ value, label }) => ({ value, label: stopped ? presetName(value, now, zone, true) : label }))}
        onChange={(preset) => onChange(presetRange(preset, now, zone))}
      />
      <RangePicker label="Choose the range" range={range} now={now} onChange={onChange} />
    </div>
  )
}
