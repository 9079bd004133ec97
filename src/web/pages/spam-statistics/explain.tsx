import { useId } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { placePopup } from '../../ui/place-popup.ts'
import styles from './explain.module.css'
import type { Entry } from './spam-glossary.ts'

/**
 * A small question mark, or words in its place, that opens what a word means. It lives in the top layer; Escape or a
 * click elsewhere closes it.
 */
export function Explain({ entry, words }: { entry: Entry; words?: string }) {
  const id = useId()
  return (
    <>
      <button
        type="button"
        className={words === undefined ? styles['mark'] : styles['link']}
        popoverTarget={id}
        aria-label={words === undefined ? `What is meant by ${entry.title}` : undefined}
      >
        {words ?? <Icon name="question" size="0.875rem" />}
      </button>
      <div
        id={id}
        popover="auto"
        className={styles['words']}
        onToggle={(event) => {
          if (event.newState === 'open') placePopup(event.currentTarget)
        }}
      >
        <b>{entry.title}</b>
        <p>{entry.text}</p>
        {entry.usual !== undefined && <p className={styles['usual']}>{entry.usual}</p>}
      </div>
    </>
  )
}
