import styles from './sparkline.module.css'

const [width, height, edge] = [96, 20, 2]

export interface SparklineProps {
  /** Evenly spaced; null is a gap and breaks the line. Numbers are for drawing only. */
  values: readonly (number | null)[]
  tone?: 'up' | 'down' | 'flat' | 'ok' | 'watch' | 'near' | 'limit' | 'banned'
  label: string
  /** A step line, for counters. */
  step?: boolean
}

interface Drawing {
  path: string
  end?: readonly [number, number]
}

/** The SVG path of the values in a 96 by 20 box; a flat series runs through the middle. */
export function sparklinePath(values: readonly (number | null)[], step = false): Drawing {
  const present = values.filter((value) => value !== null)
  const [low, high] = [Math.min(...present), Math.max(...present)]
  const x = (at: number): number =>
    values.length < 2 ? width / 2 : edge + (at * (width - 2 * edge)) / (values.length - 1)
  const y = (value: number): number =>
    high === low ? height / 2 : height - edge - ((value - low) * (height - 2 * edge)) / (high - low)
  let path = ''
  let end: readonly [number, number] | undefined
  let drawing = false
  for (const [at, value] of values.entries()) {
    if (value === null) {
      drawing = false
      continue
    }
    const [left, top] = [Number(x(at).toFixed(1)), Number(y(value).toFixed(1))]
    path += drawing ? (step ? `H${left}V${top}` : `L${left} ${top}`) : `M${left} ${top}`
    // a lone value between gaps is a dot, or it would be drawn as nothing
    if (!drawing && (values[at + 1] ?? null) === null) path += 'h.01'
    drawing = true
    end = [left, top]
  }
  return { path, ...(end && { end }) }
}

/** A small line without axes. Gaps stay gaps. */
export function Sparkline({ values, tone = 'flat', label, step = false }: SparklineProps) {
  const { path, end } = sparklinePath(values, step)
  return (
    <svg
      className={styles.sparkline}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      data-direction={tone}
      data-state={tone}
    >
      <path d={path} />
      {end && !step && <circle cx={end[0]} cy={end[1]} r="1.75" />}
    </svg>
  )
}
