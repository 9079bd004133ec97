import { createObservable, type Observable } from '../../../observable.ts'
import type { Measuring } from '../measure/measure.ts'
import type { Row } from '../data/fill-gaps.ts'
import type { CandlesSearch } from '../search.ts'
import type { Pace } from '../use-throttled-value.ts'

/** What the chart shows at this moment: indices into the rows they were taken from. */
export interface Visible {
  rows: readonly Row[]
  /** First and last row in view, both included; `last` is before `first` when no row is in view. */
  first: number
  last: number
  /** Bars between the oldest row and the left edge; negative when there is air. */
  before: number
  /** The newest row there is on the node is in view. */
  atEdge: boolean
}

/** The range in view as the address has it: without an end while the newest bar is in view. */
export function rangeOf(
  { rows, first, last, atEdge }: Visible,
  length: bigint | undefined,
): Pick<CandlesSearch, 'from' | 'to'> {
  const [left, right] = [rows[first], rows[last]]
  if (!left || !right) return {}
  return { from: left.start, ...(atEdge ? {} : { to: String(BigInt(right.start) + (length ?? 1n)) }) }
}

/** What chart, legend, statistics and table have in common without drawing one another anew. */
export interface View {
  visible: Observable<Visible | undefined>
  /** Start of the row under the crosshair. */
  cursor: Observable<string | undefined>
  /** A pointer holds the chart. */
  dragging: Observable<boolean>
  /** Counts what the reader did to the view, so that the page can tell it from what new rows did. */
  moves: Observable<number>
  measure: Observable<Measuring>
  /** Counts what was worked out after rows had been drawn. */
  drawn: Observable<number>
  pace: (visible: Visible | undefined) => Pace
}

/**
 * How figures about the visible range follow the chart: while it is moved they would cost it frames, and nobody can read
 * them. The more bars, the more they cost; under a moving hand they wait until it rests.
 */
const paceOf = (visible: Visible | undefined, dragging: boolean): Pace => {
  const many = visible !== undefined && visible.last - visible.first > 3000
  const max = many ? 1500 : 500
  return { rest: many ? 250 : 100, max: dragging ? Number.POSITIVE_INFINITY : max }
}

export function createView(): View {
  const dragging = createObservable(false)
  return {
    visible: createObservable<Visible | undefined>(undefined),
    cursor: createObservable<string | undefined>(undefined),
    dragging,
    moves: createObservable(0),
    measure: createObservable<Measuring>({ phase: 'off' }),
    drawn: createObservable(0),
    pace: (visible) => paceOf(visible, dragging.get()),
  }
}
