import { useSyncExternalStore } from 'react'

let words = ''
const listeners = new Set<() => void>()

/** Tells listeners of a screen reader something that others see for themselves. */
export function announce(text: string): void {
  // The same words twice in a row would not be read again.
  words = text === words ? `${text}\u00a0` : text
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The one polite live region of the frame. */
export function Announcer() {
  const text = useSyncExternalStore(subscribe, () => words)
  return (
    <output className="visually-hidden" aria-live="polite">
      {text}
    </output>
  )
}
