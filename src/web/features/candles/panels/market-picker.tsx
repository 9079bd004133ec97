// A combobox over a list that filters as one types has no element of its own.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role */
import { type KeyboardEvent, useRef, useState } from 'react'
import { parseCandleId } from '../../../../wire/candles.ts'
import { isId, shortId } from '../../../format/id.ts'
import { type MarketLabel, useMarkets } from '../../../entities/market-asset-labels.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import type { Subject } from '../use-candles-url.ts'
import styles from './market-picker.module.css'

export interface MarketPickerProps {
  /** Of the popover, which the button names. */
  id: string
  open: boolean
  current: string | undefined
  /** A market that is no choice. */
  without?: string | undefined
  /** What the field asks for. */
  label?: string
  onOpen: (open: boolean) => void
  onChoose: (subject: Subject) => void
}

interface Choice {
  key: string
  subject: Subject
  name: string
  detail: string
}

const choiceOf = ({ id, code, name, product }: MarketLabel): Choice => ({
  key: id,
  subject: { marketId: id },
  name: code || name,
  detail: product === 'unknown' ? shortId(id) : `${product}, ${shortId(id)}`,
})

/** What a pasted text can lead to; it is asked for even when it does not look like an id. */
function pasted(text: string): Choice[] {
  if (text === '') return []
  const candle = parseCandleId(text)
  if (candle) {
    return [
      {
        key: text,
        subject: { candleId: text },
        name: `Candles of ${candle.interval}`,
        detail: shortId(candle.marketId),
      },
    ]
  }
  const detail = isId(text) ? shortId(text) : 'not 64 hexadecimal characters, asked all the same'
  return [{ key: text, subject: { marketId: text }, name: 'Market with this id', detail }]
}

/** The choices for a typed text: listed markets that carry it, and what the text itself may be. */
export function choicesFor(markets: readonly MarketLabel[], typed: string): Choice[] {
  const text = typed.trim()
  const word = text.toLowerCase()
  const found = markets
    .filter(({ code, name, id }) => `${code} ${name} ${id}`.toLowerCase().includes(word))
    .sort((a, b) => (a.code || a.name).localeCompare(b.code || b.name))
    .map(choiceOf)
  return found.length > 0 && !parseCandleId(text) ? found : pasted(text)
}

/** The heading of the page as the button that opens the list. It stands in the heading, the list does not. */
export function PickerButton({ id, title, open }: { id: string; title: string; open: boolean }) {
  return (
    <button
      type="button"
      className={styles.button}
      popoverTarget={id}
      aria-haspopup="listbox"
      aria-expanded={open}
      title="Choose a market"
    >
      {title}
      <Icon name="chevron-down" />
    </button>
  )
}

/** Under its button, kept inside the window. */
function place(popup: HTMLElement): void {
  const at = document.querySelector(`[popovertarget="${popup.id}"]`)?.getBoundingClientRect()
  if (!at) return
  popup.style.left = `${Math.max(4, Math.min(at.left, window.innerWidth - popup.offsetWidth - 4))}px`
  popup.style.top = `${at.bottom + 4}px`
}

/** A list of markets to choose from; without a list it takes a pasted market or candle id. */
export function MarketPicker(props: MarketPickerProps) {
  const { id, open, current, without, label = 'Market, or a pasted market or candle id', onOpen, onChoose } = props
  const popup = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const { byId, state } = useMarkets()
  const choices = open ? choicesFor([...byId.values()], typed).filter(({ key }) => key !== without) : []
  const at = Math.min(active, choices.length - 1)

  const choose = (choice: Choice | undefined) => {
    if (!choice) return
    popup.current?.hidePopover()
    onChoose(choice.subject)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1 }
    const next = moves[event.key]
    if (event.key === 'Enter') choose(choices[at])
    else if (next !== undefined) setActive((next + choices.length) % Math.max(choices.length, 1))
    else return
    event.preventDefault()
  }

  return (
    <div
      ref={popup}
      id={id}
      popover="auto"
      className={styles.popup}
      onToggle={(event) => {
        const opened = event.newState === 'open'
        onOpen(opened)
        setTyped('')
        setActive(0)
        if (!opened) return
        place(event.currentTarget)
        field.current?.focus()
      }}
    >
      <input
        ref={field}
        role="combobox"
        aria-label={label}
        aria-expanded={choices.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={choices[at] ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        spellCheck={false}
        autoComplete="off"
        placeholder={state === 'known' ? 'Name, or a pasted id' : 'Market id or candle id'}
        className={styles.field}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      {state === 'absent' && typed === '' && (
        <p className={styles.note}>This node does not list its markets. Paste a market id or a candle id.</p>
      )}
      <ul id={`${id}-list`} role="listbox" aria-label="Markets" className={styles.list}>
        {choices.map((choice, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are the field's, as in every combobox
          <li
            key={choice.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            data-current={choice.key === current || undefined}
            onPointerMove={() => setActive(index)}
            onClick={() => choose(choice)}
          >
            <span>{choice.name}</span>
            <small>{choice.detail}</small>
          </li>
        ))}
      </ul>
    </div>
  )
}
