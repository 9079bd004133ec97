import { useState } from 'react'
import { curlOf } from '../../../format/curl.ts'
import { usePartyOptions } from '../../../entities/party/party-options.ts'
import { StoppedNote } from '../../../entities/warnings.tsx'
import { useStoppedAt } from '../../../entities/use-node-status.ts'
import { chainNow } from '../../../client/node-status.ts'
import { type PartyNames, usePartyNames } from '../../../preferences/party-names.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import { chooseZone, zoneOptions } from '../../../ui/calendar/zone-options.ts'
import { DateRangePicker, TimeField } from '../../../ui/calendar/date-range-picker.tsx'
import { type InstantRange, rangeError } from '../../../ui/calendar/day-range.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { CopyButton } from '../../../ui/inputs/copy-button.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { Segmented } from '../../../ui/inputs/segmented.tsx'
import { isArchive } from '../../../client/node-fetch.ts'
import { DestinationNote } from './destination-note.tsx'
import { FileOptions } from './file-options.tsx'
import { instantRangeOf, presetName, presetOf, presetRange, presets } from '../../../ledger/range.ts'
import { type ExportRequest, exportUrl } from '../../../ledger/request.ts'
import type { LedgerExportSearch } from '../search.ts'
import styles from '../page.module.css'
import { useAssets, noListWords } from '../../../entities/labels.ts'
import { resolveId, suggestionsFor } from '../../../entities/search/resolve-search.ts'
import { idWarning, isId, pastedId, pastedIds, shortId } from '../../../format/id.ts'
import { Combobox } from '../../../ui/inputs/combobox.tsx'
import { Select } from '../../../ui/inputs/select.tsx'

interface IdFieldProps {
  label: string
  /** Empty for none. */
  value: string
  onChange: (id: string) => void
  suggest: (text: string) => ReturnType<typeof suggestionsFor>
  listLabel: string
  placeholder: string
  /** Names that may be typed in place of an id. */
  nicknames?: PartyNames
  opensOnFocus?: boolean
  hint?: string | undefined
  error?: string | undefined
}

/** An id that is typed, pasted or picked, reported when it is whole: half an id would get into the address. */
function IdField({ value, onChange, suggest, nicknames = {}, ...field }: IdFieldProps) {
  const [draft, setDraft] = useState<string>()
  const text = draft ?? value
  const id = resolveId(text, { nicknames }) ?? ''
  const commit = (id: string) => {
    setDraft(undefined)
    if (id !== value) onChange(id)
  }
  return (
    <Combobox
      {...field}
      mono
      text={text}
      groups={suggest(text)}
      onText={(typed) => {
        const whole = pastedId(typed) ?? typed.trim()
        if (isId(whole)) commit(whole)
        else setDraft(typed)
      }}
      onPick={({ key }) => commit(key)}
      onCommit={() => void (pastedIds(text).length > 1 || commit(id))}
      warning={idWarning(id)}
    />
  )
}

/** From the node's list, else pasted; an id that is not in the list can be pasted too. */
export function AssetField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const assets = useAssets()
  const [pasting, setPasting] = useState(false)
  const noList = noListWords(assets.state, 'assets')
  const absent = noList !== undefined
  const unlisted = value !== '' && !assets.byId.has(value)
  // While the list loads, an id from the address is an option of its own, so that the field does not change its kind.
  const waiting = unlisted && assets.state === 'waiting'
  const pasted = absent || pasting || (unlisted && !waiting)
  return (
    <>
      {!absent && (
        <Select
          label="Asset"
          value={pasted ? 'other' : value}
          options={[
            { value: '', label: 'All assets' },
            ...(waiting ? [{ value, label: shortId(value) }] : []),
            ...[...assets.byId.values()].map(({ id, symbol, name }) => ({ value: id, label: `${symbol} · ${name}` })),
            { value: 'other', label: 'Other asset…' },
          ]}
          onChange={(chosen) => {
            setPasting(chosen === 'other')
            onChange(chosen === 'other' ? '' : chosen)
          }}
        />
      )}
      {pasted && (
        <IdField
          label={absent ? 'Asset' : 'Asset id'}
          value={value}
          onChange={onChange}
          suggest={(text) => suggestionsFor(text, 'asset', { assets: assets.byId })}
          listLabel="Assets"
          placeholder={absent ? 'All assets, or paste an asset id' : 'Paste an asset id'}
          hint={noList}
        />
      )}
    </>
  )
}

