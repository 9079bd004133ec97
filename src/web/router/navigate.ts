import { foldHref } from '../format/path.ts'
import { browserHistory } from './browser-history.ts'
import { type Search, parseSearch, stringifySearch } from './search.ts'

export interface NavigateOptions {
  /** Replaces the current history entry, so that Back skips it. */
  replace?: boolean
  /** Keeps the scroll position; the default for a replaced entry. */
  keepScroll?: boolean
  /** The address changes at once, and the page after the next paint, in which the control that was used shows the choice. */
  paintFirst?: boolean
}

/** Opens an address of this application: a path with its search and hash. */
export function go(href: string, options: NavigateOptions = {}): void {
  const { replace = false, keepScroll = replace, paintFirst = false } = options
  const state = { ...(keepScroll && { keepScroll }), ...(paintFirst && { paintFirst }) }
  browserHistory[replace ? 'replace' : 'push'](foldHref(href), state)
  // The address bar is current when this returns, not a microtask later.
  browserHistory.flush()
}

/** Replaces the search of the current address. Members that are undefined or empty are left out. */
export function goSearch(search: object, options?: NavigateOptions): void {
  go(`${browserHistory.location.pathname}${stringifySearch(search)}`, options)
}

/**
 * Changes members of the search in the address bar, which may not be rendered yet; undefined removes one. The page follows
 * after the next paint.
 */
export function changeSearch<Parsed extends object>(
  parse: (search: Search) => Parsed,
  change: { readonly [Name in keyof Parsed]?: Parsed[Name] | undefined },
  options?: NavigateOptions,
): void {
  goSearch({ ...parse(parseSearch(browserHistory.location.search)), ...change }, { paintFirst: true, ...options })
}
