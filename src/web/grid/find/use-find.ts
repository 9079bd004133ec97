import { useDeferredValue, useMemo, useState } from 'react'
import type { List } from '../../list/list.ts'
import type { GridColumn, ShownColumn } from '../columns/grid-columns.tsx'

/** What is looked for: the words, and the digits where they were typed with separators. */
export interface Needle {
  readonly words: string
  readonly digits: string | undefined
}

const fold = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ')

/** Undefined for nothing but spaces. */
export function needleOf(typed: string): Needle | undefined {
  const words = fold(typed).trim()
  if (words === '') return undefined
  const digits = words.replace(/[, ]/g, '')
  return { words, digits: digits !== words && /^[\d.]+$/.test(digits) ? digits : undefined }
}

/** Whether the cell has it: in its exact value or in what it shows. */
export function cellHas<Row>(column: GridColumn<Row>, row: Row, index: number, { words, digits }: Needle): boolean {
  const { text, sortBy, shown } = column
  for (const value of [text(row, index), shown ? shown(row) : sortBy?.(row, index)]) {
    if (value === undefined || value === '') continue
    const folded = fold(value)
    if (folded.includes(words) || (digits !== undefined && folded.includes(digits))) return true
  }
  return false
}

/** The rows of which a column has it, in their order. */
export function findRows<Row>(
  { at, count }: Pick<List<Row>, 'at' | 'count'>,
  columns: readonly GridColumn<Row>[],
  needle: Needle,
): readonly number[] {
  const found: number[] = []
  for (let index = 0; index < count; index += 1) {
    const row = at(index)
    if (row !== undefined && columns.some((column) => cellHas(column, row, index, needle))) found.push(index)
  }
  return found
}

/** The match after (or before) row `from`, round the ends. */
export function nextMatch(matches: readonly number[], from: number, by: 1 | -1): number | undefined {
  return by === 1
    ? (matches.find((row) => row > from) ?? matches[0])
    : (matches.findLast((row) => row < from) ?? matches.at(-1))
}

export interface Find {
  readonly typed: string
  readonly type: (text: string) => void
  readonly needle: Needle | undefined
  readonly matches: number
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