export type SearchChange = { readonly [Name in keyof LedgerExportSearch]?: LedgerExportSearch[Name] | undefined }

interface ExportFormProps {
  search: LedgerExportSearch
  /** Called with what changes, undefined for what goes; `isShown`: the control that was used shows it already. */
  onChange: (change: SearchChange, isShown: boolean) => void
  onExport: (request: ExportRequest) => void
  onShow: (() => void) | undefined
}

const ends = [
  { end: 'from', label: 'From', note: 'start inclusive' },
  { end: 'to', label: 'To', note: 'end exclusive' },
] as const

/** What to export: party, asset, range, file. Mistakes are shown before any request is sent. */
export function ExportForm({ search, onChange, onExport, onShow }: ExportFormProps) {
  const zone = useZone()
  const suggest = usePartyOptions()
  const names = usePartyNames()
  const [tried, setTried] = useState(false)
  const [unread, setUnread] = useState({ from: false, to: false })
  const { partyId = '', assetId } = search
  const range = instantRangeOf(search)
  const [choices, setChoices] = useState(0)
  const wrongRange = rangeError(range)
  const ready = partyId !== '' && wrongRange === undefined && !unread.from && !unread.to
  // A range that is chosen takes the place of what was typed.
  const choose = (days: InstantRange): void => {
    onChange({ from: days.from, to: days.to }, true)
    setUnread({ from: false, to: false })
    setChoices(choices + 1)
  }
  const missing = partyId === ''
  const stopped = useStoppedAt() !== undefined
  const preset = presetOf(range, chainNow(), zone)
  const request: ExportRequest = { partyId, ...(assetId === undefined ? {} : { assetId }), ...range }
  const set = (name: keyof LedgerExportSearch, value: string | undefined) =>
    onChange({ [name]: value === '' ? undefined : value }, false)
  return (
    <Panel>
      <form
        className={styles.form}
        aria-label="Ledger export"
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (ready) onExport(request)
        }}
      >
        <IdField
          label="Party"
          value={partyId}
          onChange={(value) => set('partyId', value)}
          suggest={suggest}
          nicknames={names}
          opensOnFocus
          listLabel="Known parties"
          placeholder="Public key of the party"
          error={tried && missing ? 'Party is required: paste a public key.' : undefined}
        />
        <AssetField value={assetId ?? ''} onChange={(value) => set('assetId', value)} />
        <div className={styles.zone}>
          <span className="row">
            Range
            <DateRangePicker
              label="Choose days of the range"
              range={range}
              zone={zone}
              now={chainNow()}
              onChange={choose}
            />
          </span>
          <Segmented label="Zone" value={zone} options={zoneOptions(range, zone)} onChange={chooseZone} />
        </div>
        <StoppedNote className={undefined}>ranges count back from it.</StoppedNote>
        <Segmented
          label="Preset range"
          value={preset}
          options={presets.map(({ value, label }) => ({
            value,
            label: stopped ? presetName(value, chainNow(), zone, true) : label,
          }))}
          onChange={(value) => choose(presetRange(value, chainNow(), zone))}
        />
        {ends.map(({ end, label, note }) => (
          <TimeField
            key={`${end} ${choices}`}
            label={label}
            ns={search[end]}
            note={note}
            onRead={(ns) => set(end, ns)}
            onReadable={(one) => setUnread((now) => ({ ...now, [end]: !one }))}
          />
        ))}
        {wrongRange && (
          <p className={styles.error} role="alert">
            {wrongRange}
          </p>
        )}
        <FileOptions search={search} set={set} />
        <div className={styles.submit}>
          <Button variant="primary" icon="download" type="submit" disabled={onShow !== undefined}>
            {onShow ? 'An export is running' : 'Export CSV'}
          </Button>
          {onShow && <Button onClick={onShow}>Show it</Button>}
          {!missing && (
            <CopyButton text={curlOf(exportUrl(request))} label="Copy as curl" icon="terminal" small={false} />
          )}
        </div>
        <DestinationNote />
        {ready && !isArchive(exportUrl(request)) && (
          <p className={styles.hint}>
            <a href={exportUrl(request)} target="_blank" rel="noreferrer">
              Plain link in a new tab
            </a>
            : fastest, but nothing checks that the file is complete.
          </p>
        )}
      </form>
    </Panel>
  )
}
