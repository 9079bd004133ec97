import { useEffect, useRef, type KeyboardEvent } from 'react'
import { groupDigits } from '../../format/amount.ts'
import { plural } from '../../format/words.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import styles from './find-field.module.css'
import type { Find } from './use-find.ts'

interface FindFieldProps {
  find: Find
  count: number
  onStep: (by: 1 | -1) => void
  /** Ends the search at the match that is shown. */
  onClose: () => void
}

/** The first press of the browser's key for finding comes here, the second one is the browser's own. */
function useFindKey(onKey: (event: globalThis.KeyboardEvent) => void) {
  const latest = useRef(onKey)
  useEffect(() => {
    latest.current = onKey
  })
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event
      if (defaultPrevented || key.toLowerCase() !== 'f' || ctrlKey === metaKey || altKey || shiftKey) return
      if (document.querySelector('dialog[open]')) return
      latest.current(event)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** "3 of 17 rows", or that there is none. */
export function matchWords(
  { needle, matches, place }: Pick<Find, 'needle' | 'matches' | 'place'>,
  count: number,
): string {
  if (!needle) return ''
  if (place < 0) return `No match in ${plural(count, 'loaded row')}`
  return `${groupDigits(String(place + 1))} of ${plural(matches, 'row')}`
}

/** Finds text in the loaded rows: Enter goes to the next row that has it, Escape ends it. */
export function FindField({ find, count, onStep, onClose }: FindFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useFindKey((event) => {
    const input = field.current
    if (!input || input.disabled || document.activeElement === input) return
    event.preventDefault()
    input.focus()
    input.select()
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape' && find.typed !== '') onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const several = find.matches > 1
  return (
    <search className={styles.find} aria-label="Find in loaded rows">
      <TextField
        ref={field}
        label="Find in loaded rows"
        hideLabel
        placeholder="Find in rows"
        aria-keyshortcuts="Control+F Meta+F"
        disabled={count === 0}
        enterKeyHint="next"
        value={find.typed}
        onChange={find.type}
        onKeyDown={onKeyDown}
        end={
          <output className={styles.count} data-none={find.needle && find.matches === 0 ? true : undefined}>
            {matchWords(find, count)}
          </output>
        }
      />
      {find.typed === '' ? null : (
        <span className={styles.tools}>
          <Button
            small
            variant="bare"
            icon="arrow-up"
            aria-label="Previous match"
            disabled={!several}
            onClick={() => onStep(-1)}
          />
          <Button
            small
            variant="bare"
            icon="arrow-down"
            aria-label="Next match"
            disabled={!several}
            onClick={() => onStep(1)}
          />
          <Button small variant="bare" icon="x" aria-label="Close the search" onClick={onClose} />
        </span>
      )}
    </search>
  )
}
