/** Rows to draw (both ends included) and the mapping of rows and values to pane pixels. */
export interface Sight {
  from: number
  to: number
  x: (index: number) => number
  spacing: number
  y: (value: number) => number
}

/** Height differences in px below this are not visible and are drawn as equal. */
const unseen = 0.25

/** The values in one pixel column. */
interface Column {
  x: number
  first: number
  last: number
  low: number
  high: number
}

/** The segments of a line between gaps, as columns: one per bar, or one per pixel when bars are narrower than a pixel. */
export function columnsOf(
  at: (index: number) => number,
  { from, to, x, spacing }: Pick<Sight, 'from' | 'to' | 'x' | 'spacing'>,
): Column[][] {
  const stretches: Column[][] = []
  let open: Column[] | undefined
  let before: Column | undefined
  for (let index = from; index <= to; index++) {
    const value = at(index)
    if (Number.isNaN(value)) {
      open = before = undefined
      continue
    }
    if (!open) stretches.push((open = []))
    const place = spacing < 1 ? Math.floor(x(index)) + 0.5 : x(index)
    if (before?.x === place) {
      before.last = value
      if (value < before.low) before.low = value
      if (value > before.high) before.high = value
    } else open.push((before = { x: place, first: value, last: value, low: value, high: value }))
  }
  return stretches
}

/** Adds a segment to a path, omitting points at the same height as their predecessors. */
export function trace(
  path: Pick<Path2D, 'moveTo' | 'lineTo'>,
  stretch: readonly Column[],
  y: (value: number) => number,
): void {
  let drawn = Number.NaN
  let level: Column | undefined
  for (const [index, column] of stretch.entries()) {
    const { x, first, low, high, last } = column
    const start = y(first)
    if (index === 0) path.moveTo(x, (drawn = start))
    const even = Math.abs(y(low) - y(high)) < unseen && Math.abs(start - drawn) < unseen
    if (even && index > 0 && index < stretch.length - 1) {
      level = column
      continue
    }
    if (level) path.lineTo(level.x, y(level.last))
    level = undefined
    path.lineTo(x, start)
    if (low !== high) {
      path.lineTo(x, y(low))
      path.lineTo(x, y(high))
    }
    path.lineTo(x, (drawn = y(last)))
  }
}
