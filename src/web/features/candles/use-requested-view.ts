import { useCallback, useMemo } from 'react'
import type { Zone } from '../../format/time.ts'
import { serverNow } from '../../api/status/server-clock.ts'
import { useFrozenLink } from '../../ui/permalink.ts'
import { type Address, hrefOf } from './use-candles-url.ts'
import { readAsked, type Unmet } from './requested-view.ts'
import { frozenSearch } from './permalink.ts'
import type { CandleSubject } from './use-candle-target.ts'
import type { View } from './chart/viewport-store.ts'

export interface Asked {
  /** The address with what can be shown of its search. */
  address: Address
  unmet: readonly Unmet[]
  /** Takes out of the address what cannot be shown. */
  dismiss: () => void
}

/** What the address asks for, as far as it can be shown, and what must be said about the rest. */
export function useAsked(given: Address, subject: CandleSubject, zone: Zone): Asked {
  const { search, unread, change } = given
  const { interval, unlisted, source } = subject
  const asked = useMemo(
    () => readAsked({ search, unread, interval, unlisted, listed: source === 'listed', zone, now: serverNow() }),
    [search, unread, interval, unlisted, source, zone],
  )
  const dismiss = useCallback(
    () => change(Object.fromEntries(asked.unmet.flatMap(({ names }) => names.map((name) => [name, undefined]))), true),
    [asked, change],
  )
  return { address: { ...given, search: asked.search }, unmet: asked.unmet, dismiss }
}

/** "Copy link" gives the candles in view, by name and by their instants. */
export function useFrozenView({ subject, search }: Address, { interval }: CandleSubject, view: View): void {
  useFrozenLink(() =>
    hrefOf(
      subject,
      frozenSearch(search, {
        interval: 'marketId' in subject ? interval?.name : undefined,
        length: interval?.length,
        seen: view.visible.get(),
        now: serverNow(),
      }),
    ),
  )
}
