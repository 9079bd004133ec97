import { encoded } from '../../format/path.ts'
import { type Entity, pages } from '../../route-table.ts'
import type { IconName } from '../../ui/icons/icon.tsx'
import type { Subject } from './route-entity.ts'

/** A page of the route table, for navigation, palette and shortcuts. */
export interface Place {
  name: string
  group: 'party' | 'market' | undefined
  icon: IconName
  /** The letter after `g`. */
  key: string
  /** The page for a party or market; without one a form that asks for it. */
  href: (subject: Subject) => string
  /** Whether a path belongs to it. */
  holds: (pathname: string) => boolean
  /** The entity that the page requires. */
  needs?: 'party' | 'market'
}

interface Entry extends Pick<Place, 'name' | 'group' | 'icon' | 'key' | 'needs'> {
  readonly paths: Readonly<Record<string, Entity | undefined>>
  readonly filters?: readonly ('party' | 'market')[]
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
  name: entry.name,
  group: entry.group,
  icon: entry.icon,
  key: entry.key,
  ...(entry.needs && { needs: entry.needs }),
  href: (subject) => hrefOf(entry, subject),
  holds: (pathname) => holdsPath(entry, pathname),
})

export const places = Object.fromEntries(
  Object.entries(pages).map(([name, entry]) => [name, placeFrom(entry)]),
) as Record<keyof typeof pages, Place>

export const allPlaces: readonly Place[] = Object.values(places)

export const placeOf = (pathname: string): Place | undefined => allPlaces.find((place) => place.holds(pathname))
