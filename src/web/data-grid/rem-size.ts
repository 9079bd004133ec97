import { useSyncExternalStore } from 'react'
import { usePreferences } from '../preferences/use-preferences.ts'

/** Cached while there are subscribers: reading it costs a style recalculation. */
let known: number | undefined

const rootSize = (): number => (known ??= Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16)

function subscribe(listener: () => void): () => void {
  const forget = () => {
    known = undefined
  }
  const changed = () => {
    forget()
    listener()
  }
  forget()
  window.addEventListener('resize', changed)
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style', 'class'] })
  return () => {
    window.removeEventListener('resize', changed)
    observer.disconnect()
    forget()
  }
}

/** Pixels of one rem, which follows the reader's text size. */
export const useRootSize = (): number => useSyncExternalStore(subscribe, rootSize)

/** In rem. */
const headHeight = 2
const rowHeights = { comfortable: 2.125, dense: 1.75, tall: 3.25 }

/** Rem, header height and row height of a grid, in px. `tall` rows have two lines. */
export function useGridSizes(tall = false): { root: number; head: number; rowHeight: number } {
  const { density } = usePreferences()
  const root = useRootSize()
  return { root, head: headHeight * root, rowHeight: Math.round(rowHeights[tall ? 'tall' : density] * root) }
}
