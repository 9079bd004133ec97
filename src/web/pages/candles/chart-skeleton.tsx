import styles from './chart.module.css'

const bars = 96

/** The same shape at every render: waiting must not flicker. */
const wave = (index: number): number => 0.5 + 0.28 * Math.sin(index / 9) + 0.12 * Math.sin(index / 2.7)

/** A chart to come: price and volume panes of the same size. */
export function ChartSkeleton({ label }: { label: string }) {
  return (
    <output className={styles.skeleton} aria-label={label}>
      <div className={styles.pane}>
        {Array.from({ length: bars }, (_, index) => (
          <i key={index} style={{ height: `${8 + (index % 5) * 3}%`, marginBottom: `${wave(index) * 14}%` }} />
        ))}
      </div>
      <div className={styles.pane}>
        {Array.from({ length: bars }, (_, index) => (
          <i key={index} style={{ height: `${20 + 60 * Math.abs(Math.sin(index * 1.9))}%` }} />
        ))}
      </div>
    </output>
  )
}
