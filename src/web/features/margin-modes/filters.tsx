import { changeSearch } from '../../router/navigate.ts'
import { IdField, LabelledChoice, MarketField, PagingFields, countSet, FilterBar } from '../../grid/toolbar/filters.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import styles from './page.module.css'
import { type MarginModesSearch, readMarginModesSearch } from './query.ts'

export function Filters({ search }: { search: MarginModesSearch }) {
  const { mode } = search
  const change = (next: Partial<{ [Name in keyof MarginModesSearch]: MarginModesSearch[Name] | undefined }>) =>
    changeSearch(readMarginModesSearch, { row: undefined, ...next })
  const filtered = search.marketId ?? search.partyId ?? mode
  return (
    <FilterBar
      className={styles.filters}
      set={countSet(
        search.marketId,
        search.partyId,
        mode,
        search['pagination.newestFirst'],
        search['pagination.first'],
      )}
    >
      <IdField label="Party" value={search.partyId} onChange={(partyId) => change({ partyId })} />
      <MarketField value={search.marketId} onChange={(marketId) => change({ marketId })} none="All markets" />
      <LabelledChoice
        label="Mode (loaded rows)"
        value={mode ?? 'all'}
        options={[
          { value: 'all', label: 'All' },
          { value: 'cross', label: 'Cross' },
          { value: 'isolated', label: 'Isolated' },
        ]}
        onChange={(value) => change({ mode: value === 'all' ? undefined : value })}
      />
      <PagingFields
        search={search}
        onChange={change}
        order="Order (by id)"
        newest="Highest id first"
        oldest="Lowest id first"
      />
      {filtered === undefined ? null : (
        <Button variant="bare" onClick={() => change({ marketId: undefined, partyId: undefined, mode: undefined })}>
          Clear all
        </Button>
      )}
    </FilterBar>
  )
}
