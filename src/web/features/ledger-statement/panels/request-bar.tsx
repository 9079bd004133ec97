import { FilterBar, countSet, IdField } from '../../../grid/toolbar/filters.tsx'
import { useAssets } from '../../../entities/labels.ts'
import { StoppedNote } from '../../../entities/warnings.tsx'
import { shortId } from '../../../format/id.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import { changeSearch } from '../../../router/navigate.ts'
import { type Search, stringifySearch } from '../../../router/search.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { OpenLink, Button } from '../../../ui/inputs/button.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import {
  instantRangeOf,
  rangeWords,
  besideRange,
  type Preset,
  presetName,
  presetOf,
  presetRange,
  presets,
  rangeLabel,
} from '../../../ledger/range.ts'
import { type LedgerSearch, readLedgerSearch } from '../search.ts'
import styles from '../page.module.css'
import { chainNow } from '../../../client/node-status.ts'
import { useStoppedAt } from '../../../entities/use-node-status.ts'
import type { InstantRange } from '../../../ui/calendar/day-range.ts'
import { RangePicker } from '../../../ui/calendar/range-picker.tsx'
import { Segmented } from '../../../ui/inputs/segmented.tsx'

interface PeriodProps {
  range: InstantRange
  onChange: (range: InstantRange) => void
  /** The presets that are offered; all of them without it. */
  offered?: readonly Preset[]
}

/** A stretch of time: presets, the period before and after it, and any dates. */
export function Period({ range, onChange, offered }: PeriodProps) {
  const zone = useZone()
  const stopped = useStoppedAt() !== undefined
  const now = chainNow()
  const [before, after] = [besideRange(range, -1, zone), besideRange(range, 1, zone)]
  const isFuture = after !== undefined && BigInt(after.from) > now
  return (
    <div className={styles.period}>
      <span className={styles.picked}>
        <Button
          icon="chevron-left"
          aria-label="Period before"
          title="Period before"
          disabled={!before}
          onClick={() => before && onChange(before)}
        />
        <b>{rangeLabel(range, zone)}</b>
        <Button
          icon="chevron-right"
          aria-label="Period after"
          title="Period after"
          disabled={!after || isFuture}
          onClick={() => after && onChange(after)}
        />
      </span>
      <Segmented
        label="Range"
        value={presetOf(range, now, zone)}
        options={presets
          .filter(({ value }) => !offered || offered.includes(value))
          .map(({ value, label }) => ({ value, label: stopped ? presetName(value, now, zone, true) : label }))}
        onChange={(preset) => onChange(presetRange(preset, now, zone))}
      />
      <RangePicker label="Choose the range" range={range} now={now} onChange={onChange} />
    </div>
  )
}

type Request = Pick<LedgerSearch, 'partyId' | 'assetId' | 'from' | 'to' | 'zone' | 'view' | 'by'>
type Change = { readonly [Name in keyof Request]?: Request[Name] | undefined }

/** What is requested, without what is shown of it. */
const readRequest = (text: Search): Change => {
  const { partyId, assetId, from, to, zone, view, by } = readLedgerSearch(text)
  return { partyId, assetId, from, to, zone, view, by }
}

const ask = (change: Change): void => changeSearch(readRequest, change)
export const askFor = ({ from, to }: Change): void => ask({ from, to })

/** What is requested: party, asset and range. Each change reads another statement, and its filters begin anew. */
export function RequestBar({ search }: { search: LedgerSearch }) {
  const zone = useZone()
  const assets = useAssets()
  const { partyId, assetId, from, to } = search
  const range = instantRangeOf(search)
  const request = { partyId, assetId, zone: search.zone, ...range }
  const listed = [...assets.byId.values()].map(({ id, symbol }) => ({ value: id, label: symbol }))
  const unlisted =
    assetId !== undefined && !assets.byId.has(assetId) ? [{ value: assetId, label: shortId(assetId) }] : []
  return (
    <FilterBar label="Party, asset and range" set={countSet(assetId, from ?? to)} className={styles.asked}>
      <Panel>
        <div className={styles.request}>
          <IdField label="Party" value={partyId} onChange={(next) => ask({ partyId: next })} />
          <Select
            label="Asset"
            value={assetId ?? ''}
            options={[{ value: '', label: 'All assets' }, ...listed, ...unlisted]}
            onChange={(next) => ask({ assetId: next || undefined })}
          />
          <div className={styles.range}>
            <span className="quiet">
              {rangeWords(range, zone)}{' '}
              <OpenLink href={`/ledger-export${stringifySearch(request)}`} text="Export this range" />
            </span>
            <Period range={range} onChange={askFor} />
          </div>
        </div>
        <StoppedNote className="quiet below">ranges count back from it.</StoppedNote>
      </Panel>
    </FilterBar>
  )
}
