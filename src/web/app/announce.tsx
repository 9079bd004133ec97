import { createObservable } from '../observable.ts'
import { useObservable } from '../use-observable.ts'

const words = createObservable('')

/** Tells listeners of a screen reader something that others see for themselves. */
export function announce(text: string): void {
  // The same words twice in a row would not be read again.
  words.set(text === words.get() ? `${text}\u00a0` : text)
}

export function Announcer() {
  const text = useObservable(words)
  return (
    <output className="visually-hidden" aria-live="polite">
      {text}
    </output>
  )
}
