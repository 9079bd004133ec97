import { lazy, Suspense, useLayoutEffect, useMemo, useState, type CSSProperties, type ReactNode } from 'react'
import { usePreferences } from '../../preferences/use-preferences.ts'
import type { Arrangeable } from './column-state.ts'

/** One column of a grid. */
export interface GridColumn<Row> extends Arrangeable {
  /** The member's name on the wire where there is one: the glossary and the exported file use it. */
  id: string
  header: string
  /** Said once in the head instead of in each cell. */
  unit?: ReactNode
  align?: 'end'
  /** Not shown until the reader asks for it. */
  hidden?: boolean
  /** Cannot be taken away. */
  fixed?: boolean
  /** Links and buttons in it are those of ui, which leave the Tab order inside a grid. */
  cell: (row: Row, index: number) => ReactNode
  /** The exact value as received, for copying and for files. */
  text: (row: Row, index: number) => string
}

/** Where a column stands. */
export interface Place {
  id: string
  size: number
  /** The reader sized it: it no longer stretches. */
  sized: boolean
  pinned: boolean
  /** Distance from the left edge while pinned. */
  offset: number
  lastPinned: boolean
}

/** A column with its place in this reader's grid. */
export interface ShownColumn<Row> extends Omit<Place, 'id'> {
  column: GridColumn<Row>
}

const written = (columns: readonly Arrangeable[]): Place[] =>
  columns
    .filter(({ hidden }) => !hidden)
    .map(({ id, size }) => ({ id, size, sized: false, pinned: false, offset: 0, lastPinned: false }))

interface ArrangerProps {
  columns: readonly Arrangeable[]
  onArranged: (places: readonly Place[]) => void
}

/** Without what arranges columns they stand as they were written: better a plain list than none. */
function PlainArranger({ columns, onArranged }: ArrangerProps) {
  useLayoutEffect(() => onArranged(written(columns)), [columns, onArranged])
  return null
}

/** Most readers never touch the columns, so what arranges them is loaded for those who did. */
export const loadArranger = () => import('./column-arranger.tsx')
const Arranger = lazy(() =>
  loadArranger().then(
    ({ ColumnArranger }) => ({ default: ColumnArranger }),
    () => ({ default: PlainArranger }),
  ),
)

/**
 * The columns to show, in order, pinned ones first; undefined while a choice from an earlier visit is not arranged yet.
 * The second part is to be drawn somewhere: it arranges what the reader chose.
 */
export function useShownColumns<Row>(
  list: string,
  columns: readonly GridColumn<Row>[],
): [shown: readonly ShownColumn<Row>[] | undefined, arranger: ReactNode] {
  const choice = usePreferences().columns[list]
  const [early] = useState(choice !== undefined)
  const [arranged, setArranged] = useState<readonly Place[]>()
  const shown = useMemo(() => {
    const places = choice && arranged ? arranged : choice && early ? undefined : written(columns)
    const byId = new Map(columns.map((column) => [column.id, column]))
    return places?.flatMap(({ id, ...place }) => {
      const column = byId.get(id)
      return column ? [{ column, ...place }] : []
    })
  }, [choice, early, arranged, columns])
  const arranger = choice ? (
    <Suspense>
      <Arranger columns={columns} choice={choice} onArranged={setArranged} />
    </Suspense>
  ) : null
  return [shown, arranger]
}

export type TrackStyle = Pick<CSSProperties, 'gridTemplateColumns' | 'minWidth'>

const rem = (size: number): string => `${size / 16}rem`

/**
 * What the row of heads and each row of records share: the tracks (a pinned or sized column keeps its size, the others
 * share what is left) and the least width. Written on each row and not as a custom property: a browser would parse that
 * again for every row that it draws.
 */
export function trackStyle(columns: readonly ShownColumn<never>[]): TrackStyle {
  const tracks = columns.map(({ size, pinned, sized }) =>
    pinned || sized ? rem(size) : `minmax(${rem(size)}, ${size}fr)`,
  )
  return {
    gridTemplateColumns: tracks.join(' '),
    minWidth: rem(columns.reduce((sum, { size }) => sum + size, 0)),
  }
}

/** What pinned columns cover of the left side: a column brought into sight must not come to lie under them. */
export const pinnedWidth = (columns: readonly ShownColumn<never>[]): string =>
  rem(columns.reduce((sum, { pinned, size }) => (pinned ? sum + size : sum), 0))

/** Where a pinned cell sticks. */
export const pinnedStyle = (column: ShownColumn<never>): CSSProperties | undefined =>
  column.pinned ? { insetInlineStart: rem(column.offset) } : undefined
