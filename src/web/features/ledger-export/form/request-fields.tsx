import { useState } from 'react'
import { useAssets } from '../../../entities/asset/labels.ts'
import { suggestionsFor } from '../../../entities/search/suggestions.ts'
import { isId, shortId } from '../../../format/id.ts'
import { formatInstant, parseInstant, wholeSecond, zoneName, type Zone } from '../../../format/time.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import { Combobox } from '../../../ui/inputs/combobox.tsx'
import { TextField } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'

const oddId = 'Not a 64-character id: the service will probably refuse it.'

interface IdFieldProps {
  label: string
  /** Empty for none. */
  value: string
  onChange: (id: string) => void
  suggest: (text: string) => ReturnType<typeof suggestionsFor>
  listLabel: string
  placeholder: string
  opensOnFocus?: boolean
  error?: string | undefined
}

/** An id that is typed, pasted or picked, reported when it is whole: half an id would get into the address. */
export function IdField({ value, onChange, suggest, ...field }: IdFieldProps) {
  const [draft, setDraft] = useState<string>()
  const text = draft ?? value
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
      onText={(typed) => (isId(typed.trim()) ? commit(typed.trim()) : setDraft(typed))}
      onPick={({ key }) => commit(key)}
      onCommit={() => commit(text.trim())}
      warning={text.trim() !== '' && !isId(text.trim()) ? oddId : undefined}
    />
  )
}

/** From the node's list, else pasted; an id that is not in the list can be pasted too. */
export function AssetField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const assets = useAssets()
  const [pasting, setPasting] = useState(false)
  const absent = assets.state === 'absent'
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
        />
      )}
    </>
  )
}

const shown = (ns: string | undefined, zone: Zone): string =>
  ns === undefined ? '' : zone === 'raw' ? ns : formatInstant(ns, zone, { name: false })

/** The same instant in the other zone: UTC for local time and the other way round. */
const inOtherZone = (ns: string | undefined, zone: Zone): string =>
  ns === undefined ? '' : `${formatInstant(ns, zone === 'utc' ? 'local' : 'utc')} · `

/** A time typed in the zone of the page; the address gets it in nanoseconds as soon as it can be read. */
export function TimeField(props: {
  label: string
  ns: string | undefined
  onRead: (ns: string | undefined) => void
  note: string
}) {
  const zone = useZone()
  const [draft, setDraft] = useState<string>()
  const text = draft ?? shown(props.ns, zone)
  const read = text.trim() === '' ? undefined : parseInstant(text, zone)
  const unreadable = text.trim() !== '' && read === undefined
  const finer = read !== undefined && read !== wholeSecond(read)
  return (
    <TextField
      label={`${props.label}, ${zoneName(zone, read)}`}
      value={text}
      placeholder="2026-11-21 00:00:00"
      hint={inOtherZone(props.ns, zone) + props.note}
      {...(finer ? { warning: 'Whole seconds only: the fraction is dropped.' } : {})}
      {...(unreadable ? { error: `${props.label} is not a valid time: use 2026-11-21 or 2026-11-21 14:30:00.` } : {})}
      onChange={(value) => {
        setDraft(value)
        const instant = parseInstant(value, zone)
        if (value.trim() === '') props.onRead(undefined)
        else if (instant !== undefined) props.onRead(wholeSecond(instant).toString())
      }}
      onBlur={() => {
        if (!unreadable) setDraft(undefined)
      }}
    />
  )
}
