import { useQuery } from '@tanstack/react-query'
import { marketsQuery } from '../entities/market/labels.ts'
import { isId, shortId } from '../format/id.ts'
import { usePartyNames } from '../preferences/party-names.ts'
import { navigationItemOf } from './navigation/navigation-items.ts'
import type { RouteEntities } from './navigation/route-entities.ts'

/** Names of parties and of the markets that some page has loaded, by id. Sends no request. */
export function useTitleNames(): Readonly<Record<string, string>> {
  const parties = usePartyNames()
  const { data: markets } = useQuery({ ...marketsQuery(), enabled: false })
  return {
    ...Object.fromEntries([...(markets?.values() ?? [])].map(({ id, code, name }) => [id, code || name])),
    ...parties,
  }
}

/** Page and subject by name; an id without a name is left out. */
export function documentTitle(
  pathname: string,
  subject: RouteEntities,
  names: Readonly<Record<string, string>>,
): string {
  const item = navigationItemOf(pathname)
  if (!item) return 'Page not found · Lyra'
  if (pathname === '/') return 'Lyra'
  if (pathname === '/watch') return 'Watch room \u00b7 Lyra'
  const { party, market, asset, team, epoch, block } = subject
  const id = party ?? market ?? asset ?? team ?? epoch ?? block
  const unnamed = id === undefined || (isId(id) && id.length === 64) ? undefined : shortId(id)
  const name = names[id ?? ''] ?? unnamed
  return [name === undefined ? item.name : `${item.name}, ${name}`, 'Lyra'].join(' · ')
}
