import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { isId } from '../../format/id.ts'
import { decodePath } from '../../format/path.ts'
import { browserHistory, type NavigateOptions, go as goTo } from '../../router/navigate.ts'
import { useParams, useSearch } from '../../router/use-location.ts'
import { linkTo } from '../../router/link-to.ts'
import { parseSearch, stringifySearch } from '../../router/search.ts'
import { type CandlesSearch, readCandlesSearch, invalidParams, withSearch } from './search.ts'

/** The page's subject: a market, whose intervals have candle ids, or one pasted candle id. */
export type CandlesTarget = { marketId: string } | { candleId: string }

export type Patch = Parameters<typeof withSearch>[1]

const pathOf = (subject: CandlesTarget): string =>
  'marketId' in subject
    ? linkTo('/markets/$marketId/candles', { marketId: subject.marketId })
    : linkTo('/candles/$candleId', { candleId: subject.candleId })

/** Whether the address bar still names this subject. */
const isShown = (subject: CandlesTarget): boolean =>
  decodePath(browserHistory.location.pathname).replace(/\/$/, '') === decodePath(pathOf(subject))

/** A candle id names its interval, so an id alone is that of a market. */
const readId = (id: string): CandlesTarget => (isId(id) ? { marketId: id } : { candleId: id })

/** URL of a view: path and search. */
export const hrefOf = (subject: CandlesTarget, search: CandlesSearch): string =>
  `${pathOf(subject)}${stringifySearch(search)}`

/** Navigates to a market or candle id. */
const go = (subject: CandlesTarget, search: CandlesSearch, options: NavigateOptions = {}): void =>
  goTo(hrefOf(subject, search), { keepScroll: true, ...options })

/** The page's URL state, for reading and writing. */
export function useCandlesUrl() {
  const params = useParams()
  const search = useSearch(readCandlesSearch)
  /** Search parameters this page cannot parse. */
  const invalid = useSearch(invalidParams)
  const subject: CandlesTarget =
    params['marketId'] === undefined ? readId(params['candleId'] ?? '') : { marketId: params['marketId'] }
  const now = useRef(subject)
  useLayoutEffect(() => {
    now.current = subject
  })
  useEffect(() => {
    // A market's id where a candle id belongs: its candles, under their own address.
    if (isId(params['candleId'] ?? '')) go(now.current, search, { replace: true })
  }, [params, search])

  /** Changes search parameters, after which the page follows. Replaces the history entry for changes made by moving the chart. */
  const change = useCallback((patch: Patch, replace = false) => {
    // The chart settles shortly after the drag ends: the user may have navigated to another page by then.
    if (replace && !isShown(now.current)) return
    // The URL may be ahead of what is rendered.
    const search = readCandlesSearch(parseSearch(browserHistory.location.search))
    go(now.current, withSearch(search, patch), { replace, paintFirst: true })
  }, [])
  return { subject, search, invalid, change, go }
}

export type CandlesUrl = ReturnType<typeof useCandlesUrl>
