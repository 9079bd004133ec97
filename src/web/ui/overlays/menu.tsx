import { type KeyboardEvent, type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { classNames } from '../class-names.ts'
import { Button } from '../inputs/button.tsx'
import { Icon, type IconName } from '../icons/icon.tsx'
import styles from './menu.module.css'
import { placeAt, placePopup } from './place-popup.ts'
import { listen } from '../../listen.ts'

export interface MenuItem {
  label: ReactNode
  icon?: IconName
  /** Muted text at the right. */
  hint?: ReactNode
  disabled?: boolean
  onSelect: () => void
}

export interface MenuProps {
  trigger?: ReactNode
  /** Accessible name, needed without trigger text. */
  label?: string
  icon?: IconName
  disabled?: boolean
  /** `'line'` divides, `{ heading }` names a group. */
  items: readonly (MenuItem | 'line' | { heading: string })[]
}

const itemsIn = (popup: HTMLElement): HTMLElement[] => [
  ...popup.querySelectorAll<HTMLElement>('[role="menuitem"]:not([aria-disabled])'),
]

interface Group {
  heading?: string
  entries: (MenuItem | 'line')[]
}

/** Entries by heading; a line ends a group. */
function groupsOf(items: MenuProps['items']): Group[] {
  const groups: Group[] = [{ entries: [] }]
  for (const item of items) {
    if (item === 'line') groups.push({ entries: [item] })
    else if ('heading' in item) groups.push({ ...item, entries: [] })
    else groups.at(-1)?.entries.push(item)
  }
  return groups
}

function Entry({ entry }: { entry: MenuItem | 'line' }) {
  if (entry === 'line') return <hr />
  const { label, icon, hint, disabled = false, onSelect } = entry
  return (
    <button
      type="button"
      role="menuitem"
      aria-disabled={disabled || undefined}
      tabIndex={-1}
      className={styles.item}
      onClick={({ currentTarget }) => {
        if (disabled) return
        currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
        onSelect()
      }}
    >
      {icon && <Icon name={icon} />}
      <span>{label}</span>
      {hint !== undefined && <small>{hint}</small>}
    </button>
  )
}

/** Arrows, Home, End and first letters move the focus among the items of an open menu; Tab closes it. */
function move(event: KeyboardEvent<HTMLDivElement>): void {
  const entries = itemsIn(event.currentTarget)
  const at = entries.findIndex((entry) => entry === document.activeElement)
  const { key } = event
  if (key === 'Tab') return event.currentTarget.hidePopover()
  const startsWithKey = ({ textContent }: HTMLElement) => textContent.trim().toLowerCase().startsWith(key.toLowerCase())
  const targets: Readonly<Record<string, HTMLElement | undefined>> = {
    ArrowDown: entries[at + 1] ?? entries[0],
    ArrowUp: entries[at - 1] ?? entries.at(-1),
    Home: entries[0],
    End: entries.at(-1),
  }
  const byLetter = () => [...entries.slice(at + 1), ...entries].find(startsWithKey)
  const target = targets[key] ?? (key.length === 1 && key !== ' ' ? byLetter() : undefined)
  if (!target) return
  event.preventDefault()
  target.focus()
}

const Entries = ({ items }: Pick<MenuProps, 'items'>) =>
  groupsOf(items).map(({ heading, entries }, at) => {
    const lines = entries.map((entry, place) => <Entry key={`${at} ${place}`} entry={entry} />)
    if (heading === undefined) return lines
    return (
      // a fieldset is no child that a menu may have
      <div key={at} role="group" aria-label={heading}>
        <p aria-hidden="true">{heading}</p>
        {lines}
      </div>
    )
  })

/** A button that opens a list of commands. */
export function Menu({ trigger, label, icon, disabled = false, items }: MenuProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={id}
        aria-label={label}
        disabled={disabled}
        icon={icon}
      >
        {trigger}
      </Button>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its role comes with its opening: a closed menu in the page would tell others that one is open */}
      <div
        id={id}
        popover="auto"
        role={open ? 'menu' : undefined}
        tabIndex={-1}
        aria-label={label}
        className={styles.menu}
        onKeyDown={move}
        onToggle={(event) => {
          const opened = event.newState === 'open'
          flushSync(() => setOpen(opened))
          if (!opened) return
          placePopup(event)
          itemsIn(event.currentTarget)[0]?.focus()
        }}
      >
        <Entries items={items} />
      </div>
    </>
  )
}

export interface ContextMenuProps extends Pick<MenuProps, 'items'> {
  label: string
  /** Where in the window it opens, in px: at the pointer, or at what has the focus. */
  at: { x: number; y: number }
  onClose: () => void
}

/**
 * A menu that is open while it is rendered. Its focus goes back to where it was. It is closed by hand: the browser would close
 * it again by the release of the button that opened it.
 */
export function ContextMenu({ label, items, at: { x, y }, onClose }: ContextMenuProps) {
  const popup = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onClose)
  useLayoutEffect(() => {
    const [menu, before] = [popup.current, document.activeElement]
    menu?.showPopover()
    if (menu) placeAt(menu, x, y)
    if (menu) itemsIn(menu)[0]?.focus()
    const pointerdown = ({ target }: Event): void => {
      if (target instanceof Node && !menu?.contains(target)) close()
    }
    const stop = listen(window, { pointerdown, resize: close }, { capture: true })
    return () => {
      stop()
      const { activeElement } = document
      const isLost = activeElement === null || activeElement === document.body || menu?.contains(activeElement)
      if (isLost && before instanceof HTMLElement) before.focus()
    }
  }, [x, y])
  return (
    <div
      ref={popup}
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className={classNames(styles.menu, styles.context)}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.hidePopover()
        else move(event)
        // What is around it has keys of its own.
        event.stopPropagation()
      }}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
    >
      <Entries items={items} />
    </div>
  )
}
