import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { go } from '../../address/history.ts'
import { useMarkets } from '../../entities/market-asset-labels.ts'
import { usePreferences } from '../../preferences/use-preferences.ts'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { StarMark } from '../../ui/inputs/star-mark.tsx'
import { destinations } from './find.ts'
import type { Destination } from './find.ts'
import styles from './search-field.module.css'

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** On this page the slash leads to the field that is already here. */
function useSlash(field: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return
      event.preventDefault()
      field.current?.focus()
    }
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  }, [field])
}

function Option({ id, chosen, destination }: { id: string; chosen: boolean; destination: Destination }) {
  const { kind, label, detail, href } = destination
  return (
    // an option that is also a link, so that it can be opened in another tab
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <Anchor id={id} role="option" aria-selected={chosen} tabIndex={-1} href={href}>
      {kind === 'party' ? <StarMark id={destination.id} /> : <Icon name="candles" />}
      <b>{label}</b>
      <span>{detail}</span>
    </Anchor>
  )
}

/** The first thing on the page: paste any id, or type a nickname or a market, and go. */
export function SearchField() {
  const { byId: markets } = useMarkets()
  const { nicknames } = usePreferences()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  useSlash(field)

  const found = destinations(text, { markets, nicknames })
  const open = text.trim() !== ''
  const chosen = Math.min(at, found.length - 1)
  const follow = (destination: Destination | undefined) => {
    if (destination) go(destination.href)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt((chosen + 1) % Math.max(1, found.length))
    else if (event.key === 'ArrowUp') setAt((chosen + found.length - 1) % Math.max(1, found.length))
    else if (event.key === 'Escape' && text !== '') setText('')
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <search className={styles.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          follow(found[chosen])
        }}
      >
        <label className="visually-hidden" htmlFor={id}>
          Find a party, a market or candles
        </label>
        <div className={styles.box}>
          <Icon name="search" />
          <input
            ref={field}
            id={id}
            type="text"
            role="combobox"
            aria-expanded={open && found.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={open && found.length > 0 ? `${id}-${chosen}` : undefined}
            aria-describedby={open && found.length === 0 ? `${id}-none` : undefined}
            placeholder="Paste a party, market or candle id"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setAt(0)
            }}
            onKeyDown={press}
          />
          <kbd aria-hidden="true">/</kbd>
        </div>
      </form>
      {open && found.length === 0 && (
        <output className={styles.none} id={`${id}-none`}>
          Nothing known by this name. An id has 64 hex characters; a candle id starts with trades_candle.
        </output>
      )}
      {open && found.length > 0 && (
        // a list of choices under a text field: the element for it (datalist) cannot be styled or described
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        <div className={styles.list} id={`${id}-list`} role="listbox" aria-label="Where it leads">
          {found.map((destination, index) => (
            <Option key={destination.href} id={`${id}-${index}`} chosen={index === chosen} destination={destination} />
          ))}
        </div>
      )}
    </search>
  )
}
