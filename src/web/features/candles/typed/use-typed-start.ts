import { useEffect, useEffectEvent } from 'react'
import { isFreeKey } from './free-key.ts'

/** Letters that are keys of the frame or of this page: with Shift, they begin a name as any other letter does. */
const taken = new Set('fgprstyz')

const isCharacter = (key: string): boolean => /^[\p{L}\d]$/u.test(key)

/**
 * Calls `onStart` with the first character that is typed while nothing else wants it. Digits and letters that are no key
 * of anything come last; a letter with Shift comes first, since no key of this page is one.
 */
export function useTypedStart(onStart: (character: string) => void): void {
  const start = useEffectEvent((event: KeyboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
    onStart(event.key)
  })
  useEffect(() => {
    const first = (event: KeyboardEvent): void => {
      if (event.shiftKey && /^\p{Lu}$/u.test(event.key) && isFreeKey(event)) start(event)
    }
    const last = (event: KeyboardEvent): void => {
      const { key, shiftKey } = event
      if (!shiftKey && isCharacter(key) && !taken.has(key) && isFreeKey(event)) start(event)
    }
    window.addEventListener('keydown', first, { capture: true })
    window.addEventListener('keydown', last)
    return () => {
      window.removeEventListener('keydown', first, { capture: true })
      window.removeEventListener('keydown', last)
    }
  }, [])
}
