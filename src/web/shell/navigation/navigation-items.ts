import { encoded } from '../../format/path.ts'
import { type PageEntry, pages } from '../../route-table.ts'
import type { IconName } from '../../ui/icons/icon.tsx'
import type { Subject } from './route-entity.ts'

type Entry = PageEntry & { readonly icon: IconName }

/** A page of the route table, for navigation, palette and shortcuts. */
export interface Place extends Entry {
  /** The page for a party or market; without one a form that asks for it. */
  href: (subject: Subject) => string
  holds: (pathname: string) => boolean
}

function hrefOf({ paths, needs, filters = [] }: Entry, subject: Subject): string {
  const ways = Object.entries(paths)
  const [alone = '/'] = ways.find(([, entity]) => entity === undefined) ?? []
  const id = needs && subject[needs]
  const [named] = ways.find(([, entity]) => entity === needs) ?? []
  if (named !== undefined && id !== undefined) return named.replace(/\$\w+/, () => encoded(id))
  const filter = filters.find((kind) => subject[kind])
  return filter === undefined ? alone : `${alone}?${filter}Id=${encoded(subject[filter] ?? '')}`
}

/** A page owns all paths below the first segment of its own, so that unknown ones still mark its link. */
function holdsPath({ paths }: Entry, pathname: string): boolean {
  const first = (path: string): string => path.split('/')[1] ?? ''
  return Object.keys(paths).some((path) => (path === '/' ? pathname === path : first(path) === first(pathname)))
}

const placeFrom = (entry: Entry): Place => ({
  ...entry,
  href: (subject) => hrefOf(entry, subject),
  holds: (pathname) => holdsPath(entry, pathname),
})

export const places = Object.fromEntries(
  Object.entries(pages).map(([name, entry]) => [name, placeFrom(entry)]),
) as Record<keyof typeof pages, Place>

export const allPlaces: readonly Place[] = Object.values(places)

export const placeOf = (pathname: string): Place | undefined => allPlaces.find((place) => place.holds(pathname))
