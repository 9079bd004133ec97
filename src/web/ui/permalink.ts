import { useEffect, useEffectEvent } from 'react'

let freeze: (() => string) | undefined

/**
 * For a page whose URL moves with the clock ("last 7 days"): `make` returns the path and search that will show the same
 * tomorrow. In force while the page is mounted.
 */
export function useFrozenLink(make: () => string): void {
  const current = useEffectEvent(make)
  useEffect(() => {
    const mine = () => current()
    freeze = mine
    return () => {
      if (freeze === mine) freeze = undefined
    }
  }, [])
}

/** The URL of the view to share, its relative ranges frozen. */
export const linkToView = (): string => new URL(freeze?.() ?? location.href, location.origin).href
