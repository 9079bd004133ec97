import { type KeyboardEvent, memo, useEffect, useEffectEvent, useRef } from 'react'
import { groupDigits } from '../../format/amount.ts'
import { plural } from '../../format/words.ts'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/inputs/button.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import type { GridColumn } from '../columns/grid-columns.tsx'
import type { Find } from '../find/use-find.ts'
import { readSort, sortText, type Sorting, directionsOf, sortedWords } from '../sorting/use-sorted.ts'
import styles from './grid-bar.module.css'
import { listen } from '../../listen.ts'

export interface EmptyColumns {
  /** Columns of the reader's choice without a value in nearly all loaded rows. */
  readonly count: number
  /** The reader wants to see them. */
  readonly shown: boolean
  readonly show: (shown: boolean) => void
}

interface FindFieldProps {
  count: number
  find: Find
  onStep: (by: 1 | -1) => void
  /** Ends the search at the match that is shown. */
  onClose: () => void
}

/** The first press of the browser's key for finding comes here, the second one is the browser's own. */
function useFindKey(onKey: (event: globalThis.KeyboardEvent) => void) {
  const take = useEffectEvent(onKey)
  useEffect(() => {
    const keydown = (event: globalThis.KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event
      if (defaultPrevented || key.toLowerCase() !== 'f' || ctrlKey === metaKey || altKey || shiftKey) return
      if (document.querySelector('dialog[open]')) return
      take(event)
    }
    return listen(document, { keydown })
  }, [])
}

/** "3 of 17 rows", or that there is none. */
function matchWords({ needle, matches, place }: Pick<Find, 'needle' | 'matches' | 'place'>, count: number): string {
  if (!needle) return ''
  if (place < 0) return `No match in ${plural(count, 'loaded row')}`
  return `${groupDigits(String(place + 1))} of ${plural(matches, 'row')}`
}

/** Finds text in the loaded rows: Enter goes to the next row that has it, Escape ends it. */
function FindField({ find, count, onStep, onClose }: FindFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useFindKey((event) => {
    const input = field.current
    if (!input || input.disabled || document.activeElement === input) return
    event.preventDefault()
    input.focus()
    input.select()
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape' && find.typed !== '') onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const single = find.matches < 2
  return (
    <search className={styles.find} aria-label="Find in loaded rows">
      <TextField
        ref={field}
        label="Find in loaded rows"
        hideLabel
        placeholder="Find in rows"
        aria-keyshortcuts="Control+F Meta+F"
        disabled={count === 0}
        enterKeyHint="next"
        value={find.typed}
        onChange={find.type}
        onKeyDown={onKeyDown}
        end={
          <output className={styles.count} data-none={find.needle && find.matches === 0 ? true : undefined}>
            {matchWords(find, count)}
          </output>
        }
      />
      {find.typed === '' ? null : (
        <span className={styles.tools}>
          <IconButton icon="arrow-up" label="Previous match" disabled={single} onClick={() => onStep(-1)} />
          <IconButton icon="arrow-down" label="Next match" disabled={single} onClick={() => onStep(1)} />
          <IconButton icon="x" label="Close the search" onClick={onClose} />
        </span>
      )}
    </search>
  )
}

interface GridBarProps<Row> extends FindFieldProps {
  columns: readonly GridColumn<Row>[]
  sorting: Sorting | undefined
  /** Cards have no heads to sort by. */
  cards: boolean
}

function PlainBar<Row>({ columns, count, find, onStep, onClose, sorting, cards }: GridBarProps<Row>) {
  return (
    <div className={styles.bar}>
      <FindField find={find} count={count} onStep={onStep} onClose={onClose} />
      {cards && sorting ? <SortChoice columns={columns} sorting={sorting} /> : null}
      <SortNote columns={columns} count={count} sorting={sorting} />
    </div>
  )
}

/** What can be done with the loaded rows, above them: finding, and how they are sorted. */
export const GridBar = memo(PlainBar) as typeof PlainBar

/** Which columns are hidden for want of values; below the rows, which it must not move when it comes with them. */
export function EmptyColumnsNote({ count, shown, show }: EmptyColumns) {
  if (count === 0) return null
  return (
    <p className={classNames(styles.note, styles.below)}>
      {shown
        ? `${plural(count, 'column')} shown although nearly all loaded rows have no value.`
        : `${plural(count, 'column')} hidden: under a tenth of the loaded rows have a value.`}
      <button type="button" className={styles.link} onClick={() => show(!shown)}>
        {shown ? 'Hide' : 'Show'}
      </button>
    </p>
  )
}

function SortNote<Row>({ columns, count, sorting }: Pick<GridBarProps<Row>, 'columns' | 'count' | 'sorting'>) {
  const words = sortedWords(sorting?.sort, columns, count)
  return (
    <p className={styles.note}>
      {/* Always there: what is put into it later is read out. */}
      <output>{words && `${words}.`}</output>
      {words === '' ? null : (
        <button type="button" className={styles.link} onClick={() => sorting?.change(undefined)}>
          Clear sort
        </button>
      )}
    </p>
  )
}

function SortChoice<Row>({ columns, sorting }: { columns: readonly GridColumn<Row>[]; sorting: Sorting }) {
  const ids = columns.map(({ id }) => id)
  const options = columns.flatMap((column) =>
    directionsOf(column).map((words, at) => ({
      value: sortText({ id: column.id, desc: at === 1 }),
      label: `${column.header}, ${words}`,
    })),
  )
  return (
    <div className={styles.sort}>
      <Select
        label="Sort loaded rows by"
        hideLabel
        value={sorting.sort ? sortText(sorting.sort) : ''}
        options={[{ value: '', label: 'As listed' }, ...options]}
        onChange={(value) => sorting.change(readSort(value, ids))}
      />
    </div>
  )
}
