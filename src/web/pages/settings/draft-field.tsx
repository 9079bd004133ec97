import { useState } from 'react'
import { TextField, type TextFieldProps } from '../../ui/inputs/field.tsx'

interface DraftFieldProps extends Pick<TextFieldProps, 'label' | 'inputMode'> {
  value: string
  /** The error for a text that cannot be kept. */
  refuse: ((text: string) => string | undefined) | undefined
  onKeep: (text: string) => void
}

/** A stored value, edited in place: blur or Enter stores it, Escape or an invalid text restores it. */
export function DraftField({ value, refuse, onKeep, ...field }: DraftFieldProps) {
  const [draft, setDraft] = useState<string>()
  const refused = draft === undefined ? undefined : refuse?.(draft)
  const keep = () => {
    if (draft !== undefined && refused === undefined && draft.trim() !== value) onKeep(draft.trim())
    setDraft(undefined)
  }
  return (
    <TextField
      {...field}
      hideLabel
      value={draft ?? value}
      error={refused}
      onChange={setDraft}
      onBlur={keep}
      onKeyDown={({ key }) => {
        if (key === 'Enter') keep()
        if (key === 'Escape') setDraft(undefined)
      }}
    />
  )
}
