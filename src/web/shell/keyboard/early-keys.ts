import { hurry } from '../../ui/feedback/later.tsx'

const kept: KeyboardEvent[] = []

function keep(event: KeyboardEvent): void {
  const { key, altKey, ctrlKey, metaKey, target } = event
  const find = (ctrlKey || metaKey) && key.toLowerCase() === 'k'
  const typing = target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  if (!find && (altKey || ctrlKey || metaKey || typing || key.length !== 1 || key === ' ')) return
  if (event.defaultPrevented || event.repeat) return
  // Browsers have uses of their own for these two.
  if (find || key === '/') event.preventDefault()
  kept.push(event)
  hurry()
}

/** Keeps the keys that are pressed before the part that answers them is there. */
export const keepEarlyKeys = (): void => document.addEventListener('keydown', keep)

/** The part is there: it is told what was pressed, and listens itself from now on. */
export function answerEarlyKeys(): void {
  document.removeEventListener('keydown', keep)
  for (const { key, ctrlKey, metaKey, shiftKey } of kept.splice(0)) {
    document.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, metaKey, shiftKey, cancelable: true }))
  }
}
