import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback, useLayoutEffect, useRef } from 'react'
import { type CandlesSearch, readCandlesSearch, withSearch } from './search.ts'

/** What the page is about: a market, whose intervals are candle ids, or one candle id that was pasted. */
export type Subject = { marketId: string } | { candleId: string }

export type Patch = Parameters<typeof withSearch>[1]

export interface Address {
  subject: Subject
  search: CandlesSearch
  /** Changes members of the search; the history gets no new entry for what a hand on the chart does. */
  change: (patch: Patch, replace?: boolean) => void
  /** Goes to another market or candle id. */
  go: (subject: Subject, search: CandlesSearch) => void
}

/** The members that are text: what the router joined from all routes has other kinds as well. */
function textOf(search: object): Record<string, string> {
  const members: [string, unknown][] = Object.entries(search)
  return Object.fromEntries(members.filter((member): member is [string, string] => typeof member[1] === 'string'))
}

/** The address as this page reads and writes it. */
export function useAddress(): Address {
  const params = useParams({ strict: false })
  const search = readCandlesSearch(textOf(useSearch({ strict: false })))
  const navigate = useNavigate()
  const subject: Subject =
    params.marketId === undefined ? { candleId: params.candleId ?? '' } : { marketId: params.marketId }
  const now = useRef({ subject, search })
  useLayoutEffect(() => {
    now.current = { subject, search }
  })

  const to = useCallback(
    (next: Subject, search: CandlesSearch, replace: boolean) => {
      const rest = { search, replace, resetScroll: false }
      if ('marketId' in next) void navigate({ to: '/markets/$marketId/candles', params: next, ...rest })
      else void navigate({ to: '/candles/$candleId', params: next, ...rest })
    },
    [navigate],
  )
  const go = useCallback((next: Subject, search: CandlesSearch) => to(next, search, false), [to])
  const change = useCallback(
    (patch: Patch, replace = false) => to(now.current.subject, withSearch(now.current.search, patch), replace),
    [to],
  )
  return { subject, search, change, go }
}
