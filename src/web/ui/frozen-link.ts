import { useEffect, useEffectEvent } from 'react'
import { siteHref } from '../format/site.ts'
import { createObservable } from '../observable.ts'
import { useObservable } from '../use-observable.ts'

interface Freezing {
  /** The URL with its ranges as instants. */
  make: () => string
  /** Whether the URL as it stands follows the newest data. */
  moves: boolean
}

const freezing = createObservable<Freezing | undefined>(undefined)

/**
 * For a page that shows a range: `make` returns the URL that shows the same tomorrow. `moves` tells whether the URL as it
 * stands does not: then a link can be shared that freezes the range, or one that keeps moving.
 */
export function useFrozenLink(make: () => string, moves: boolean): void {
  const current = useEffectEvent(make)
  useEffect(() => {
    freezing.set({ make: () => current(), moves })
    return () => freezing.set(undefined)
  }, [moves])
}

/** The URL of the view as it is at this moment, its ranges frozen. */
export const frozenLink = (): string => new URL(siteHref(freezing.get()?.make() ?? location.href), location.href).href

/** The current URL: ranges without an end follow the clock of the browser that opens it. */
export const movingLink = (): string => location.href

const differ = (current: Freezing | undefined): boolean => current?.moves ?? false

/** Whether the two links above differ. */
export const linkMoves = (): boolean => differ(freezing.get())
export const useLinkMoves = (): boolean => useObservable(freezing, differ)
