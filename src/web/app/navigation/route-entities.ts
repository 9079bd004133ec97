import { decodePath } from '../../format/path.ts'
import type { Recent } from '../../preferences/preferences.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import { type Entity, matchPage } from '../../../wire/pages.ts'
import type { Search } from '../../router/search.ts'
import { useLocation } from '../../router/use-location.ts'

export type RouteEntities = Partial<Record<Entity, string>>

/** Reads party, market and candle id from a URL: first its path, then its filters. */
export function routeEntitiesOf(pathname: string, search: Search): RouteEntities {
  const { entity, id = '' } = matchPage(pathname) ?? {}
  const found: RouteEntities = entity === undefined ? {} : { [entity]: decodePath(id) }
  const party = found.party ?? search['partyId']
  // A candle id ends with its market (wire.md 6.1). Its parser stays with the pages that need all of it.
  const market = found.market ?? (search['marketId'] || (found.candle && /_([^_]+)$/.exec(found.candle)?.[1]))
  return { ...found, ...(party && { party }), ...(market && { market }) }
}

export function useRouteEntities(): RouteEntities {
  const { pathname, search } = useLocation()
  return routeEntitiesOf(pathname, search)
}

/** The same, with the entity seen last where the URL names none. */
export function useNavigationTarget(): RouteEntities {
  const subject = useRouteEntities()
  const recent = usePreference('recent')
  const watched = usePreference('watched')
  const last = (kind: Recent['kind']): string | undefined => recent.find((item) => item.kind === kind)?.id
  const party = subject.party ?? last('party') ?? watched[0]
  const market = subject.market ?? last('market')
  return { ...subject, ...(party && { party }), ...(market && { market }) }
}
