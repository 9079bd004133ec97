import { useEffect, useEffectEvent } from 'react'

let freeze: (() => string) | undefined

/** For a page whose URL moves with the clock: `make` returns one that shows the same tomorrow. */
export function useFrozenLink(make: () => string): void {
  const current = useEffectEvent(make)
  useEffect(() => {
    freeze = () => current()
    return () => {
      freeze = undefined
    }
  }, [])
}

/** The URL of the view to share, its relative ranges frozen. */
export const linkToView = (): string => new URL(freeze?.() ?? location.href, location.origin).href
