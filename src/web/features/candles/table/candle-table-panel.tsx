import { lazy, Suspense } from 'react'
import { zoneName } from '../../../format/time.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { RowCount } from './row-count.tsx'
import styles from '../page.module.css'
import type { Reading } from '../data/bar-format.ts'
import type { View } from '../chart/viewport-store.ts'

/** Lazy-loaded: the table has no rows until there is a chart. */
const DataTable = lazy(async () => ({ default: (await import('./candle-table.tsx')).DataTable }))

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
          <RowCount view={view} />
        </span>
        <span className={styles.hint}>
          Times are period starts, {zoneName(reading.zone)} <kbd>T</kbd>
        </span>
      </div>
      {shown && (
        <div className={styles.table}>
          <Suspense>
            <DataTable
              view={view}
              reading={reading}
              label={`Candles of ${title} in view`}
              onPoint={onPoint}
              onTable={onTable}
            />
          </Suspense>
        </div>
      )}
    </>
  )
}
