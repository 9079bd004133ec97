import type { ReactNode } from 'react'
import { ComboboxList } from './combobox-list.tsx'
import styles from './combobox.module.css'
import { TextField, type TextFieldProps } from './field.tsx'
import { type ComboboxGroup, type ComboboxOption, useCombobox } from './use-combobox.ts'

export interface ComboboxProps<Option extends ComboboxOption> extends Pick<
  TextFieldProps,
  'label' | 'hideLabel' | 'mono' | 'placeholder' | 'hint' | 'error' | 'warning' | 'autoFocus'
> {
  text: string
  onText: (text: string) => void
  groups: readonly ComboboxGroup<Option>[]
  onPick: (option: Option) => void
  /** Accessible name of the list. */
  listLabel: string
  /** Shows its options on focus, before anything is typed. */
  opensOnFocus?: boolean
  /** Called on Enter on the text itself, and on blur. */
  onCommit?: (() => void) | undefined
  /** Shown below the field while choices load or after they failed. */
  status?: ReactNode
}

/** A labelled field for one of many choices: typed, pasted or picked. */
export function Combobox<Option extends ComboboxOption>(props: ComboboxProps<Option>) {
  const {
    text,
    onText,
    groups,
    onPick,
    listLabel,
    onCommit,
    status,
    hint,
    warning,
    opensOnFocus = false,
    ...field
  } = props
  const combobox = useCombobox({ text, onText, groups, onPick, opensOnFocus })
  const { onChange: _, onBlur, onKeyDown, value, ...aria } = combobox.inputProps
  return (
    <TextField
      {...field}
      {...aria}
      value={value}
      hint={status ?? hint}
      // What is being turned into a choice is not wrong yet, and a note would stand under the list.
      warning={combobox.open ? undefined : warning}
      onChange={combobox.type}
      onBlur={() => {
        onBlur()
        onCommit?.()
      }}
      onKeyDown={(event) => {
        onKeyDown(event)
        if (event.key === 'Enter' && !event.defaultPrevented && !event.nativeEvent.isComposing) onCommit?.()
      }}
      end={<ComboboxList combobox={combobox} groups={groups} label={listLabel} className={styles.popup} />}
    />
  )
}
