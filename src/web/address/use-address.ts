import { useMemo } from 'react'
import type { Params } from './pattern.ts'
import { useRouter } from './router.tsx'
import type { Search } from './search-text.ts'

/** Path and search of the address in view. The search is the same object until the address changes. */
export function useLocation(): { pathname: string; search: Search } {
  const { entry, search } = useRouter().place
  return { pathname: entry.pathname, search }
}

/** What stands in the path where the pattern of the route has a name, decoded. */
export function useParams(): Params {
  return useRouter().place.params
}

/** The search as a page reads it. Readers leave out what they do not know and never throw. */
export function useSearch<Read>(read: (search: Search) => Read): Read {
  const { search } = useRouter().place
  return useMemo(() => read(search), [read, search])
}
