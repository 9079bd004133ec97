import { useEffect, useEffectEvent } from 'react'
import { isFreeKey } from '../typed/free-key.ts'

/** Keys of the page that work wherever the focus is, unless something else takes them. */
export function usePageKeys(keys: Readonly<Record<string, () => void>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const act = event.shiftKey || !isFreeKey(event) ? undefined : keys[event.key.toLowerCase()]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    // On the window: what has the focus comes first, and then the keys of the frame, such as `g t`.
    const listen = (event: KeyboardEvent): void => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
