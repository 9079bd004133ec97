import { memo } from 'react'
import { plural } from '../../format/words.ts'
import { classNames } from '../../ui/class-names.ts'
import { Select } from '../../ui/inputs/select.tsx'
import type { GridColumn } from '../columns/grid-columns.tsx'
import { FindField } from '../find/find-field.tsx'
import type { Find } from '../find/use-find.ts'
import { readSort, sortText, type Sorting, directionsOf, sortedWords } from '../sorting/use-sorted.ts'
import styles from './grid-bar.module.css'

export interface EmptyColumns {
  /** Columns of the reader's choice without a value in nearly all loaded rows. */
  readonly count: number
  /** The reader wants to see them. */
  readonly shown: boolean
  readonly show: (shown: boolean) => void
}

interface GridBarProps<Row> {
  columns: readonly GridColumn<Row>[]
  count: number
  find: Find
  onStep: (by: 1 | -1) => void
  onClose: () => void
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
