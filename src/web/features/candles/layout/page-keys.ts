import { useEffect, useEffectEvent } from 'react'

const typing =
  'input:not([type=button], [type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]'
const overlay = 'dialog[open], [role=dialog], [role=menu]'

/** Whether a key is unclaimed: no field has the focus, no overlay is open, nothing has handled it. */
export const isFreeKey = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.repeat &&
  !event.isComposing &&
  !event.altKey &&
  !event.ctrlKey &&
  !event.metaKey &&
  !(event.target instanceof Element && event.target.closest(typing)) &&
  document.querySelector(overlay) === null

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
