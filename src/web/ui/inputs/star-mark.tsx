import { type ReactNode, useMemo } from 'react'
import { shortId, starPoints } from '../../format/id.ts'
import styles from './star-mark.module.css'

interface Point {
  x: number
  y: number
}

/** Sorted by angle round their centre, so that the line hardly crosses itself. */
function byAngle(points: readonly Point[]): Point[] {
  const middle = (pick: (point: Point) => number) => points.reduce((sum, point) => sum + pick(point), 0) / points.length
  const [x, y] = [middle((point) => point.x), middle((point) => point.y)]
  return [...points].sort((a, b) => Math.atan2(a.y - y, a.x - x) - Math.atan2(b.y - y, b.x - x))
}

/** A stroke without length, which round ends make a dot. */
const dot = ({ x, y }: Point): string => `M${x} ${y}h0`

/** Five points derived from an id, a memory aid beside it. Few paths: a list has hundreds of marks. */
export function StarMark({ id, size }: { id: string; size?: string }) {
  const drawn = useMemo(() => {
    const [first, ...others] = starPoints(id).map(({ x, y }) => ({ x: 4 + x * 4, y: 4 + y * 4 }))
    const points = first ? [first, ...others] : []
    const corners = byAngle(points).map(({ x, y }) => `${x} ${y}`)
    return { line: `M${corners.join('L')}`, first: first && dot(first), others: others.map(dot).join('') }
  }, [id])
  return (
    <svg
      className={styles.mark}
      viewBox="0 0 24 24"
      aria-hidden="true"
      {...(size && { style: { width: size, height: size } })}
    >
      <path d={drawn.line} />
      <path d={drawn.others} />
      <path d={drawn.first} />
    </svg>
  )
}

/** An id's mark with its name beside it, over `children`, lines that say more. */
export const MarkedName = ({ id, name, children }: { id: string; name: string | undefined; children: ReactNode }) => (
  <>
    <StarMark id={id} />
    <span className={styles.names}>
      <b className={name === undefined ? 'mono' : undefined}>{name ?? shortId(id)}</b>
      {children}
    </span>
  </>
)
