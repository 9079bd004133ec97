import { createObservable } from '../observable.ts'
import { usePreference } from '../preferences/use-preferences.ts'
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

const touch = window.matchMedia('(pointer: coarse)')

/** Whether the reader points with a finger. */
const coarsePointer = createObservable(touch.matches, () => {
  const measure = () => coarsePointer.set(touch.matches)
  measure()
  touch.addEventListener('change', measure)
  return () => touch.removeEventListener('change', measure)
})

/** In rem. */
const headHeight = 2
const rowHeights = { comfortable: 2.125, dense: 1.75, tall: 3.25 }
/** Smallest height of what a finger must hit. */
const touchHeight = 2.75

export interface GridSizes {
  /** One rem. */
  root: number
  head: number
  rowHeight: number
  coarse: boolean
}

/** Rem, header height and row height of a grid, in px. `tall` rows have two lines. */
export function useGridSizes(tall = false): GridSizes {
  const density = usePreference('density')
  const root = useRootSize()
  const coarse = useObservable(coarsePointer)
  const min = coarse ? touchHeight : 0
  const row = Math.max(min, rowHeights[tall ? 'tall' : density])
  return { root, head: Math.max(min, headHeight) * root, rowHeight: Math.round(row * root), coarse }
}
