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

/**
 * What `shown` makes of the time, in Unix milliseconds of this browser, once a second. A component is drawn again only when
 * that has changed: it is what stands on the screen, text, a number or a truth, never a new object.
 */
export const useNow = <Shown extends string | number | bigint | boolean | undefined>(
  shown: (now: number) => Shown,
): Shown => useObservable(clock, shown)
