import { createObservable } from '../observable.ts'
import { usePreferences } from '../preferences/use-preferences.ts'
import { useObservable } from '../use-observable.ts'

const measured = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16

/** Followed while it is used, and kept meanwhile: reading it costs a style recalculation. */
const rootSize = createObservable(measured(), () => {
  const measure = () => rootSize.set(measured())
  measure()
  window.addEventListener('resize', measure)
  const observer = new MutationObserver(measure)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style', 'class'] })
  return () => {
    window.removeEventListener('resize', measure)
    observer.disconnect()
  }
})

/** Pixels of one rem, which follows the reader's text size. */
export const useRootSize = (): number => useObservable(rootSize)

/** In rem. */
const headHeight = 2
const rowHeights = { comfortable: 2.125, dense: 1.75, tall: 3.25 }

/** Rem, header height and row height of a grid, in px. `tall` rows have two lines. */
export function useGridSizes(tall = false): { root: number; head: number; rowHeight: number } {
  const { density } = usePreferences()
  const root = useRootSize()
  return { root, head: headHeight * root, rowHeight: Math.round(rowHeights[tall ? 'tall' : density] * root) }
}
