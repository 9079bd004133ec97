import { useMemo, useState, useId, type ReactNode } from 'react'
import { groupDigits } from '../../format/amount.ts'
import { idWarning, pastedIds } from '../../format/id.ts'
import { Combobox } from '../../ui/inputs/combobox.tsx'
import { Segmented, type SegmentedProps } from '../../ui/inputs/segmented.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { useMarkets, type MarketLabel } from '../../entities/labels.ts'
import { pageSizes, type ListSearch } from '../../list/list-query.ts'
import { defaultPageSize } from '../../../wire/protocol/page.ts'
import {
  type EntityKind,
  type KnownEntities,
  resolveId,
  suggestionsFor,
  useKnownParties,
} from '../../entities/search/resolve-search.ts'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/inputs/button.tsx'
import styles from './filters.module.css'

interface FiltersProps {
  label?: string
  /** How many are set. */
  set: number
  /** The page cannot do without them: they are open from the start. */
  needed?: boolean
  className?: string | undefined
  children: ReactNode
}

/** The filters of a list; on a phone and in a low window behind one button, which says how many are set. */
export function FilterBar({ label = 'Filters', set, needed = false, className, children }: FiltersProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const shown = open || needed
  return (
    <search aria-label={label}>
      {needed ? null : (
        <div className={styles.toggle}>
          <Button icon="filter" aria-expanded={shown} aria-controls={id} onClick={() => setOpen(!open)}>
            {set === 0 ? label : `${label}, ${set} set`}
          </Button>
        </div>
      )}
      <div id={id} className={classNames(styles.filters, className)} data-open={shown || undefined}>
        {children}
      </div>
    </search>
  )
}

export const countSet = (...values: readonly unknown[]): number => values.filter((value) => value !== undefined).length

interface IdFieldProps {
  label: string
  value: string | undefined
  /** Called on Enter and on blur, not per letter: each change sends a request. */
  onChange: (id: string | undefined) => void
  placeholder?: string
  error?: string | undefined
}

/** A party's id or nickname. Text that does not look like an id is marked, and sent all the same. */
export function IdField(props: IdFieldProps) {
  const known = useKnownParties()
  return <IdDraft key={props.value} kind="party" known={known} {...props} />
}

function IdDraft(props: IdFieldProps & { kind: EntityKind; known: KnownEntities }) {
  const { label, value, onChange, placeholder = 'Id or nickname', error, kind, known } = props
  const [draft, setDraft] = useState(value ?? '')
  const id = resolveId(draft, known)
  const commit = (chosen: string | undefined) => {
    if (chosen !== value) onChange(chosen)
    else setDraft(value ?? '')
  }
  return (
    <Combobox
      label={label}
      mono
      text={draft}
      onText={setDraft}
      placeholder={placeholder}
      groups={suggestionsFor(draft, kind, known)}
      listLabel={`${label} suggestions`}
      onPick={({ key }) => {
        setDraft(key)
        commit(key)
      }}
      onCommit={() => void (pastedIds(draft).length > 1 || commit(id))}
      error={error}
      warning={idWarning(id)}
    />
  )
}

const nameOf = ({ code, name, product }: MarketLabel): string =>
  `${code || name}${product === 'unknown' ? '' : `, ${product}`}`

const byName = (a: { label: string }, b: { label: string }): number => a.label.localeCompare(b.label)

interface MarketFieldProps extends Pick<IdFieldProps, 'value' | 'onChange' | 'error'> {
  /** Label of the option for no market. */
  none: string
}

/** A market from the node's list, or a pasted id where there is no list or the URL names a market outside it. */
export function MarketField({ value, onChange, none, error }: MarketFieldProps) {
  const { byId, state } = useMarkets()
  // A page of rows draws its filters again: the markets stay in their order meanwhile.
  const markets = useMemo(
    () => [...byId.values()].map((label) => ({ value: label.id, label: nameOf(label) })).sort(byName),
    [byId],
  )
  const listed = value === undefined || byId.has(value)
  const isMissing = state === 'absent' || state === 'failed'
  if (isMissing || (state === 'known' && !listed) || (state === 'waiting' && value !== undefined)) {
    return (
      <IdDraft
        key={value}
        label="Market"
        kind="market"
        known={{ markets: byId }}
        value={value}
        onChange={onChange}
        placeholder={state === 'failed' ? 'Market id (list not loaded)' : 'Market id'}
        error={error}
      />
    )
  }
  return (
    <Select
      label="Market"
      value={value ?? ''}
      options={[{ value: '', label: none }, ...markets]}
      onChange={(id) => onChange(id === '' ? undefined : id)}
    />
  )
}

/** A segmented choice with a visible label, like the fields beside it. */
export function LabelledChoice<Value extends string>(props: SegmentedProps<Value>) {
  return (
    <div className={styles.choice}>
      <span aria-hidden="true">{props.label}</span>
      <Segmented {...props} />
    </div>
  )
}

interface PagingFieldsProps {
  search: ListSearch
  onChange: (change: ListSearch) => void
  order: string
  newest: string
  oldest: string
}

/** Order and page size of a list. Both are sent to the node and restart the list. */
export function PagingFields({ search, onChange, order, newest, oldest }: PagingFieldsProps) {
  const size = search['pagination.first'] ?? defaultPageSize
  const sizes = [...new Set<number>([...pageSizes, size])].sort((a, b) => a - b)
  return (
    <>
      <LabelledChoice
        label={order}
        value={search['pagination.newestFirst'] === false ? 'oldest' : 'newest'}
        options={[
          { value: 'newest', label: newest },
          { value: 'oldest', label: oldest },
        ]}
        onChange={(value) => onChange({ 'pagination.newestFirst': value === 'newest' })}
      />
      <Select
        label="Rows per page"
        value={String(size)}
        options={sizes.map((count) => ({ value: String(count), label: groupDigits(String(count)) }))}
        onChange={(value) => onChange({ 'pagination.first': Number(value) })}
      />
    </>
  )
}
