import { useCallback, useLayoutEffect, useRef } from 'react'
import { go as goTo } from '../../address/history.ts'
import { stringifySearch } from '../../address/search-text.ts'
import { useLocation, useParams, useSearch } from '../../address/use-address.ts'
import { pathTo } from '../../format/path.ts'
import { type CandlesSearch, readCandlesSearch, type Unread, unreadOf, withSearch } from './search.ts'

/** What the page is about: a market, whose intervals are candle ids, or one candle id that was pasted. */
export type Subject = { marketId: string } | { candleId: string }

export type Patch = Parameters<typeof withSearch>[1]

export interface Address {
  subject: Subject
  search: CandlesSearch
  /** What the search says that this page cannot read. */
  unread: readonly Unread[]
  /** Changes members of the search; the history gets no new entry for what a hand on the chart does. */
  change: (patch: Patch, replace?: boolean) => void
  /** Goes to another market or candle id. */
  go: (subject: Subject, search: CandlesSearch) => void
}

const pathOf = (subject: Subject): string =>
  'marketId' in subject ? pathTo`/markets/${subject.marketId}/candles` : pathTo`/candles/${subject.candleId}`

/** Path and search of a view. */
export const hrefOf = (subject: Subject, search: CandlesSearch): string =>
  `${pathOf(subject)}${stringifySearch(search)}`

const go = (subject: Subject, search: CandlesSearch, replace = false): void =>
  goTo(hrefOf(subject, search), { replace, keepScroll: true })

/** The address as this page reads and writes it. */
export function useAddress(): Address {
  const { pathname } = useLocation()
  const params = useParams()
  const search = useSearch(readCandlesSearch)
  const unread = useSearch(unreadOf)
  const subject: Subject =
    params['marketId'] === undefined ? { candleId: params['candleId'] ?? '' } : { marketId: params['marketId'] }
  const now = useRef({ pathname, subject, search })
  useLayoutEffect(() => {
    now.current = { pathname, subject, search }
  })

  const change = useCallback((patch: Patch, replace = false) => {
    // The chart comes to rest a moment after the hand does: by then the reader may be on the way to another page.
    if (replace && location.pathname !== now.current.pathname) return
    go(now.current.subject, withSearch(now.current.search, patch), replace)
  }, [])
  return { subject, search, unread, change, go }
}
