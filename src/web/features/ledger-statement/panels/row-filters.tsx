import { useState } from 'react'
import { countSet, FilterBar, LabelledChoice } from '../../../grid/toolbar/filters.tsx'
import { useAssets, useMarkets } from '../../../entities/labels.ts'
import { shortId } from '../../../format/id.ts'
import { formatInstant } from '../../../format/time.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import { changeSearch } from '../../../router/navigate.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Chip } from '../../../ui/inputs/chip.tsx'
import { TextField } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { useObservable } from '../../../use-observable.ts'
import { resultWords, typeWords } from '../../../ledger/rows/groups.ts'
import { parseDecimal, type LedgerSearch, noType, readLedgerSearch } from '../search.ts'
import type { Session } from '../reading/session.ts'
import styles from '../page.module.css'

const sides = [
  { value: 'all', label: 'All' },
  { value: 'credit', label: 'Credit' },
  { value: 'debit', label: 'Debit' },
  { value: 'internal', label: 'Internal' },
] as const

type Change = { [Name in keyof LedgerSearch]?: LedgerSearch[Name] | undefined }

const change = (next: Change) => changeSearch(readLedgerSearch, next, { replace: true, keepScroll: true })

/** An amount that is typed; only one that can be read gets into the address. */
function AmountField({ name, value }: { name: 'min' | 'max'; value: string | undefined }) {
  const [draft, setDraft] = useState<string>()
  const text = draft ?? value ?? ''
  const wrong = text.trim() !== '' && parseDecimal(text) === undefined
  return (
    <TextField
      label={name === 'min' ? 'Amount from' : 'Amount to'}
      inputMode="decimal"
      value={text}
      {...(wrong ? { error: 'Not an amount, such as 1,250.5.' } : {})}
      onChange={(next) => {
        setDraft(next)
        if (next.trim() === '' || parseDecimal(next)) change({ [name]: next.trim() || undefined })
      }}
      onBlur={() => setDraft(undefined)}
    />
  )
}

/** Options of a select that keep the value of the address, also before rows have it. */
function withValue(options: { value: string; label: string }[], value: string | undefined, label: string) {
  const isListed = value === undefined || options.some((option) => option.value === value)
  return isListed ? options : [...options, { value, label }]
}

/** Which asset is shown, where there are several. */
function AssetFilter({ session, asset }: { session: Session; asset: string | undefined }) {
  const { assets } = useObservable(session.choices)
  const { byId } = useAssets()
  const nameOf = (id: string) => byId.get(id)?.symbol ?? shortId(id)
  if (assets.length < 2 && asset === undefined) return null
  const options = assets.map((value) => ({ value, label: nameOf(value) }))
  return (
    <Select
      label="Asset shown"
      value={asset ?? ''}
      options={[{ value: '', label: 'All assets' }, ...withValue(options, asset, nameOf(asset ?? ''))]}
      onChange={(value) => change({ asset: value || undefined })}
    />
  )
}

/** The part of the time that is shown. */
function StretchChip({ start, end }: Record<'start' | 'end', string | undefined>) {
  const zone = useZone()
  if (start === undefined && end === undefined) return null
  const [from, to] = [start, end].map((ns) => (ns === undefined ? undefined : formatInstant(ns, zone)))
  return (
    <Chip onRemove={() => change({ start: undefined, end: undefined })}>
      {from ?? 'the start'} to {to ?? 'the end'}
    </Chip>
  )
}

/** What is shown of the rows that were read. Nothing here sends a request. */
export function RowFilters({ session, search }: { session: Session; search: LedgerSearch }) {
  const { types, markets } = useObservable(session.choices)
  const { byId } = useMarkets()
  const { type, market, asset, kind, side, min, max, start, end } = search
  const typeOptions = types.map((one) => ({ value: one === '' ? noType : one, label: typeWords(one) }))
  const marketOptions = [
    ...markets.map((one) => ({ value: one, label: byId.get(one)?.code || shortId(one) })),
    { value: noType, label: 'No market' },
  ]
  const set = countSet(type, market, asset, kind, side, min, max, start ?? end)
  const none = { type: undefined, market: undefined, asset: undefined, kind: undefined, side: undefined }
  return (
    <FilterBar set={set} className={styles.filters}>
      <Select
        label="Type"
        value={type ?? ''}
        options={[{ value: '', label: 'All types' }, ...withValue(typeOptions, type, typeWords(type ?? ''))]}
        onChange={(value) => change({ type: value || undefined })}
      />
      <Select
        label="Market"
        value={market ?? ''}
        options={[{ value: '', label: 'All markets' }, ...withValue(marketOptions, market, shortId(market ?? ''))]}
        onChange={(value) => change({ market: value || undefined })}
      />
      <AssetFilter session={session} asset={asset} />
      <LabelledChoice
        label="Side"
        value={side ?? 'all'}
        options={sides}
        onChange={(value) => change({ side: value === 'all' ? undefined : value })}
      />
      <AmountField name="min" value={min} />
      <AmountField name="max" value={max} />
      {kind && <Chip onRemove={() => change({ kind: undefined })}>{resultWords[kind]}</Chip>}
      <StretchChip start={start} end={end} />
      {set === 0 ? null : (
        <Button
          variant="bare"
          onClick={() => change({ ...none, min: undefined, max: undefined, start: undefined, end: undefined })}
        >
          Clear all
        </Button>
      )}
    </FilterBar>
  )
}
