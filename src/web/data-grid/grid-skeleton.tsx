import styles from './data-grid.module.css'
import type { TrackStyle } from './columns/grid-columns.tsx'

const widths = ['72%', '58%', '64%', '48%', '80%']

/** Placeholders of the size of rows, so that nothing moves when the rows arrive. */
export function GridSkeleton({ columns, tracks, height }: { columns: number; tracks: TrackStyle; height: number }) {
  return (
    <div role="rowgroup" aria-hidden="true">
      {Array.from({ length: 8 }, (_, row) => (
        <div key={row} className={styles.row} data-waiting="true" style={{ height, ...tracks }}>
          {Array.from({ length: columns }, (_, column) => (
            <span key={column} className={styles.cell}>
              <span className={styles.bone} style={{ width: widths[(row * 3 + column * 2) % widths.length] }} />
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}
