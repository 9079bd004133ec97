import { useState } from 'react'
import { useAssets } from '../../../entities/asset/labels.ts'
import { noListWords } from '../../../entities/shared-labels.ts'
import { suggestionsFor } from '../../../entities/search/suggestions.ts'
import { idWarning, isId, shortId } from '../../../format/id.ts'
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
  opensOnFocus?: boolean
  hint?: string | undefined
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
      warning={idWarning(text.trim())}
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
