import { linkAbout } from '../../router/link-to.ts'
import { type PageEntry, type PageName, matchPage, pagePaths, pages } from '../../../wire/pages.ts'
import type { Search } from '../../router/search.ts'
import type { IconName } from '../../ui/icons/icon.tsx'
import type { Subject } from './route-entity.ts'

type Entry = PageEntry & { readonly icon: IconName }

/** A page of the route table, for navigation, palette and shortcuts. */
export interface Place extends Entry {
  /** The page for a party or market; without one a form that asks for it. */
  href: (subject: Subject) => string
  holds: (pathname: string) => boolean
}

function hrefOf(entry: Entry, subject: Subject): string {
  const { paths, needs, filters = [] } = entry
  const kind = [...(needs ? [needs] : []), ...filters].find((of) => subject[of])
  const about = kind && linkAbout(entry, kind, subject[kind] ?? '')
  return about ?? Object.keys(paths)[0] ?? '/'
}

const firstOf = (path: string): string => path.split('/')[1] ?? ''

/** The page of an address: by its whole path, else by its first segment, so that unknown paths still mark a link. */
const ownerOf = (pathname: string): PageName | undefined =>
  (matchPage(pathname) ?? pagePaths.find(({ path }) => path !== '/' && firstOf(path) === firstOf(pathname)))?.page

const placeFrom = (name: PageName): Place => ({
  ...pages[name],
  href: (subject) => hrefOf(pages[name], subject),
  holds: (pathname) => ownerOf(pathname) === name,
})

export const places = Object.fromEntries(
  (Object.keys(pages) as PageName[]).map((name) => [name, placeFrom(name)]),
) as Record<PageName, Place>

type KeyedPlace = Place & { readonly key: string }

/** The places of the navigation, with their keys. */
export const allPlaces: readonly KeyedPlace[] = Object.values(places).filter(
  (place): place is KeyedPlace => place.key !== undefined,
)

export function placeOf(pathname: string): Place | undefined {
  const owner = ownerOf(pathname)
  return owner && places[owner]
}

/** Whether the address has something whose time can be chosen: a form that asks for a party, or a file, has not; a party's page has it in its export. */
export function showsTime(pathname: string, search: Search): boolean {
  const place = placeOf(pathname)
  if (!place?.timed || place.name === places.party.name) return false
  if (place.needs) return pathname !== place.href({})
  return place.name !== places.statement.name || (search['partyId'] !== undefined && search['run'] === undefined)
}
