import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { groupDigits } from '../../../format/amount.ts'
import { formatInstant, fromMilliseconds } from '../../../format/time.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import styles from './burn-chart.module.css'
import { hourMs, type Pace } from '../../../../wire/spam/spam-pace.ts'
import { type Gauge, gaugeLabels } from '../../../../wire/spam/spam-gauges.ts'
import type { Run } from '../../../../wire/spam/spam-pace.ts'

const [edge, top, bottom, height] = [8, 14, 98, 118]
/** How much of the width the forecast may take. */
const maxForecastShare = 0.55

export interface BurnChartProps {
  gauge: Gauge
  /** Of one epoch, at least one. */
  runs: readonly Run[]
  nearAt: number
  pace: Pace
}

/** The width of the chart in pixels, so that its words have the size of other words however wide it is. */
function useWidth(): [ref: RefObject<SVGSVGElement | null>, width: number] {
  const ref = useRef<SVGSVGElement>(null)
  const [width, setWidth] = useState(300)
  useLayoutEffect(() => {
    const svg = ref.current
    if (!svg) return undefined
    // A page that is not shown has no widths.
    const measure = (): void => setWidth((known) => Math.round(svg.getBoundingClientRect().width) || known)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(svg)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}

/** A counter in steps up to the last reading, and its forecast. Numbers are for drawing only. */
export function BurnChart({ gauge: { name, state, max = '0' }, runs, nearAt, pace }: BurnChartProps) {
  const zone = useZone()
  const [ref, width] = useWidth()
  const [left, right] = [edge, width - edge]
  const [first, last] = [runs[0], runs.at(-1)]
  if (!first || !last) return null
  const limit = Number(max)
  const near = Math.ceil((limit * nearAt) / 100)
  const [begin, now] = [Math.max(first.from, last.to - hourMs), last.to]
  const span = Math.max(1, now - begin)
  const ahead = Math.min(pace.runsOutIn ?? 0, span * maxForecastShare)
  const end = now + ahead
  const used = Number(last.used)
  const then = used + (ahead / hourMs) * pace.perHour
  const low = Math.max(0, Number(first.used) - (limit - Number(first.used)) * 0.3)
  const x = (at: number): number => left + ((Math.max(at, begin) - begin) / (end - begin)) * (right - left)
  const y = (value: number): number => bottom - ((Math.min(value, limit) - low) / (limit - low || 1)) * (bottom - top)
  const corners = runs
    .filter(({ to }) => to >= begin)
    .map((run) => [x(run.from).toFixed(1), y(Number(run.used)).toFixed(1)] as const)
  const steps = corners.map(([x, y], index) => (index === 0 ? `M${x} ${y}` : `H${x}V${y}`)).join('')
  const clock = (at: number): string =>
    formatInstant(fromMilliseconds(at), zone, { date: false, precision: 'minute', name: false })
  const reaches = pace.runsOutIn !== undefined && pace.runsOutIn <= ahead
  const here = x(now)
  return (
    <svg
      ref={ref}
      className={styles['chart']}
      viewBox={`0 0 ${width} ${height}`}
      height={height}
      role="img"
      aria-label={`${gaugeLabels[name]}: from ${groupDigits(first.used)} to ${groupDigits(last.used)} of ${groupDigits(max)}`}
      data-state={state}
    >
      <path className={styles['axis']} d={`M${left} ${bottom}H${right}`} />
      <path className={styles['limit']} d={`M${left} ${y(limit)}H${right}`} />
      {near > low && near < limit && <path className={styles['near']} d={`M${left} ${y(near)}H${right}`} />}
      <path className={styles['steps']} d={`${steps}H${here.toFixed(1)}`} />
      {ahead > 0 && <path className={styles['forecast']} d={`M${here} ${y(used)}L${x(end)} ${y(then)}`} />}
      <circle cx={here} cy={y(used)} r="3" />
      <g className={styles['words']}>
        <text x={left} y={y(limit) - 4}>
          limit {groupDigits(max)}
        </text>
        {near > low && near < limit && (
          <text x={left} y={y(near) - 4}>
            near {groupDigits(String(near))}
          </text>
        )}
        <text x={left} y="113">
          {clock(begin)}
        </text>
        {here < right - 60 && here > left + 45 && (
          <text x={here} y="113" textAnchor="middle">
            now
          </text>
        )}
        <text x={right} y="113" textAnchor="end">
          {ahead === 0 ? 'now' : `${clock(end)}${reaches ? ' est.' : ''}`}
        </text>
      </g>
    </svg>
  )
}
