import { createObservable } from '../../../observable.ts'
import { useObservable } from '../../../use-observable.ts'

/** In rem, as every layout here: text of twice the size leaves room for half as much. */
const [minWidth, minHeight] = [40, 30]

function measure(): boolean {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  return window.innerWidth / rem <= minWidth || window.innerHeight / rem <= minHeight
}

const compact = createObservable(measure(), () => {
  const update = (): void => compact.set(measure())
  update()
  window.addEventListener('resize', update)
  // The size of the text changes the page, not the window.
  const observer = new ResizeObserver(update)
  observer.observe(document.documentElement)
  return () => {
    window.removeEventListener('resize', update)
    observer.disconnect()
  }
})

/** Whether there is room for one row of controls only, as on a phone or at 200 % zoom; the others are in a sheet. */
export const useCompact = (): boolean => useObservable(compact)
