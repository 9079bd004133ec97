import { useState, type FormEvent, type ReactNode } from 'react'
import { foldId, isId, notAnId } from '../../format/id.ts'
import { Button, IconButton } from '../../ui/inputs/button.tsx'
import { TextField, type TextFieldProps } from '../../ui/inputs/field.tsx'
import { IdChip } from '../../ui/display/id-chip.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import styles from './settings.module.css'

interface DraftFieldProps extends Pick<TextFieldProps, 'label' | 'inputMode'> {
  value: string
  refuse: ((text: string) => string | undefined) | undefined
  onSave: (text: string) => void
}

/** A stored value, edited in place: blur or Enter stores it, Escape or an invalid text restores it. */
export function DraftField({ value, refuse, onSave, ...field }: DraftFieldProps) {
  const [draft, setDraft] = useState<string>()
  const refused = draft === undefined ? undefined : refuse?.(draft)
  const save = () => {
    if (draft !== undefined && refused === undefined && draft.trim() !== value) onSave(draft.trim())
    setDraft(undefined)
  }
  return (
    <TextField
      {...field}
      hideLabel
      value={draft ?? value}
      error={refused}
      onChange={setDraft}
      onBlur={save}
      onKeyDown={({ key }) => {
        if (key === 'Enter') save()
        if (key === 'Escape') setDraft(undefined)
      }}
    />
  )
}

interface SavedId {
  id: string
  /** Undefined for a plain list of ids. */
  value?: string
}

export interface SavedIdsPanelProps {
  title: string
  /** What it is for, in a sentence. */
  about: string
  items: readonly SavedId[]
  kind: 'party' | 'market' | 'asset'
  href?: (id: string) => string
  /** Label of the second field; without it only ids are saved. */
  valueLabel?: string
  inputMode?: 'numeric'
  refuse?: (value: string) => string | undefined
  onSave: (id: string, value: string) => void
  onRemove: (id: string) => void
  empty: ReactNode
  /** An id from the URL, whose value is to be entered. */
  start?: string
  children?: ReactNode
}

const idWords = { party: 'Party', market: 'Market', asset: 'Market or asset' }

export function SavedIdsPanel(props: SavedIdsPanelProps) {
  const { title, about, items, kind, href, valueLabel, inputMode, refuse, onSave, onRemove, empty, start } = props
  const [id, setId] = useState(start ?? '')
  const [value, setValue] = useState('')
  const [tried, setTried] = useState(false)
  const trimmed = foldId(id.trim())
  const refused = valueLabel === undefined ? undefined : refuse?.(value)
  const missing = trimmed === '' ? 'Paste an id first.' : undefined
  const add = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (missing !== undefined || refused !== undefined) return
    onSave(trimmed, value.trim())
    setId('')
    setValue('')
    setTried(false)
  }
  return (
    <Panel title={title} count={items.length}>
      <p className={styles.about}>{about}</p>
      {items.length === 0 ? (
        <p className="muted">{empty}</p>
      ) : (
        <ul className={styles.saved}>
          {items.map((item) => (
            <li key={item.id}>
              <IdChip id={item.id} kind={kind} {...(href && { to: href(item.id) })} />
              {item.value !== undefined && valueLabel !== undefined && (
                <DraftField
                  label={`${valueLabel} of ${item.id}`}
                  inputMode={inputMode}
                  value={item.value}
                  refuse={refuse}
                  onSave={(value) => onSave(item.id, value)}
                />
              )}
              <IconButton icon="trash" label={`Remove ${item.id}`} onClick={() => onRemove(item.id)} />
            </li>
          ))}
        </ul>
      )}
      <form className={styles.add} data-fields={valueLabel === undefined ? 1 : 2} onSubmit={add}>
        <TextField
          label={`${idWords[kind]} id`}
          mono
          value={id}
          onChange={setId}
          error={tried ? missing : undefined}
          warning={trimmed === '' || isId(trimmed) ? undefined : `${notAnId}.`}
        />
        {valueLabel !== undefined && (
          <TextField
            label={valueLabel}
            // the reader followed a link that asks for this value
            autoFocus={start !== undefined}
            value={value}
            onChange={setValue}
            inputMode={inputMode}
            error={tried ? refused : undefined}
          />
        )}
        <Button type="submit">Add</Button>
      </form>
      {props.children}
    </Panel>
  )
}
