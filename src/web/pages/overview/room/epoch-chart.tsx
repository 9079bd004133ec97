import { clockTime, toMilliseconds } from '../../../format/time.ts'
import { groupDigits } from '../../../format/amount.ts'
import { type Gauge, gaugeLabels } from '../../../../wire/spam/spam-gauges.ts'
import type { Run } from '../../../../wire/spam/spam-pace.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import styles from './epoch-chart.module.css'

const [left, right, top, bottom] = [26, 312, 12, 112]

interface EpochChartProps {
  gauge: Gauge
  /** The readings of this epoch, at least one; times by this browser's clock. */
  runs: readonly Run[]
  /** The epoch, Unix nanoseconds by the same clock. */
  start: bigint
  end: bigint
  now: bigint
  /** Milliseconds from now until the limit at the present rate. */
  limitInMs: number | undefined
}

/** A counter over the whole epoch: steps, the limit, now, and the forecast. Numbers are for drawing only. */
export function EpochChart({ gauge: { name, state, max = '0' }, runs, start, end, now, limitInMs }: EpochChartProps) {
  const zone = useZone()
  const [first, last] = [runs[0], runs.at(-1)]
  if (!first || !last) return null
  const limit = Math.max(1, Number(max))
  const from = toMilliseconds(start)
  const span = Math.max(1, toMilliseconds(end) - from)
  const x = (ms: number): number => left + Math.min(1, Math.max(0, (ms - from) / span)) * (right - left)
  const y = (value: number): number => bottom - Math.min(1, value / limit) * (bottom - top)
  const here = Number(x(toMilliseconds(now)).toFixed(1))
  const steps = runs
    .map((run, at) => {
      const [px, py] = [x(run.from).toFixed(1), y(Number(run.used)).toFixed(1)]
      return at === 0 ? `M${px} ${py}` : `H${px}V${py}`
    })
    .join('')
  const full = limitInMs === undefined ? undefined : now + BigInt(Math.round(limitInMs)) * 1_000_000n
  const reached = full !== undefined && full < end ? full : undefined
  const middle = Math.round(limit / 2)
  return (
    <svg
      className={styles.chart}
      viewBox="0 0 320 132"
      role="img"
      aria-label={`${gaugeLabels[name]} this epoch: ${groupDigits(last.used)} of ${groupDigits(max)}${
        reached === undefined ? '' : `, limit reached about ${clockTime(reached, zone)}`
      }`}
      data-state={state}
    >
      <path className={styles.grid} d={`M${left} ${bottom}H${right}M${left} ${y(limit / 2)}H${right}`} />
      <path className={styles.limit} d={`M${left} ${y(limit)}H${right}`} />
      <path className={styles.now} d={`M${here} ${top - 6}V${bottom}`} />
      <path className={styles.steps} d={`${steps}H${here}`} />
      {reached !== undefined && (
        <>
          <path
            className={styles.forecast}
            d={`M${here} ${y(Number(last.used))}L${x(toMilliseconds(reached))} ${y(limit)}`}
          />
          <path className={styles.diamond} d={`M${x(toMilliseconds(reached))} ${y(limit) - 4}l4 4l-4 4l-4 -4z`} />
        </>
      )}
      <g className={styles.words}>
        <text x={left - 6} y={y(limit) + 3} textAnchor="end">
          {limit < 1000 ? limit : ''}
        </text>
        {limit > 3 && limit < 1000 && (
          <text x={left - 6} y={y(limit / 2) + 3} textAnchor="end">
            {middle}
          </text>
        )}
        <text x={left - 6} y={bottom + 3} textAnchor="end">
          0
        </text>
        <text x={left} y="128">
          {clockTime(start, zone, false)}
        </text>
        {here > left + 50 && here < right - 50 && (
          <text x={here} y="128" textAnchor="middle">
            now
          </text>
        )}
        <text x={right} y="128" textAnchor="end">
          {clockTime(end, zone, false)}
        </text>
      </g>
    </svg>
  )
}
