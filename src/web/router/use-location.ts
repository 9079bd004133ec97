import {
  useParams as useRouteParams,
  useLocation as useRouterLocation,
  useSearch as useRouteSearch,
} from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Search } from './search.ts'

/** Params of a route by name, decoded. */
export type Params = Readonly<Record<string, string>>

/** The current address, from the start of a navigation on; the search is the same object until it changes. */
export function useLocation(): { pathname: string; search: Search } {
  const pathname = useRouterLocation({ select: (location) => location.pathname })
  const search: Search = useRouterLocation({ select: (location) => location.search })
  return { pathname, search }
}

/** The fragment of the current address, without `#`. */
export const useHash = (): string => useRouterLocation({ select: (location) => location.hash })

export const useParams = (): Params => useRouteParams({ strict: false })

/** The page's search, parsed. Parsers leave out names and values that they do not know and never throw. */
export function useSearch<Parsed>(parse: (search: Search) => Parsed): Parsed {
  const search: Search = useRouteSearch({ strict: false })
  return useMemo(() => parse(search), [parse, search])
}
