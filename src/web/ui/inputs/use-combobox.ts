import { type ChangeEvent, type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { IconName } from '../icons/icon-paths.ts'

/** One option; with an href it is a link that can be opened in another tab. */
export interface ComboboxOption {
  key: string
  label: string
  /** Muted text that distinguishes it: a short id, a kind. */
  detail?: string
  /** A full id, shown as its star mark instead of an icon. */
  mark?: string
  icon?: IconName
  href?: string
  /** Already in use. */
  current?: boolean
}

/** Options, under a heading if it has a title. */
export interface ComboboxGroup<Option extends ComboboxOption = ComboboxOption> {
  title?: string
  options: readonly Option[]
}

export interface ComboboxSetup<Option extends ComboboxOption> {
  text: string
  onText: (text: string) => void
  groups: readonly ComboboxGroup<Option>[]
  /** `aside`: open in another tab (Ctrl or Cmd with Enter). */
  onPick: (option: Option, aside: boolean) => void
  /** The list is always open, as in a dialog; else it opens under the field while something is typed. */
  always?: boolean
  /** The first option is active from the start, so that Enter picks it; else Enter takes the text until an option is reached. */
  selectFirst?: boolean
  /** Opens on focus while nothing is typed, and when the text is cleared. */
  opensOnFocus?: boolean
  /** The first option may still change: Enter waits and then takes what is first. */
  pending?: boolean
}

const pageStep = 8

/** A text field with options, WAI-ARIA's combobox. Spread `inputProps`; the result goes to `ComboboxList`. */
export function useCombobox<Option extends ComboboxOption>(setup: ComboboxSetup<Option>) {
  const { text, onText, groups, onPick, always = false, selectFirst = false, pending = false } = setup
  const id = useId()
  /** Index of the option that keys or pointer have reached. */
  const [reached, setReached] = useState<number>()
  const [popup, setPopup] = useState(false)
  /** Enter was pressed while the options were pending. */
  const [entered, setEntered] = useState<{ aside: boolean }>()
  const options = groups.flatMap((group) => group.options)
  const open = (always || popup) && options.length > 0
  const at = Math.min(reached ?? (selectFirst ? 0 : -1), options.length - 1)
  const active = open ? options[at] : undefined
  const optionId = (option: Option): string => `${id}-${options.indexOf(option)}`

  const close = (): void => {
    setPopup(false)
    setReached(undefined)
    setEntered(undefined)
  }
  const pick = (option: Option, aside = false): void => {
    close()
    onPick(option, aside)
  }
  const enter = (option: Option, aside: boolean): void => {
    if (pending && reached === undefined) setEntered({ aside })
    else pick(option, aside)
  }
  const taken = useRef<object>(undefined)
  const takeFirst = useEffectEvent((aside: boolean) => {
    if (options[0]) onPick(options[0], aside)
  })
  useEffect(() => {
    if (!entered || pending || taken.current === entered) return
    taken.current = entered
    takeFirst(entered.aside)
  }, [entered, pending])
  const move = (to: number): void => {
    const next = options[to]
    if (!next) return
    setReached(to)
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }
  const type = (typed: string): void => {
    setReached(undefined)
    setEntered(undefined)
    setPopup(typed.trim() !== '' || setup.opensOnFocus === true)
    onText(typed)
  }
  const wrapped = (to: number): number => (to + options.length) % options.length

  /** The action of a key in the open list; undefined leaves the key to the field. */
  const stepOf = (event: KeyboardEvent): (() => void) | undefined => {
    const moved = reached !== undefined
    const steps: Record<string, (() => void) | false | undefined> = {
      ArrowDown: () => move(wrapped(at + 1)),
      ArrowUp: () => move(wrapped(Math.max(at, 0) - 1)),
      PageDown: () => move(Math.min(at + pageStep, options.length - 1)),
      PageUp: () => move(Math.max(at - pageStep, 0)),
      // Before an option was reached these keys move the caret, as in any field.
      Home: moved && (() => move(0)),
      End: moved && (() => move(options.length - 1)),
      Enter: active && (() => enter(active, event.metaKey || event.ctrlKey)),
      Escape: !always && close,
    }
    return steps[event.key] || undefined
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || options.length === 0) return
    const opens = !open && (event.key === 'ArrowDown' || event.key === 'ArrowUp')
    const step = opens ? () => setPopup(true) : open ? stepOf(event) : undefined
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    step()
  }

  return {
    listId: id,
    open,
    active,
    optionId,
    pick,
    close,
    /** Enter was pressed and waits for the pending options. */
    waiting: pending && entered !== undefined,
    /** For a field that passes text instead of events. */
    type,
    /** Hovering activates an option only with `selectFirst`: else Enter would no longer take the text. */
    point: (option: Option) => selectFirst && setReached(options.indexOf(option)),
    inputProps: {
      role: 'combobox',
      'aria-expanded': open,
      'aria-controls': id,
      'aria-autocomplete': 'list',
      'aria-activedescendant': active && optionId(active),
      autoComplete: 'off',
      autoCapitalize: 'off',
      spellCheck: false,
      value: text,
      onChange: (event: ChangeEvent<HTMLInputElement>): void => type(event.target.value),
      onKeyDown,
      onFocus: () => setup.opensOnFocus === true && text.trim() === '' && setPopup(true),
      onBlur: close,
    },
  } as const
}

export type ComboboxState<Option extends ComboboxOption> = ReturnType<typeof useCombobox<Option>>
