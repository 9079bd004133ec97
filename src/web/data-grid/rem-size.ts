import { useSyncExternalStore } from 'react'

/** Kept while somebody watches: asking the document costs a pass over all styles that just changed. */
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
