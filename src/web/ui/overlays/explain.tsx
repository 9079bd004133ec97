import { useEffect, useId, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icons/icon.tsx'
import { Anchor } from '../inputs/anchor.tsx'
import styles from './explain.module.css'
import { placePopup } from './place-popup.ts'

/** Where /help explains a term, as the fragment of its address: `'Base and next difficulty'` is `base-and-next-difficulty`. */
export const termAnchor = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** A term in plain language. `usual` names the values networks of this kind start with: help, never data. */
export interface Entry {
  title: string
  text: string
  usual?: string
}

/** A question mark, or `words` in its place, that opens the explanation of a term and of a related one. */
export function Explain({ entry, also, words }: { entry: Entry; also?: Entry | undefined; words?: string }) {
  const id = useId()
  const popup = useRef<HTMLSpanElement>(null)
  // A text that comes while it is open may have no room where the popup was put.
  useEffect(() => {
    if (popup.current?.matches(':popover-open')) placePopup({ newState: 'open', currentTarget: popup.current })
  }, [entry.text])
  return (
    <>
      <button
        type="button"
        className={words === undefined ? styles['mark'] : styles['link']}
        popoverTarget={id}
        aria-label={words === undefined ? `About ${entry.title}` : undefined}
      >
        {words ?? <Icon name="question" size="0.875rem" />}
      </button>
      {/* Spans, since terms stand within paragraphs. */}
      <span ref={popup} id={id} popover="auto" className={styles['words']} onToggle={placePopup}>
        {[entry, ...(also ? [also] : [])].map(({ title, text, usual }) => (
          <span key={title} className={styles['entry']}>
            <b>{title}</b>
            <span className={styles['text']}>{text}</span>
            {usual !== undefined && <span className={classNames(styles['text'], 'quiet')}>{usual}</span>}
          </span>
        ))}
        <Anchor className={styles['more']} href={`/help#${termAnchor(entry.title)}`}>
          All terms
        </Anchor>
      </span>
    </>
  )
}
