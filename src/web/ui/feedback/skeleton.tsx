import styles from './skeleton.module.css'

/** Different widths, the same at every render, so that waiting looks like content and does not flicker. */
const widths = ['72%', '88%', '64%', '80%', '58%', '76%']

/** The shape of rows to come, so that nothing jumps when they arrive. The panel around it says what is loading. */
export function Skeleton({ rows = 3, columns = 1 }: { rows?: number; columns?: number }) {
  return (
    <output className={styles.skeleton} aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        <div className={styles.row} key={row} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
          {Array.from({ length: columns }, (_, column) => (
            <span key={column} style={{ width: widths[(row * 2 + column) % widths.length] }} />
          ))}
        </div>
      ))}
    </output>
  )
}
