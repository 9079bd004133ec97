import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { StarMark } from '../../ui/inputs/star-mark.tsx'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import { CopyButton } from '../../ui/inputs/copy-button.tsx'
import { placeBeside } from '../../ui/overlays/place-popup.ts'
import styles from './id-card.module.css'
import { useExplorer } from '../../entities/explorer.tsx'
import { useIdWords } from './id-words.ts'
import type { ShownId } from './use-id-card.ts'

interface IdCardProps {
  shown: ShownId
  onEnter: () => void
  onLeave: () => void
  onClose: () => void
}

/** What is known of an id, beside its cell. */
export function IdCard({ shown, onEnter, onLeave, onClose }: IdCardProps) {
  const { id, kind, element, focus } = shown
  const { name, what, links } = useIdWords(shown)
  const outside = useExplorer(kind, id)
  const card = useRef<HTMLDivElement>(null)
  const on = useEffectEvent((what: 'enter' | 'leave' | 'close') =>
    ({ enter: onEnter, leave: onLeave, close: onClose })[what](),
  )
  useLayoutEffect(() => {
    const popup = card.current
    if (!popup) return undefined
    popup.showPopover()
    placeBeside(popup, element)
    // The browser would show the same id a second time.
    const { title } = element
    element.removeAttribute('title')
    if (focus) popup.focus()
    return () => element.setAttribute('title', title)
  }, [element, focus])
  useEffect(() => {
    const popup = card.current
    const mounted = new AbortController()
    const { signal } = mounted
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      on('close')
    }
    document.addEventListener('keydown', escape, { capture: true, signal })
    popup?.addEventListener('pointerenter', () => on('enter'), { signal })
    popup?.addEventListener('pointerleave', () => on('leave'), { signal })
    popup?.addEventListener(
      'focusout',
      ({ relatedTarget }) => {
        if (focus && !(relatedTarget instanceof Node && popup.contains(relatedTarget))) on('close')
      },
      { signal },
    )
    return () => mounted.abort()
  }, [focus])
  return (
    <div
      ref={card}
      popover="manual"
      role="dialog"
      tabIndex={-1}
      aria-label={`${kind} ${name ?? id}`}
      className={styles.card}
    >
      <div className={styles.head}>
        {kind === 'party' || kind === 'team' ? <StarMark id={id} /> : null}
        {name === undefined ? null : <b>{name}</b>}
        <span>{what}</span>
      </div>
      <div className={styles.id}>
        <code>{id}</code>
        <CopyButton text={id} label={`Copy full ${kind} id`} />
      </div>
      {links.length === 0 && !outside ? null : (
        <ul className={styles.links}>
          {links.map(([label, href]) => (
            <li key={label}>
              <Anchor href={href}>{label}</Anchor>
            </li>
          ))}
          {outside && (
            <li>
              <a href={outside.href} target="_blank" rel="noopener">
                {outside.host}
              </a>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}
