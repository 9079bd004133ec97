import styles from './skeleton.module.css'
import { StillWaiting } from './still-waiting.tsx'

/** Varied but stable widths, so that rows look like content and do not flicker. */
const widths = ['72%', '88%', '64%', '80%', '58%', '76%']

/** Placeholders for rows that load. Where they need another height, what follows stands in an `InOrder`. `what` is a noun phrase. */
export function Skeleton({ rows = 3, columns = 1, what }: { rows?: number; columns?: number; what?: string }) {
  return (
    <div className={styles.place}>
      <output className={styles.skeleton} aria-label="Loading" data-waiting>
        {Array.from({ length: rows }, (_, row) => (
          <div className={styles.row} key={row} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
            {Array.from({ length: columns }, (_, column) => (
              <span key={column} style={{ width: widths[(row * 2 + column) % widths.length] }} />
            ))}
          </div>
        ))}
      </output>
      {what === undefined ? null : <StillWaiting what={what} />}
    </div>
  )
}
