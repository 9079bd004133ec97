import { createObservable } from '../../observable.ts'
import { useObservable } from '../../use-observable.ts'
import { Button } from '../inputs/button.tsx'
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
let nextKey = 1
const timers = new Map<number, ReturnType<typeof setTimeout>>()

function dismiss(key: number): void {
  hold(key)
  messages.set(messages.get().filter((message) => message.key !== key))
}

function hold(key: number): void {
  clearTimeout(timers.get(key))
  timers.delete(key)
}

function start(key: number): void {
  hold(key)
  timers.set(
    key,
    setTimeout(() => dismiss(key), shownForMs),
  )
}

/** Shows one line for six seconds, longer while the pointer or focus is on it. */
export function toast(text: string, action?: ToastAction): void {
  const key = nextKey
  nextKey += 1
  const shown = messages.get()
  for (const old of shown.slice(0, Math.max(0, shown.length + 1 - maxShown))) hold(old.key)
  messages.set([...shown, { key, text, ...(action && { action }) }].slice(-maxShown))
  start(key)
}

export function Toaster() {
  const shown = useObservable(messages)
  return (
    <div className={styles.toaster} role="log" aria-label="Messages">
      {shown.map(({ key, text, action }) => (
        <div
          key={key}
          className={styles.toast}
          onPointerEnter={() => hold(key)}
          onPointerLeave={() => start(key)}
          onFocus={() => hold(key)}
          onBlur={() => start(key)}
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
          <Button small variant="bare" icon="x" aria-label="Dismiss" onClick={() => dismiss(key)} />
        </div>
      ))}
    </div>
  )
}
