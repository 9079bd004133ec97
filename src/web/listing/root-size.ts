import { useSyncExternalStore } from 'react'

const rootSize = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style', 'class'] })
  return () => {
    window.removeEventListener('resize', listener)
    observer.disconnect()
  }
}

/** Pixels of one rem: what the reader's text size makes of a length that a virtualizer must know in px. */
export const useRootSize = (): number => useSyncExternalStore(subscribe, rootSize)
