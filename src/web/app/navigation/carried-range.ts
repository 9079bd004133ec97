import { isNanoseconds } from '../../format/time.ts'
import { isZone } from '../../format/zone.ts'
import { encodePath } from '../../format/path.ts'
import type { Search } from '../../router/search.ts'
import type { NavigationItem } from './navigation-items.ts'

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
