import { useEffect, useState } from 'react'
import { createObservable } from '../../observable.ts'
import { useObservable } from '../../use-observable.ts'
import { Button, IconButton } from '../inputs/button.tsx'
import { copyText } from '../inputs/copy-button.tsx'
import styles from './toast.module.css'

export interface ToastAction {
  label: string
  onClick: () => void
}
interface Message {
  key: number
  text: string
  action?: ToastAction
}

const shownForMs = 6000
const maxShown = 3

const messages = createObservable<readonly Message[]>([])
let lastKey = 0

/** Shows one line for six seconds, longer while the pointer or focus is on it. */
export function toast(text: string, action?: ToastAction): void {
  lastKey += 1
  messages.set([...messages.get(), { key: lastKey, text, ...(action && { action }) }].slice(-maxShown))
}

/** Copies text, and shows `words`, or that the browser refuses. */
export async function toastCopied(text: string, words: string): Promise<void> {
  toast((await copyText(text)) ? words : 'The browser blocked copying.')
}

const dismiss = (key: number): void => messages.set(messages.get().filter((message) => message.key !== key))

function Toast({ message: { key, text, action } }: { message: Message }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return undefined
    const timer = setTimeout(() => dismiss(key), shownForMs)
    return () => clearTimeout(timer)
  }, [held, key])
  return (
    <div
      className={styles.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span>{text}</span>
      {action && (
        <Button
          small
          onClick={() => {
            dismiss(key)
            action.onClick()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton icon="x" label="Dismiss" onClick={() => dismiss(key)} />
    </div>
  )
}

export function Toaster() {
  const shown = useObservable(messages)
  return (
    <div className={styles.toaster} role="log" aria-label="Messages">
      {shown.map((message) => (
        <Toast key={message.key} message={message} />
      ))}
    </div>
  )
}
