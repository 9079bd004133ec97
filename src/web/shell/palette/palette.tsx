// A combobox whose lines hold marks, keys and links has no element of its own in HTML.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { useId, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { formatAge } from '../../format/duration.ts'
import { useNow } from '../../ui/use-now.ts'
import { useMarkets } from '../../entities/market-asset-labels.ts'
import { usePreferences } from '../../preferences/use-preferences.ts'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { StarMark } from '../../ui/inputs/star-mark.tsx'
import type { Commands, Overlay } from '../commands.ts'
import { Dialog, firstFocus } from '../dialog.tsx'
import { type Result, find } from './find.ts'
import { CloseCap, KeyCaps } from '../keyboard/key-cap.tsx'
import { useCommandResults } from './palette-commands.ts'
import { useSubject } from '../navigation/use-route-entity.ts'
import { KnownState } from '../navigation/watched-state.tsx'
import styles from './palette.module.css'

/** The part of a label that was typed, marked. */
function Marked({ text, query }: { text: string; query: string }) {
  const at = query === '' ? -1 : text.toLowerCase().indexOf(query.toLowerCase())
  if (at < 0) return <>{text}</>
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + query.length)}</mark>
      {text.slice(at + query.length)}
    </>
  )
}

/** Find any party, market, candle id or page, or do something, with the keyboard alone. */
export function Palette(props: { commands: Commands; onOpen: (overlay: Overlay) => void; onClose: () => void }) {
  const { commands, onOpen, onClose } = props
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const subject = useSubject()
  const preferences = usePreferences()
  const { byId: markets } = useMarkets()
  const actions = useCommandResults(commands, onOpen, subject)
  const sections = useMemo(
    () => find(query, { subject, preferences, markets, commands: actions }),
    // the commands follow from preferences, the subject from the address that cannot change under a dialog
    // oxlint-disable-next-line react/exhaustive-deps
    [query, preferences, markets],
  )
  const results = sections.flatMap((section) => section.results)
  const current = results[Math.min(chosen, results.length - 1)]
  const optionId = (result: Result): string => `${id}-${results.indexOf(result)}`

  const open = (result: Result, aside: boolean) => {
    if (aside && result.href !== undefined) {
      window.open(result.href, '_blank', 'noopener')
      return
    }
    onClose()
    if (result.href === undefined) result.run?.()
    else commands.go(result.href)
  }
  const move = (to: number) => {
    const next = (to + results.length) % Math.max(1, results.length)
    setChosen(next)
    list.current?.querySelectorAll('[role="option"]')[next]?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = current ? results.indexOf(current) : 0
    const steps: Record<string, () => void> = {
      ArrowDown: () => move(at + 1),
      ArrowUp: () => move(at - 1),
      PageDown: () => move(Math.min(at + 8, results.length - 1)),
      PageUp: () => move(Math.max(at - 8, 0)),
      Enter: () => current && open(current, event.metaKey || event.ctrlKey),
    }
    const step = event.nativeEvent.isComposing ? undefined : steps[event.key]
    if (!step) return
    event.preventDefault()
    step()
  }
  return (
    <Dialog label="Find or go to" className={styles.palette} onClose={onClose}>
      <header>
        <Icon name="search" />
        <input
          ref={firstFocus}
          role="combobox"
          aria-label="Party, market, candle id, nickname, saved view or page"
          aria-expanded={results.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={current && optionId(current)}
          placeholder="Paste an id or type a name"
          spellCheck={false}
          autoComplete="off"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
        />
        <CloseCap onClose={onClose} />
      </header>
      <div ref={list} id={id} className={styles.list} role="listbox" aria-label="Results">
        {sections.map(({ title, results: members }) => (
          <div key={title} role="group" aria-label={title}>
            <h3 aria-hidden="true">{title}</h3>
            {members.map((result) => (
              <Option
                key={result.key}
                id={optionId(result)}
                result={result}
                query={query.trim()}
                selected={result === current}
                onNear={() => setChosen(results.indexOf(result))}
                onOpen={() => open(result, false)}
              />
            ))}
          </div>
        ))}
        {results.length === 0 && <p>Nothing by that name. Any 64-digit id is understood as it is.</p>}
      </div>
      <footer>
        <span>
          <KeyCaps keys="↑ ↓" /> move
        </span>
        <span>
          <KeyCaps keys="↵" /> open
        </span>
        <span>
          <KeyCaps keys="mod+↵" /> new tab
        </span>
        <span>Paste any 64-digit id</span>
      </footer>
    </Dialog>
  )
}

/** How long ago the reader looked at it, in place of a state that nobody has asked for. */
function Seen({ at }: { at: number }) {
  return <span className={styles.seen}>seen {formatAge(useNow() - at)} ago</span>
}

interface OptionProps {
  id: string
  result: Result
  query: string
  selected: boolean
  onNear: () => void
  onOpen: () => void
}

function Option({ id, result, query, selected, onNear, onOpen }: OptionProps) {
  const { mark, icon, label, detail, keys, seen, href } = result
  return (
    <Anchor
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      href={href ?? '#'}
      onPointerMove={selected ? undefined : onNear}
      onClick={(event) => {
        if (href !== undefined && (event.metaKey || event.ctrlKey || event.shiftKey)) return
        event.preventDefault()
        onOpen()
      }}
    >
      {mark === undefined ? <Icon name={icon ?? 'arrow-right'} /> : <StarMark id={mark} />}
      <span className={styles.label}>
        <Marked text={label} query={query} /> {detail !== undefined && <small className="mono">{detail}</small>}
      </span>
      {mark !== undefined && <KnownState partyId={mark}>{seen !== undefined && <Seen at={seen} />}</KnownState>}
      {keys !== undefined && <KeyCaps keys={keys} />}
      {selected && <KeyCaps keys="↵" />}
    </Anchor>
  )
}
