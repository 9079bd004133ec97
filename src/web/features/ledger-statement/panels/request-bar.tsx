import { IdField } from '../../../data-grid/toolbar/filter-fields.tsx'
import { useAssets } from '../../../entities/asset/labels.ts'
import { StoppedNote } from '../../../entities/stopped-note.tsx'
import { shortId } from '../../../format/id.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import { changeSearch } from '../../../router/navigate.ts'
import { type Search, stringifySearch } from '../../../router/search.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { OpenLink } from '../../../ui/inputs/button.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { rangeWords } from '../../../ledger/range.ts'
import { type LedgerSearch, readLedgerSearch } from '../search.ts'
import { Period } from './period.tsx'
import styles from '../page.module.css'

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
  const range = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
  const request = { partyId, assetId, zone: search.zone, ...range }
  const known = [...assets.byId.values()].map(({ id, symbol }) => ({ value: id, label: symbol }))
  const unlisted =
    assetId !== undefined && !assets.byId.has(assetId) ? [{ value: assetId, label: shortId(assetId) }] : []
  return (
    <Panel>
      <div className={styles.request}>
        <IdField label="Party" value={partyId} onChange={(next) => ask({ partyId: next })} />
        <Select
          label="Asset"
          value={assetId ?? ''}
          options={[{ value: '', label: 'All assets' }, ...known, ...unlisted]}
          onChange={(next) => ask({ assetId: next || undefined })}
        />
        <div className={styles.range}>
          <Period range={range} onChange={askFor} />
          <span className={styles.words}>{rangeWords(range, zone)}</span>
        </div>
        <OpenLink href={`/ledger-export${stringifySearch(request)}`} text="Export this range" />
      </div>
      <StoppedNote className={styles.note}>ranges count back from it.</StoppedNote>
    </Panel>
  )
}
