import { formatPercent } from '../../../format/percent.ts'
import styles from './penalty-bars.module.css'

const [width, gap, height] = [4.8, 1.5, 16]

/** Past fee penalties as small bars in the node's order. Numbers are for drawing only. */
export function PenaltyBars({ penalties }: { penalties: readonly string[] }) {
  const values = penalties.map(Number).map((value) => (Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0))
  const max = Math.max(0.1, ...values)
  const worst = Math.max(0, ...values)
  const total = values.length * (width + gap)
  return (
    <svg
      className={styles.bars}
      viewBox={`0 0 ${total} ${height}`}
      style={{ width: `${total / 16}rem` }}
      role="img"
      aria-label={`Fee penalty history: ${penalties.map((penalty) => formatPercent(penalty)).join(', ')}`}
      data-level={worst >= 0.5 ? 'limit' : worst >= 0.1 ? 'near' : worst > 0 ? 'watch' : 'none'}
    >
      {values.map((value, index) => {
        const tall = Math.max(1, (value / max) * height)
        return (
          <rect
            key={index}
            x={index * (width + gap)}
            y={height - tall}
            width={width}
            height={tall}
            opacity={value === 0 ? 0.5 : 1}
          />
        )
      })}
    </svg>
  )
}
