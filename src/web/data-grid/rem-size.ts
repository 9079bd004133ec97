import { useSyncExternalStore } from 'react'
import { usePreferences } from '../preferences/use-preferences.ts'

/** Kept while there are subscribers: reading it from the document costs a style recalculation. */
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

/** Pixels of one rem: what the reader's text size makes of a length that a virtualizer must know in px. */
export const useRootSize = (): number => useSyncExternalStore(subscribe, rootSize)

/** In rem. */
const headHeight = 2
const rowHeights = { comfortable: 2.125, dense: 1.75, tall: 3.25 }

/** The reader's rem, and how high the head and the rows of a grid are, all in px. `tall` rows have two lines. */
export function useGridSizes(tall = false): { root: number; head: number; rowHeight: number } {
  const { density } = usePreferences()
  const root = useRootSize()
  return { root, head: headHeight * root, rowHeight: Math.round(rowHeights[tall ? 'tall' : density] * root) }
}
