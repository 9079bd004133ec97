import { linkAbout } from '../../router/link-to.ts'
import { type PageEntry, type PageName, matchPage, pagePaths, pages } from '../../../wire/pages.ts'
import type { Search } from '../../router/search.ts'
import type { IconName } from '../../ui/icons/icon.tsx'
import type { RouteEntities } from './route-entities.ts'
import { isNanoseconds } from '../../format/time.ts'
import { isZone } from '../../format/zone.ts'
import { encodePath } from '../../format/path.ts'

type Entry = PageEntry & { readonly icon: IconName }

/** A page of the route table, for navigation, palette and shortcuts. */
export interface NavigationItem extends Entry {
  /** The page for a party or market; without one a form that asks for it. */
  href: (subject: RouteEntities) => string
  holds: (pathname: string) => boolean
}

function hrefOf(entry: Entry, subject: RouteEntities): string {
  const { paths, needs, filters = [] } = entry
  const kind = [...(needs ? [needs] : []), ...filters].find((of) => subject[of])
  const about = kind && linkAbout(entry, kind, subject[kind] ?? '')
  return about ?? Object.keys(paths)[0] ?? '/'
}

const firstOf = (path: string): string => path.split('/')[1] ?? ''

/** The page of an address: by its whole path, else by its first segment, so that unknown paths still mark a link. */
const ownerOf = (pathname: string): PageName | undefined =>
  (matchPage(pathname) ?? pagePaths.find(({ path }) => path !== '/' && firstOf(path) === firstOf(pathname)))?.page

const itemFrom = (name: PageName): NavigationItem => ({
  ...pages[name],
  href: (subject) => hrefOf(pages[name], subject),
  holds: (pathname) => ownerOf(pathname) === name,
})

export const navigationItems = Object.fromEntries(
  (Object.keys(pages) as PageName[]).map((name) => [name, itemFrom(name)]),
) as Record<PageName, NavigationItem>

type KeyedItem = NavigationItem & { readonly key: string }

export const keyedItems: readonly KeyedItem[] = Object.values(navigationItems).filter(
  (item): item is KeyedItem => item.key !== undefined,
)

export function navigationItemOf(pathname: string): NavigationItem | undefined {
  const owner = ownerOf(pathname)
  return owner && navigationItems[owner]
}

/** Whether the address has something whose time can be chosen: a form that asks for a party, or a file, has not; a party's page has it in its export. */
export function showsTime(pathname: string, search: Search): boolean {
  const item = navigationItemOf(pathname)
  if (!item?.timed || item.name === navigationItems.party.name) return false
  if (item.needs) return pathname !== item.href({})
  return (
    item.name !== navigationItems.statement.name || (search['partyId'] !== undefined && search['run'] === undefined)
  )
}

/** What pages of time share in their addresses, in the wire's spelling, and whether a text is one. */
const shared = { from: isNanoseconds, to: isNanoseconds, zone: isZone } as const

/** The href of a navigation item with the range and the zone of the search, where it shows time. */
export function keepRange(href: string, item: NavigationItem, search: Search): string {
  if (!item.timed) return href
  const pairs = Object.entries(shared).flatMap(([name, isValid]) => {
    const value = search[name] ?? ''
    return value !== '' && isValid(value) ? [`${name}=${encodePath(value)}`] : []
  })
  return pairs.length === 0 ? href : `${href}${href.includes('?') ? '&' : '?'}${pairs.join('&')}`
}

/**
 * The href of a navigation item, with the range and the zone of the address where both pages show time. A range relative to now has no
 * instants and is not carried. A link to the page that is open starts it without a range.
 */
export const withRange = (
  href: string,
  there: NavigationItem,
  here: NavigationItem | undefined,
  search: Search,
): string => (here?.timed && here.name !== there.name ? keepRange(href, there, search) : href)
