import type { ReactNode, MouseEvent } from 'react'
import styles from './combobox.module.css'
import { TextField, type TextFieldProps } from './field.tsx'
import { type ComboboxGroup, type ComboboxOption, useCombobox, type ComboboxState } from './use-combobox.ts'
import { Anchor } from './anchor.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../icons/icon.tsx'
import { StarMark } from './star-mark.tsx'

// A list of choices under a text field: the element for it (datalist) can hold no marks, links or groups.

interface ComboboxListProps<Option extends ComboboxOption> {
  combobox: ComboboxState<Option>
  groups: readonly ComboboxGroup<Option>[]
  label: string
  /** Replaces label and detail. */
  children?: (option: Option, active: boolean) => ReactNode
  className?: string | undefined
}

const ownContent = ({ label, detail }: ComboboxOption): ReactNode => (
  <>
    <span className={styles.label}>{label}</span>
    {detail !== undefined && <small>{detail}</small>}
  </>
)

/** The open list of a combobox; nothing while it is closed or empty. */
export function ComboboxList<Option extends ComboboxOption>(props: ComboboxListProps<Option>) {
  const { combobox, groups, label, children = ownContent, className } = props
  if (!combobox.open) return null
  const members = (options: readonly Option[]): ReactNode =>
    options.map((option) => (
      <OptionLine key={option.key} option={option} combobox={combobox}>
        {children(option, option === combobox.active)}
      </OptionLine>
    ))
  return (
    <div id={combobox.listId} role="listbox" aria-label={label} className={classNames(styles.list, className)}>
      {groups.map(({ title, options }, index) =>
        title === undefined ? (
          members(options)
        ) : (
          // two groups may have one title: their places tell them apart
          <div key={`${index} ${title}`} role="group" aria-label={title}>
            <h3 aria-hidden="true">{title}</h3>
            {members(options)}
          </div>
        ),
      )}
    </div>
  )
}

interface OptionLineProps<Option extends ComboboxOption> {
  option: Option
  combobox: ComboboxState<Option>
  children: ReactNode
}

function OptionLine<Option extends ComboboxOption>({ option, combobox, children }: OptionLineProps<Option>) {
  const { active, optionId, pick, point } = combobox
  const { mark, icon, href, current } = option
  const selected = option === active
  const shared = {
    id: optionId(option),
    role: 'option',
    tabIndex: -1,
    'aria-selected': selected,
    className: styles.option,
    'data-current': current || undefined,
    'data-icon': mark === undefined || undefined,
    onPointerMove: selected ? undefined : () => point(option),
    // The field keeps the focus: losing it would close the list before the click.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onClick: (event: MouseEvent) => {
      if (href !== undefined && (event.metaKey || event.ctrlKey || event.shiftKey)) return
      event.preventDefault()
      pick(option)
    },
    children: (
      <>
        {mark === undefined ? icon && <Icon name={icon} /> : <StarMark id={mark} />}
        {children}
      </>
    ),
  }
  return href === undefined ? <div {...shared} /> : <Anchor {...shared} href={href} />
}

export interface ComboboxProps<Option extends ComboboxOption> extends Pick<
  TextFieldProps,
  'label' | 'hideLabel' | 'mono' | 'placeholder' | 'hint' | 'error' | 'warning' | 'autoFocus'
> {
  text: string
  onText: (text: string) => void
  groups: readonly ComboboxGroup<Option>[]
  onPick: (option: Option) => void
  listLabel: string
  /** Shows its options on focus, before anything is typed. */
  opensOnFocus?: boolean
  /** Called on Enter on the text itself, and on blur. */
  onCommit?: (() => void) | undefined
}

/** A labelled field for one of many choices: typed, pasted or picked. */
export function Combobox<Option extends ComboboxOption>(props: ComboboxProps<Option>) {
  const { text, onText, groups, onPick, listLabel, onCommit, warning, opensOnFocus = false, ...field } = props
  const combobox = useCombobox({ text, onText, groups, onPick, opensOnFocus })
  const { onChange: _, onBlur, onKeyDown, value, ...aria } = combobox.inputProps
  return (
    <TextField
      {...field}
      {...aria}
      value={value}
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
