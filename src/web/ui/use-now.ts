import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = Date.now()

/** Nobody sees the ages of a hidden page. */
function beat(): void {
  if (document.hidden) return
  now = Date.now()
  for (const tell of listeners) tell()
}

/** One clock for all ages on a page, ticking only while an age is shown. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    timer = setInterval(beat, 1000)
    document.addEventListener('visibilitychange', beat)
  }
  listeners.add(listener)
  now = Date.now()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', beat)
  }
}

/** Unix milliseconds of this browser, once a second. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)
