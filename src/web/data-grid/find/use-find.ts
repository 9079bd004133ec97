import { useDeferredValue, useMemo, useState } from 'react'
import type { List } from '../../infinite-list/list.ts'
import type { GridColumn, ShownColumn } from '../columns/grid-columns.tsx'
import { findRows, needleOf, nextMatch, type Needle } from './find-rows.ts'

/** What is looked for in the loaded rows, and where it is. */
export interface Find {
  readonly typed: string
  readonly type: (text: string) => void
  readonly needle: Needle | undefined
  /** How many rows have it. */
  readonly matches: number
  /** The row of the match shown, and its place among the matches. */
  readonly row: number | undefined
  readonly place: number
  /** Shows the next match; returns its row where that is known at once. */
  readonly step: (by: 1 | -1) => number | undefined
}

const none: readonly never[] = []

/** Looks for a text in the shown columns of all loaded rows; the first match is shown until another is chosen. */
export function useFind<Row>(listing: Pick<List<Row>, 'at' | 'count'>, shown: readonly ShownColumn<Row>[]): Find {
  const { at, count } = listing
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<number>()
  // Letters appear at once, also while 100,000 rows are searched.
  const settled = useDeferredValue(typed)
  const needle = useMemo(() => needleOf(settled), [settled])
  const columns = useMemo<readonly GridColumn<Row>[]>(() => shown.map(({ column }) => column), [shown])
  const matches = useMemo(
    () => (needle ? findRows({ at, count }, columns, needle) : none),
    [needle, at, count, columns],
  )
  // Typing more keeps the current match while it still matches.
  const row = chosen !== undefined && matches.includes(chosen) ? chosen : matches[0]
  const type = (text: string) => {
    setTyped(text)
    if (text === '') setChosen(undefined)
  }
  const step = (by: 1 | -1) => {
    const next = row === undefined ? undefined : nextMatch(matches, row, by)
    setChosen(next)
    return next
  }
  return {
    typed,
    type,
    needle,
    matches: matches.length,
    row,
    place: row === undefined ? -1 : matches.indexOf(row),
    step,
  }
}
