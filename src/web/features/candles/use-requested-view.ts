import { useCallback, useMemo } from 'react'
import type { Zone } from '../../format/time.ts'
import { serverNow } from '../../client/server-clock.ts'
import { useFrozenLink } from '../../ui/permalink.ts'
import { type Address, hrefOf } from './use-candles-url.ts'
import { frozenSearch, readRequestedView, withoutUnmet } from './requested-view.ts'
import type { CandleSubject } from './use-candle-target.ts'
import type { View } from './chart/viewport-store.ts'

/** The URL state as far as it can be shown, and the notices about the rest. */
export function useRequestedView(given: Address, subject: CandleSubject, zone: Zone) {
  const { search, unread, change } = given
  const { interval, unlisted, source } = subject
  const byId = 'candleId' in given.subject
  const asked = useMemo(
    () =>
      readRequestedView({
        search,
        unread,
        interval,
        unlisted,
        byId,
        listed: source === 'listed',
        zone,
        now: serverNow(),
      }),
    [search, unread, interval, unlisted, byId, source, zone],
  )
  /** Removes the parts that cannot be shown from the URL. */
  const dismiss = useCallback(() => change(withoutUnmet(asked.unmet), true), [asked, change])
  const address: Address = { ...given, search: asked.search }
  return { address, unmet: asked.unmet, dismiss }
}

/** Makes "This moment" of the share menu produce a permalink to the visible candles with a named interval and fixed instants. */
export function useFrozenView({ subject, search }: Address, { interval }: CandleSubject, view: View): void {
  useFrozenLink(
    () =>
      hrefOf(
        subject,
        frozenSearch(search, {
          interval: 'marketId' in subject ? interval?.name : undefined,
          length: interval?.length,
          seen: view.visible.get(),
          now: serverNow(),
        }),
      ),
    search.to === undefined,
  )
}
