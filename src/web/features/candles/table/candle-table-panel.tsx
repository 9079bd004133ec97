import { zoneName } from '../../../format/time.ts'
import { plural } from '../../../format/words.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { CandleTable } from './candle-table.tsx'
import styles from '../page.module.css'
import type { Reading } from '../data/bar-format.ts'
import { useSettled } from '../use-throttled-value.ts'
import type { View } from '../chart/viewport-store.ts'

export interface DataPanelProps {
  view: View
  reading: Reading
  /** Market and interval as text. */
  title: string
  shown: boolean
  onTable: () => void
  onPoint: (start: string) => void
}

/** The chart's visible bars as a collapsible table. */
export function DataPanel({ view, reading, title, shown, onTable, onPoint }: DataPanelProps) {
  const seen = useSettled(view.visible, view.pace)
  return (
    <>
      <div className={styles.data}>
        <Button
          small
          variant="bare"
          icon={shown ? 'chevron-down' : 'chevron-right'}
          aria-label={shown ? 'Hide the table' : 'Show the table'}
          aria-expanded={shown}
          onClick={onTable}
        />
        <h2>Data</h2>
        <span className="muted">
          {seen && `${plural(Math.max(0, seen.last - seen.first + 1), 'candle')}, row follows the crosshair`}
        </span>
        <span className={styles.hint}>
          Times are period starts, {zoneName(reading.zone)} <kbd>T</kbd>
        </span>
      </div>
      {shown && seen && seen.last >= seen.first && (
        <CandleTable
          view={view}
          seen={seen}
          reading={reading}
          label={`Candles of ${title} in view`}
          onPoint={onPoint}
          onTable={onTable}
        />
      )}
    </>
  )
}
