import { createObservable } from '../observable.ts'
import { useObservable } from '../use-observable.ts'

/** One clock for all ages on a page; it runs only while an age is shown. */
const clock = createObservable(Date.now(), () => {
  clock.set(Date.now())
  const timer = setInterval(beat, 1000)
  document.addEventListener('visibilitychange', beat)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', beat)
  }
})

function beat(): void {
  if (!document.hidden) clock.set(Date.now())
}

/** Unix milliseconds of this browser, once a second. */
export const useNow = (): number => useObservable(clock)
